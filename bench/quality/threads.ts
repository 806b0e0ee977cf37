import { compile } from '../../engine/instance/compile.ts';
import type { Instance } from '../../engine/instance/instance.ts';
import { gapOf } from '../../engine/objective/score.ts';
import { present } from '../../engine/present.ts';
import { generatePlan } from '../../fixtures/generate/generatePlan.ts';
import type { PoolEvent } from '../../solvers/pool/merge.ts';
import { SolverPool } from '../../solvers/pool/pool.ts';
import { numbers, readOptions } from '../readOptions.ts';
import { machine } from '../table/machine.ts';
import { formatTable, median, percent, publish } from '../table/table.ts';
import { CLASSES } from './classes.ts';
import { untilIdle } from './untilIdle.ts';

// How much sooner does a run reach a gap on several threads, and how much sooner could it at most on this machine?

const options = readOptions({
  class: [`one of ${CLASSES.map(({ name }) => name).join(', ')}`, '7000×150 d'],
  seeds: ['seeds', 10],
  first: ['first seed', 101],
  threads: ['number of solver threads', 2],
  limit: ['time limit of each run in seconds', 8],
  gaps: ['gaps in percent, comma-separated', '1,0.5,0.3,0.2'],
});
const { threads } = options;
const GAPS = numbers(options.gaps).map((gap) => gap / 100);
const COUNT = GAPS.length;

/** Seconds until each gap, infinite where the run ends with a wider one. */
type Seconds = readonly number[];

/** One seed: one run alone, as many runs of one thread at a time as there are threads (their means), and one run on all threads. */
interface Outcome {
  readonly seed: number;
  readonly alone: Seconds;
  readonly beside: Seconds;
  readonly together: Seconds;
}

const pool = new SolverPool({ threads });

const solve = async (instance: Instance, seed: number, onThreads: number): Promise<Seconds> => {
  const reached = GAPS.map(() => Number.POSITIVE_INFINITY);
  let [cost, bound] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const note = (seconds: number): void => {
    GAPS.forEach((gap, k) => {
      if (gapOf(cost, bound) <= gap) reached[k] = Math.min(reached[k], seconds);
    });
  };
  const onEvent = (event: PoolEvent): void => {
    if (event.kind !== 'incumbent' && event.kind !== 'bound') return;
    if (event.kind === 'incumbent') ({ cost } = event.solution);
    bound = Math.max(bound, event.bound ?? Number.NEGATIVE_INFINITY);
    note(event.seconds);
  };
  const parameters = { timeLimitSeconds: options.limit, threads: onThreads, seed, gap: Math.min(...GAPS) };
  const result = await pool.run({ instance, solver: 'auto', parameters, onEvent });
  cost = result.solution.cost;
  bound = Math.max(bound, result.bound ?? Number.NEGATIVE_INFINITY);
  note(result.seconds);
  return reached;
};

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

const measure = async (seed: number): Promise<Outcome> => {
  const { options: plan } = present(CLASSES.find(({ name }) => name === options.class));
  const instance = compile(generatePlan({ ...plan, seed }));
  await untilIdle(pool);
  const alone = await solve(instance, seed, 1);
  await untilIdle(pool);
  const runs = await Promise.all(Array.from({ length: threads }, () => solve(instance, seed, 1)));
  await untilIdle(pool);
  const together = await solve(instance, seed, threads);
  return { seed, alone, beside: GAPS.map((_, k) => mean(runs.map((run) => run[k]))), together };
};

await pool.warmUp();
// The first measurements are not used, so that none that is used waits for code to be compiled.
for (let q = 0; q < 2; q++) await measure(1);
const outcomes: Outcome[] = [];
const shown = (seconds: Seconds): string =>
  seconds.map((value) => (value === Number.POSITIVE_INFINITY ? '–' : value.toFixed(2))).join(', ');
for (let seed = options.first; seed < options.first + options.seeds; seed++) {
  const outcome = await measure(seed);
  outcomes.push(outcome);
  const { alone, beside, together } = outcome;
  console.log(`seed ${seed}: alone ${shown(alone)}; beside others ${shown(beside)}; together ${shown(together)}`);
}
await pool.close();

const rows = Array.from({ length: COUNT }, (_, k) => {
  const known = outcomes.filter((outcome) =>
    [outcome.alone, outcome.beside, outcome.together].every((seconds) => Number.isFinite(seconds[k])),
  );
  const middle = (of: (outcome: Outcome) => number): number => median(known.map(of));
  const ratio = middle(({ alone, together }) => together[k] / alone[k]);
  const least = middle(({ alone, beside }) => beside[k] / alone[k] / threads);
  return [
    percent(GAPS[k], 2),
    `${known.length} of ${outcomes.length}`,
    `${middle(({ alone }) => alone[k]).toFixed(2)} s`,
    `${middle(({ together }) => together[k]).toFixed(2)} s`,
    ratio.toFixed(2),
    least.toFixed(2),
    (ratio / least).toFixed(2),
  ];
});
const head = [
  'to a gap of',
  'reached',
  'one thread',
  `${threads} threads`,
  'ratio',
  'least ratio here',
  'times the least',
];
const text = `${options.class}, \`auto\`, ${options.seeds} seeds from ${options.first}, ${options.limit} s a run: seconds of the clock until a proven gap, medians. The ratio is that of the time on ${threads} threads to that on one. The least ratio here is that of ${threads} runs of one thread each at a time, divided by ${threads}: even work that needs no coordination takes longer where several processors share a memory. ${machine()}.\n\n`;
await publish(
  `threads-${options.class.replaceAll('×', 'x').replaceAll(' ', '')}-${threads}`,
  text + formatTable(head, rows),
  outcomes,
);
