import { compile } from '../../engine/instance/compile.ts';
import type { Instance } from '../../engine/instance/instance.ts';
import { gapOf } from '../../engine/objective/score.ts';
import { present } from '../../engine/present.ts';
import { generatePlan } from '../../fixtures/generate/generatePlan.ts';
import type { PoolEvent } from '../../solvers/pool/merge.ts';
import { SolverPool } from '../../solvers/pool/pool.ts';
import { numbers, readOptions } from '../readOptions.ts';
import { GapTimes, meanOf, publishSpeedup, sayTimes, type SecondsToGaps, type Speedup } from '../table/speedup.ts';
import { CLASSES } from './classes.ts';
import { untilIdle } from './untilIdle.ts';

// How much sooner does a run reach a gap on several threads, and how much sooner could it at most on this machine?

const options = readOptions({
  class: [`one of ${CLASSES.map(({ name }) => name).join(', ')}`, '7000×150 d'],
  seeds: ['seeds', 10],
  first: ['first seed', 101],
  threads: ['number of solver threads', 2],
  limit: ['time limit of each run in seconds', 8],
  steps: ['step limit of each run; 0: none', 0],
  gaps: ['gaps in percent, comma-separated', '1,0.5,0.3,0.2'],
});
const { threads, class: name } = options;
const GAPS = numbers(options.gaps).map((gap) => gap / 100);
const pool = new SolverPool({ threads });

const solve = async (instance: Instance, seed: number, onThreads: number): Promise<SecondsToGaps> => {
  const times = new GapTimes(GAPS);
  let [cost, bound] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const onEvent = (event: PoolEvent): void => {
    if (event.kind !== 'incumbent' && event.kind !== 'bound') return;
    if (event.kind === 'incumbent') ({ cost } = event.solution);
    bound = event.bound ?? bound;
    times.note(event.seconds, gapOf(cost, bound));
  };
  const stepLimit = options.steps > 0 ? options.steps : null;
  const parameters = { timeLimitSeconds: options.limit, stepLimit, threads: onThreads, seed, gap: Math.min(...GAPS) };
  const result = await pool.run({ instance, solver: 'auto', parameters, onEvent });
  times.note(result.seconds, gapOf(result.solution.cost, result.bound ?? Number.NEGATIVE_INFINITY));
  return times.seconds;
};

const measure = async (seed: number): Promise<Speedup> => {
  const { options: plan } = present(CLASSES.find((one) => one.name === name));
  const instance = compile(generatePlan({ ...plan, seed }));
  await untilIdle(pool);
  const alone = await solve(instance, seed, 1);
  await untilIdle(pool);
  const beside = meanOf(await Promise.all(Array.from({ length: threads }, () => solve(instance, seed, 1))));
  await untilIdle(pool);
  const together = await solve(instance, seed, threads);
  return { seed, alone, beside, together };
};

await pool.warmUp();
// The first measurements are not used, so that none that is used waits for code to be compiled.
for (let q = 0; q < 2; q++) await measure(1);
const outcomes: Speedup[] = [];
for (let seed = options.first; seed < options.first + options.seeds; seed++) {
  const outcome = await measure(seed);
  outcomes.push(outcome);
  console.log(sayTimes(outcome));
}
await pool.close();
const limits = `${options.limit} s${options.steps > 0 ? ` and ${options.steps} steps` : ''}`;
await publishSpeedup(
  `threads-${name.replaceAll('×', 'x').replaceAll(' ', '')}-${threads}${options.steps > 0 ? '-steps' : ''}`,
  `${name}, \`auto\`, ${options.seeds} seeds from ${options.first}, ${limits} a run, one thread and ${threads}.`,
  outcomes,
  GAPS,
  threads,
  'threads',
);
