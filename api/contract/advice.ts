import { z } from 'zod';
import { Id, JsonRecord, Timestamp } from '../../schedule/entities/primitives.ts';
import { queryInteger } from './query.ts';

export const AdviceQuery = z.object({
  since: Timestamp.exactOptional().meta({
    description: 'Only what was decided at or after this time. Default: everything that is stored.',
  }),
  choices: queryInteger(
    1,
    2000,
    'The maximum number of decisions to learn from; the latest ones are used. Default: 500.',
  ),
  runSeconds: queryInteger(
    0,
    10,
    'The seconds of each run that shows what a proposal would change; 0: no runs. Default: 1.',
  ),
});

const Agreement = z
  .object({
    choices: z
      .int()
      .meta({ description: 'Operations that were moved or placed by hand, and repairs that were refused.' }),
    before: z.int().meta({ description: 'With how many of them the present weights agree.' }),
    after: z.int().meta({ description: 'With how many of them the proposal agrees.' }),
  })
  .meta({
    id: 'AdviceAgreement',
    description:
      'Weights agree with a move if the place that the person decided against costs more than the chosen one, with a refusal if it costs more than some other place, and with a placement if no place costs less than the chosen one.',
  });

const cost = z.number().meta({ description: 'Weight units.' });

const AdviceProposal = z
  .object({
    kind: z.enum(['rule', 'weight']).meta({ description: 'A new rule, or a new weight of a known one.' }),
    explanation: z.string().meta({ description: 'The proposal in one sentence.' }),
    weight: z
      .object({ before: cost, after: cost })
      .meta({ description: 'The weight at present and with the proposal.' }),
    agreement: Agreement.meta({ description: 'With this proposal alone.' }),
    holdout: Agreement.meta({
      description: 'The same, for the quarter of the decisions that was set aside as a test.',
    }),
    concerned: z.int().meta({
      description: 'Of a new rule: how many of the places that were proposed it penalizes, or ranks below others.',
    }),
    decided: z.int().meta({ description: 'How many of these a person also decided against.' }),
    chance: z.number().meta({
      description:
        'An upper bound on the probability that chance alone produces this much evidence, with all candidates taken into account.',
    }),
    reasons: z
      .array(z.string())
      .meta({ description: 'What people said about such decisions, the most frequent first.' }),
    requests: z
      .array(
        z.object({
          method: z.enum(['POST', 'PATCH']).meta({ description: 'The HTTP method.' }),
          path: z.string().meta({ description: 'The path of the endpoint.' }),
          body: JsonRecord.meta({ description: 'The JSON body.' }),
        }),
      )
      .meta({ description: 'What applies the proposal: requests of this API, to be sent as they are, in this order.' }),
    effect: z
      .object({
        cost: z
          .object({ before: cost, after: cost })
          .meta({ description: 'What the rule costs in the present plan, before and with the proposal.' }),
        run: z
          .object({
            score: z
              .object({ before: cost, after: cost })
              .meta({ description: 'What the plan costs with the proposal, as it stands and after the run.' }),
            cost: cost.meta({ description: 'What the rule costs after the run.' }),
            moved: z.int().meta({ description: 'How many operations the run moves.' }),
            movedAnyway: z.int().meta({ description: 'How many a run moves without the proposal.' }),
            operations: z
              .array(Id)
              .meta({ description: 'The first 50 operations that only the run with the proposal moves.' }),
          })
          .nullable()
          .meta({ description: 'What a run with the proposal does; null if none was made.' }),
      })
      .meta({ description: 'What it would change in the present plan. Nothing is written.' }),
  })
  .meta({ id: 'AdviceProposal' });

const count = (description: string) => z.int().meta({ description });

export const Advice = z
  .object({
    planning: Id,
    change: Id.nullable().meta({ description: 'The latest changeset when it was computed.' }),
    choices: z
      .object({
        moved: count(
          'Operations that a person moved from where an optimization, a repair, a strategy or an import had put them.',
        ),
        placed: count('Other operations that a person placed.'),
        refused: count('Repairs of one move that a person refused.'),
        accepted: count('Repairs of one move that were applied.'),
        kept: count('Operations that stand where the optimizer put them, or a sample of 300.'),
      })
      .meta({ description: 'How many decisions of each kind were learned from.' }),
    leftOut: count('Decisions that say nothing about rules: the place had a conflict, or it was the only one.'),
    agreement: Agreement.meta({ description: 'With all proposals together.' }),
    holdout: Agreement,
    candidates: count('How many weights and rules were looked at.'),
    proposals: z.array(AdviceProposal).meta({ description: 'At most five, the one that explains most first.' }),
  })
  .meta({ id: 'Advice', description: 'What weights and rules would have agreed with the decisions of planners.' });
