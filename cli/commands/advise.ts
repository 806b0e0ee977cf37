import { Command } from 'commander';
import type { components } from '../../client/schema.d.ts';
import { withClient } from '../composition/openClient.ts';
import { instantOption } from '../instantOption.ts';
import { wholeOption } from '../numberOption.ts';
import { answerOf } from '../refused.ts';

type Advice = components['schemas']['Advice'];
type Proposal = Advice['proposals'][number];

interface AdviseOptions {
  readonly since?: string;
  readonly choices?: number;
  readonly runSeconds?: number;
  readonly json?: boolean;
}

export const adviseCommand = (): Command =>
  new Command('advise')
    .argument('<planning>', 'id of the planning')
    .option(
      '--since <time>',
      'learn only from what was decided since then, an ISO 8601 instant (default: everything)',
      instantOption,
    )
    .option(
      '--choices <n>',
      'learn from at most this many decisions, the latest ones (default: 500)',
      wholeOption(1, 2000),
    )
    .option(
      '--run-seconds <n>',
      'seconds of the run that shows what a proposal would change; 0: no run (default: 1)',
      wholeOption(0, 10),
    )
    .option('--json', 'print the advice as JSON, with the requests that apply each proposal')
    .action(async (id: string, { since, json, ...options }: AdviseOptions) => {
      await withClient(async (client) => {
        const params = { path: { id }, query: { ...options, ...(since === undefined ? {} : { since }) } };
        const advice = await answerOf(client.server.GET('/v1/plannings/{id}/advice/', { params }));
        process.stdout.write(json ? `${JSON.stringify(advice, null, 1)}\n` : sayAdvice(advice));
      });
    });

/** The advice as lines of text. */
export const sayAdvice = ({ choices, leftOut, proposals, agreement, holdout, candidates }: Advice): string => {
  const decided = choices.moved + choices.placed + choices.refused;
  const from = `${decided} decisions: ${choices.moved} moved, ${choices.placed} placed by hand, ${choices.refused} repairs refused; against them, ${choices.accepted} repairs applied and ${choices.kept} places kept.`;
  const left =
    leftOut === 0
      ? []
      : [`${leftOut} more say nothing about rules, since the place had a conflict or was the only one.`];
  const head = [from, ...left];
  if (proposals.length === 0) {
    const why =
      decided === 0
        ? 'There is nothing to learn from yet.'
        : `None of ${candidates} weights and rules explains them beyond chance.`;
    return lines([...head, why]);
  }
  const together =
    proposals.length === 1
      ? []
      : [
          '',
          `Together: of ${agreement.choices} decisions, ${agreement.after} instead of ${agreement.before} would have agreed; of the ${holdout.choices} not learned from, ${holdout.after} instead of ${holdout.before}.`,
        ];
  return lines([
    ...head,
    ...proposals.flatMap(sayProposal),
    ...together,
    '',
    'To apply one, send its requests (--json).',
  ]);
};

const lines = (all: readonly string[]): string => all.map((line) => `${line}\n`).join('');

const sayProposal = ({ explanation, holdout, chance, reasons, effect }: Proposal, index: number): readonly string[] => {
  const { cost, run } = effect;
  const all = [
    '',
    `${index + 1}. ${explanation}`,
    `   Of ${holdout.choices} decisions that were not learned from, ${holdout.after} instead of ${holdout.before}. By chance with a probability of at most ${chance}.`,
  ];
  if (reasons.length > 0) all.push(`   Said: ${reasons.map((reason) => `“${reason}”`).join(', ')}`);
  all.push(`   In the present plan this rule costs ${cost.after} (now ${cost.before}).`);
  if (run !== null) {
    const { operations, moved, movedAnyway } = run;
    const which = operations.length === 0 ? '' : `, for example ${operations.slice(0, 5).join(', ')}`;
    all.push(
      `   A short run with it moves ${moved} operations (without it ${movedAnyway})${which}; the rule then costs ${run.cost}, the plan ${run.score.after} instead of ${run.score.before}.`,
    );
  }
  return all;
};
