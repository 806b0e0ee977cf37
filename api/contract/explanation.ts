import { z } from 'zod';
import { Id, Instant } from '../../schedule/entities/primitives.ts';

export const CostTerm = z
  .object({
    level: z
      .enum(['conflicts', 'unassigned', 'reassigned', 'rules'])
      .meta({ description: 'The member of the score that they belong to.' }),
    kind: z.string().meta({ description: '`overlap`, `unassigned`, `reassigned`, `risk`, or the kind of a rule.' }),
    rule: Id.nullable(),
    count: z.int().meta({ description: 'The number of terms.' }),
    cost: z.number().meta({ description: 'The cost in weight units; negative where a preference is met.' }),
  })
  .meta({ id: 'CostTerm', description: 'The sum of the terms of the score that share a level, kind and rule.' });

const costs = {
  cost: z.number().meta({ description: 'In weight units; a negative cost lowers the score.' }),
  terms: z.array(CostTerm).meta({ description: 'What the cost consists of.' }),
};

export const PlanCosts = z
  .object({
    operations: z.array(z.object({ operation: Id, ...costs })).meta({
      description:
        'At most 500 operations, the most expensive first. Each operation of a pair gets half of what the pair costs; the earlier one gets the odd hundredth.',
    }),
    operationCount: z.int().meta({ description: 'The number of operations whose cost is not 0.' }),
    rest: z.number().meta({ description: 'The total cost of those that are not listed.' }),
    resources: z
      .array(z.object({ resource: Id, ...costs }))
      .meta({ description: 'What each resource costs because it is used at all.' }),
  })
  .meta({
    id: 'PlanCosts',
    description: "What each operation costs; operations, rest and resources sum to the score's total.",
  });

const Relaxation = z
  .object({
    kind: z.enum(['delay', 'waive', 'release', 'shorten', 'remove', 'buffer']).meta({
      description:
        'delay: delay one operation. waive: waive one tag or hard rule on one resource for one operation. release: let something fixed or frozen move. shorten: shorten a blocker. remove: do without a blocker. buffer: keep a shorter buffer.',
    }),
    operation: Id.nullable(),
    resource: Id.nullable(),
    rule: Id.nullable(),
    tag: Id.nullable(),
    seconds: z.int().meta({
      description:
        'For a delay, how long it is; for shorten, how much is cut off; for a buffer, how much of the gap is left; otherwise 0.',
    }),
    price: z.number().meta({
      description:
        'In weight units. A delay costs the delay weight for each minute, a release costs a reassignment; the others give up a hard requirement or a share of one, and cost the conflict weight or that share of it.',
    }),
    enough: z.boolean().meta({
      description:
        'True when a plan was found that gives this operation, and everything that is placed now, a place. False when no such plan was found, which does not prove that there is none.',
    }),
    message: z.string().meta({ description: 'The change in one sentence.' }),
  })
  .meta({
    id: 'Relaxation',
    description: 'One change with which all of `operations` can be placed. It was verified by finding a plan.',
  });

const Part = z.string().meta({ description: 'The part of the operation: its id or position.' });

export const Reason = z
  .object({
    operation: Id,
    part: Part,
    conflict: z
      .string()
      .nullable()
      .meta({ description: 'The id of the conflict; null when the operation has no place.' }),
    kind: z.enum(['pinned', 'ineligible', 'crowded', 'choice', 'limit', 'open']).meta({
      description:
        'pinned: the operation may not be moved. ineligible: no resource has what it needs. crowded: more operations have to be there than there is room for. choice: there is room, and the plan did not use it (see way). limit: there is room, but only beyond maxReassignments (see way). open: neither room nor a proof was found.',
    }),
    message: z.string().meta({ description: 'The reason in one sentence.' }),
    operations: z.array(Id).meta({
      description:
        'For crowded and ineligible: operations, this one among them, that provably cannot all be placed without conflict. Empty otherwise.',
    }),
    fixed: z.array(Id).meta({
      description: 'Operations that may not move (fixed, frozen, started, blockers) and are part of the proof.',
    }),
    resources: z
      .array(Id)
      .meta({ description: 'Resources that `operations` may use when only `fixed` is in the way.' }),
    tags: z.array(Id).meta({ description: 'Tags that all of `operations` require.' }),
    startAt: Instant,
    endAt: Instant,
    atOnce: z.boolean().meta({ description: 'True when all of `operations` are present from startAt to endAt.' }),
    irreducible: z.boolean().meta({
      description: 'True when it is proven that without any one of `operations` or of `fixed` the rest can be placed.',
    }),
    relaxations: z
      .array(Relaxation)
      .meta({ description: 'The cheapest change of each kind, and the cheapest that is enough, in order of price.' }),
    way: z
      .object({
        delta: z.number().meta({ description: 'The difference in the total score, in weight units.' }),
        moves: z
          .array(z.object({ operation: Id, part: Part, fromResource: Id.nullable(), toResource: Id.nullable() }))
          .meta({ description: 'The moves, to be made together.' }),
      })
      .nullable()
      .meta({
        description:
          'Moves that give the operation a place without conflict; for open, its cheapest place with a conflict.',
      }),
  })
  .meta({ id: 'Reason', description: 'Why an operation has no place, or is in conflict.' });
