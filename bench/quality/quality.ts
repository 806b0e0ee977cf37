import { compile } from '../../engine/instance/compile.ts';
import { gapOf } from '../../engine/objective/score.ts';
import { generatePlan } from '../../fixtures/generate/generatePlan.ts';
import type { PoolEvent } from '../../solvers/pool/merge.ts';
import { SolverPool } from '../../solvers/pool/pool.ts';
import { readOptions } from '../readOptions.ts';
import { formatTable, median, percent, publish } from '../table/table.ts';
import { CLASSES, type QualityClass } from './classes.ts';
import { untilIdle } from './untilIdle.ts';

const options = readOptions({
  classes: ['names of classes, comma-separated', 'all'],
  seeds: ['number of seeds for each class', 10],
  first: ['first seed', 101],
  threads: ['number of solver threads', 1],
  limit: ['largest time limit for each instance in seconds', 3600],
  solver: ['solver', 'auto'],
});

/** The run of one seed. Costs and bounds are in weight units, at the times of the class and at the end. */
interface Outcome {
  readonly seed: number;
  readonly score: number;
  readonly bound: number;
  readonly firstSeconds: number;
  readonly seconds: number;
  readonly isOptimal: boolean;
  readonly costs: readonly number[];
  readonly bounds: readonly number[];
}

const runSeed = async (
  pool: SolverPool,
  { options, limitSeconds, atSeconds }: QualityClass,
  seed: number,
  solver: string,
  threads: number,
): Promise<Outcome> => {
  const instance = compile(generatePlan({ ...options, seed }));
  const costs = atSeconds.map(() => Number.NaN);
  const bounds = atSeconds.map(() => Number.NEGATIVE_INFINITY);
  let firstSeconds = Number.NaN;
  let plans = 0;
  const note = (seconds: number, cost: number | null, bound: number | null): void => {
    atSeconds.forEach((at, i) => {
      if (seconds > at) return;
      if (cost !== null) costs[i] = cost / 100;
      if (bound !== null) bounds[i] = bound / 100;
    });
  };
  const onEvent = (event: PoolEvent): void => {
    if (event.kind === 'progress') return;
    if (event.kind === 'incumbent') {
      // The first incumbent is the plan of the document.
      if (++plans === 2) firstSeconds = event.seconds;
      note(event.seconds, event.solution.cost, event.bound);
    } else note(event.seconds, null, event.bound);
  };
  await untilIdle(pool);
  const result = await pool.run({
    instance,
    solver,
    parameters: { timeLimitSeconds: limitSeconds, threads, seed },
    onEvent,
  });
  const score = result.solution.cost / 100;
  const bound = (result.bound ?? Number.NEGATIVE_INFINITY) / 100;
  return {
    seed,
    score,
    bound,
    firstSeconds,
    seconds: result.seconds,
    isOptimal: result.status === 'optimal',
    costs,
    bounds,
  };
};

const gap = (cost: number, bound: number): number => gapOf(100 * cost, 100 * bound);

const main = async (): Promise<void> => {
  const known = CLASSES.map(({ name }) => name);
  const names = options.classes === 'all' ? known : options.classes.split(',');
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Error(`No class is named ${unknown}. There are ${known.join(', ')}.`);
  const wanted = CLASSES.filter(({ name }) => names.includes(name));
  const rows: (string | number)[][] = [];
  const raw: Record<string, readonly Outcome[]> = {};
  for (const whole of wanted) {
    const limitSeconds = Math.min(whole.limitSeconds, options.limit);
    const quality = { ...whole, limitSeconds, atSeconds: whole.atSeconds.filter((at) => at <= limitSeconds) };
    const pool = new SolverPool({ threads: options.threads });
    const outcomes: Outcome[] = [];
    for (let seed = options.first; seed < options.first + options.seeds; seed++) {
      const outcome = await runSeed(pool, quality, seed, options.solver, options.threads);
      outcomes.push(outcome);
      const known = percent(gap(outcome.score, outcome.bound), 3);
      console.log(
        `${quality.name} seed ${seed}: ${outcome.score}, bound ${outcome.bound}, ${known}, ${outcome.seconds.toFixed(2)} s`,
      );
    }
    await pool.close();
    raw[quality.name] = outcomes;
    const proven = outcomes.filter(({ isOptimal }) => isOptimal);
    quality.atSeconds.forEach((at, i) => {
      const gapsThen = outcomes.map(({ costs, bounds }) => gap(costs[i], bounds[i]));
      const gapsNow = outcomes.map(({ costs, bound }) => gap(costs[i], bound));
      rows.push([
        i === 0 ? quality.name : '',
        `${at} s`,
        percent(median(gapsThen), 3),
        percent(Math.max(...gapsThen), 3),
        percent(median(gapsNow), 3),
        i === 0 ? `${proven.length} of ${outcomes.length}` : '',
        i === 0 && proven.length > 0 ? `${median(proven.map(({ seconds }) => seconds)).toFixed(2)} s` : '',
        i === 0 ? `${(1000 * median(outcomes.map(({ firstSeconds }) => firstSeconds))).toFixed(0)} ms` : '',
        i === 0 ? quality.target : '',
      ]);
    });
  }
  const head = [
    'class',
    'at',
    'median gap',
    'worst gap',
    'median gap to last bound',
    'proven',
    'median time of proof',
    'first plan',
    'target',
  ];
  const title = `Quality of \`${options.solver}\`, ${options.seeds} seeds from ${options.first}, ${options.threads} thread(s).\n\n`;
  const only = options.classes === 'all' ? '' : `-${options.classes.replaceAll('×', 'x').replaceAll(/[^\dx,d]/g, '')}`;
  await publish(`quality-${options.solver}-${options.threads}${only}`, title + formatTable(head, rows), raw);
};

await main();
