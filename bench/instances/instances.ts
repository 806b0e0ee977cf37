import { readFile } from 'node:fs/promises';
import { Command } from 'commander';
import { compile } from '../../engine/instance/compile.ts';
import { gapOf } from '../../engine/objective/score.ts';
import { SolverPool } from '../../solvers/pool/pool.ts';
import { formatTable, percent, publish } from '../table/table.ts';
import { agreedScore } from './agreedScore.ts';
import { BEST_KNOWN, type Known } from './bestKnown.ts';
import { ImportError, instanceName } from './instanceText.ts';
import type { OwnScore } from './publicInstance.ts';
import { readInstance } from './readInstance.ts';

interface Options {
  readonly timeLimit: number;
  readonly threads: number;
  readonly seed: number;
  readonly solver: string;
  readonly known?: string;
  readonly publish?: string;
}

/** One run. Scores are in the instance's own terms; `completeSeconds` is when every operation was first placed, in conflict or not. */
interface Outcome {
  readonly name: string;
  readonly operations: number;
  readonly resources: number;
  readonly own: OwnScore;
  /** The bound on the total score in weight units; null: none. */
  readonly bound: number | null;
  readonly score: number;
  readonly gap: number | null;
  readonly known: Known | null;
  readonly completeSeconds: number | null;
  /** The time of the last improvement. */
  readonly reachedSeconds: number;
  readonly seconds: number;
  readonly isProven: boolean;
  readonly points: readonly {
    readonly seconds: number;
    readonly score: number | null;
    readonly bound: number | null;
  }[];
}

const solve = async (file: string, options: Options, known: Known | null): Promise<Outcome> => {
  const imported = await readInstance(file);
  const instance = compile(imported.document);
  const { solver, seed, threads, timeLimit } = options;
  const pool = new SolverPool({ threads });
  const points: { seconds: number; score: number | null; bound: number | null }[] = [];
  let [score, bound]: (number | null)[] = [null, null];
  let [completeSeconds, reachedSeconds]: [number | null, number] = [null, 0];
  try {
    const result = await pool.run({
      instance,
      solver,
      parameters: { timeLimitSeconds: timeLimit, seed, threads },
      onEvent: (event) => {
        if (event.kind === 'progress') return;
        if (event.kind === 'incumbent') {
          score = event.solution.cost / 100;
          reachedSeconds = event.seconds;
          if (agreedScore(imported, instance, event.solution.placement).unassigned === 0) {
            completeSeconds ??= event.seconds;
          }
        } else bound = event.bound / 100;
        points.push({ seconds: event.seconds, score, bound });
      },
    });
    const cost = result.solution.cost / 100;
    const least = result.bound === null ? null : result.bound / 100;
    return {
      name: instanceName(file),
      operations: instance.operationCount,
      resources: instance.resourceCount,
      own: agreedScore(imported, instance, result.solution.placement),
      score: cost,
      bound: least,
      gap: least === null ? null : gapOf(100 * cost, 100 * least),
      known,
      completeSeconds,
      reachedSeconds,
      seconds: result.seconds,
      isProven: result.status === 'optimal',
      points,
    };
  } finally {
    await pool.close();
  }
};

const seconds = (value: number | null): string => (value === null ? '–' : `${value.toFixed(1)} s`);

const rowOf = (outcome: Outcome): string[] => {
  const { own, bound, gap, known, isProven } = outcome;
  const faults = [
    ...(own.hard > 0 ? [`${own.hard} hard`] : []),
    ...(own.unassigned > 0 ? [`${own.unassigned} left out`] : []),
  ];
  const isSound = faults.length === 0;
  const toKnown =
    known === null || !isSound ? '–' : percent((own.soft - known.best) / Math.max(1, Math.abs(known.best)), 2);
  return [
    outcome.name,
    `${outcome.operations} × ${outcome.resources}`,
    [...faults, `${own.soft}`].join(', '),
    bound === null ? '–' : `${bound}`,
    gap === null ? '–' : isProven ? 'proven' : percent(gap, 2),
    known === null ? '–' : `${known.best}`,
    known?.bound == null ? '–' : `${known.bound}`,
    toKnown,
    seconds(outcome.completeSeconds),
    seconds(outcome.reachedSeconds),
    seconds(outcome.seconds),
  ];
};

const HEAD = [
  'instance',
  'operations × resources',
  'score',
  'bound',
  'gap',
  'best known',
  'its bound',
  'to best known',
  'all placed at',
  'reached at',
  'ended at',
];

/** Reads `{ "name": { "best": …, "bound": … } }` or `{ "name": best }`. */
const readKnown = async (file: string): Promise<Readonly<Record<string, Known>>> => {
  const values = JSON.parse(await readFile(file, 'utf8')) as Record<string, number | Known>;
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'number' ? { best: value, bound: null } : value,
    ]),
  );
};

const main = async (files: readonly string[], options: Options): Promise<void> => {
  const known = { ...BEST_KNOWN, ...(options.known === undefined ? {} : await readKnown(options.known)) };
  const outcomes: Outcome[] = [];
  for (const file of files) {
    try {
      const outcome = await solve(file, options, known[instanceName(file)] ?? null);
      outcomes.push(outcome);
      console.log(rowOf(outcome).join(' · '));
    } catch (error) {
      if (!(error instanceof ImportError)) throw error;
      console.error(error.message);
      process.exitCode = 2;
    }
  }
  if (outcomes.length === 0) return;
  const table = formatTable(HEAD, outcomes.map(rowOf));
  const title = `Public instances, \`${options.solver}\`, ${options.timeLimit} s, ${options.threads} thread(s), seed ${options.seed}. Scores are the instances' own.`;
  if (options.publish === undefined) console.log(`\n${title}\n\n${table}`);
  else await publish(options.publish, `${title}\n\n${table}`, outcomes);
};

await new Command('instances')
  .description('How good are plans of published benchmark instances, compared with the best known ones?')
  .argument('<files...>', 'files of personnel tasks, patient admissions or planning documents')
  .option('--time-limit <seconds>', 'time limit for each instance in seconds', Number, 30)
  .option('--threads <n>', 'number of solver threads', Number, 2)
  .option('--seed <n>', 'random seed', Number, 1)
  .option('--solver <id>', 'solver', 'auto')
  .option('--known <file>', 'best known values as JSON: {"name": {"best": 1, "bound": 1}} or {"name": 1}')
  .option('--publish <name>', 'also write the table and its figures to bench/results')
  .action(main)
  .parseAsync();
