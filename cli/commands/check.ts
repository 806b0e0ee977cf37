import { Command } from 'commander';
import { placementOf } from '../../engine/instance/assignments.ts';
import { plural } from '../../engine/wording.ts';
import { readJson } from '../inputFile.ts';
import { type JudgedPlan, judgePlan, readSolution } from '../judgedPlan.ts';
import { ALL_PROBLEMS, readPlan } from '../planningFile.ts';
import { formatScore } from '../progressLine.ts';

interface CheckOptions {
  readonly json?: boolean;
  readonly all?: boolean;
}

export const checkCommand = (): Command =>
  new Command('check')
    .argument('<plan>', 'planning document (JSON, gzipped or not; - for standard input)')
    .argument(
      '[solution]',
      'the solution to check: the output of "solve --out", a planning document or a list of assignments (default: the assignments of the document)',
    )
    .option('--json', 'print one JSON object on standard output')
    .option(...ALL_PROBLEMS)
    .addHelpText(
      'after',
      '\nThe check evaluates the plan independently: except for the compiled plan and the probability of conflicts, it shares no code with the solvers and their scores. Operations that a solution does not name stay where they are; reassignments are counted against the document. Conflicts and operations without a place have a cost, but do not make a plan infeasible.',
    )
    .action(checkPlan);

const checkPlan = async (file: string, solution: string | undefined, options: CheckOptions): Promise<void> => {
  const { instance } = readPlan(await readJson(file), options.all);
  const { placement, claimed } =
    solution === undefined
      ? { placement: placementOf(instance), claimed: null }
      : readSolution(instance, await readJson(solution));
  const judged = judgePlan(instance, placement, claimed);
  console.log(options.json === true ? JSON.stringify(judged) : judgedText(judged).join('\n'));
  if (!judged.feasible || judged.claimed?.holds === false) process.exitCode = 1;
};

const MOST_VIOLATIONS = 20;

const judgedText = (judged: JudgedPlan): readonly string[] => {
  const { feasible, violations, score, claimed, rules, risk, conflicts, unassigned, reassigned, cliques } = judged;
  const hidden = violations.length - MOST_VIOLATIONS;
  const unavoidable = cliques.unavoidableUnassigned;
  const reasons = [
    [cliques.pinnedOut, 'are kept without a place'],
    [cliques.withoutPlace, 'find every place taken by operations that must not move'],
    [cliques.atOnce, `are too many at once${cliques.at === null ? '' : `, at ${cliques.at}`}`],
  ] as const;
  return [
    feasible ? 'Feasible' : `Infeasible: ${plural(violations.length, 'violation')}`,
    ...violations.slice(0, MOST_VIOLATIONS).map(({ message }) => `  ${message}`),
    ...(hidden > 0 ? [`  and ${hidden} more; --json has them all`] : []),
    ...(score === null
      ? []
      : [
          `  score       ${formatScore(score.total)}  (conflicts ${formatScore(score.conflicts)}, unassigned ${formatScore(score.unassigned)}, reassigned ${formatScore(score.reassigned)}, rules ${formatScore(score.rules)})`,
        ]),
    ...(claimed === null
      ? []
      : [`  claimed     ${formatScore(claimed.total)}  (${claimed.holds ? 'which is true' : 'which is false'})`]),
    `  conflicts   ${conflicts}`,
    `  unassigned  ${unassigned}${unavoidable > 0 ? `  (at least ${unavoidable} in any plan without overlaps)` : ''}`,
    ...reasons.filter(([count]) => count > 0).map(([count, why]) => `    ${count} ${why}`),
    `  reassigned  ${reassigned}`,
    'What it costs, by rule',
    ...rules
      .filter(({ penalty, violations: count }) => penalty !== 0 || count > 0)
      .toSorted((a, b) => b.penalty - a.penalty)
      .map(
        ({ name, id, penalty, violations: count }) =>
          `  ${formatScore(penalty).padStart(10)}  ${name || id}  (${count})`,
      ),
    ...(risk === 0 ? [] : [`  ${formatScore(risk).padStart(10)}  risk`]),
  ];
};
