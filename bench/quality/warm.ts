import { atOnce } from '../../engine/atOnce.ts';
import { compile } from '../../engine/instance/compile.ts';
import type { Instance } from '../../engine/instance/instance.ts';
import { type KeptSearch, keepSearch, recallSearch } from '../../engine/instance/keptSearch.ts';
import { present } from '../../engine/present.ts';
import { generatePlan } from '../../fixtures/generate/generatePlan.ts';
import type { PoolResult } from '../../solvers/pool/merge.ts';
import { SolverPool } from '../../solvers/pool/pool.ts';
import { numbers, readOptions } from '../readOptions.ts';
import { machine } from '../table/machine.ts';
import { formatTable, median, percent, publish } from '../table/table.ts';
import { type Change, CHANGES, changePlan } from './changePlan.ts';
import { CLASSES } from './classes.ts';
import { untilIdle } from './untilIdle.ts';

// What is an earlier search worth to the next one, after a small change of its planning, and how soon?

const options = readOptions({
  class: [`one of ${CLASSES.map(({ name }) => name).join(', ')}`, '1000×200 d'],
  seeds: ['seeds', 10],
  first: ['first seed', 101],
  threads: ['number of solver threads', 1],
  limits: ['time limits in seconds, comma-separated; each is a run of its own', '0.1,0.2,0.4,1'],
  plan: ['time for the plan before the change', 5],
  reference: ['time for the best plan after it', 5],
});
const LIMITS = numbers(options.limits);

type Times = Pick<typeof options, 'class' | 'plan' | 'reference'>;

/** The result of one way on one seed, in weight units; `costs` are those at the end of runs with the requested limits. */
interface Outcome {
  readonly seed: number;
  readonly change: Change;
  readonly way: 'warm' | 'cold';
  readonly costs: readonly number[];
  /** The lowest cost of all ways. */
  readonly best: number;
}

const pool = new SolverPool({ threads: options.threads });

const solve = async (
  instance: Instance,
  seed: number,
  timeLimitSeconds: number,
  kept: KeptSearch | null = null,
): Promise<PoolResult> => {
  await untilIdle(pool);
  const { threads } = options;
  return pool.run({ instance, solver: 'auto', parameters: { timeLimitSeconds, threads, seed }, kept });
};

const costOf = ({ solution }: PoolResult): number => solution.cost / 100;

const measure = async (times: Times, seed: number): Promise<Outcome[]> => {
  const { options: plan } = present(CLASSES.find(({ name }) => name === times.class));
  const document = generatePlan({ ...plan, disrupted: false, seed });
  const before = compile(document);
  const { solution, prices } = await solve(before, seed, times.plan);
  // The first thread was still in a program of HiGHS some time after the limit.
  if (prices === null) return [];
  const kept = present(atOnce(keepSearch(before, { prices, placement: solution.placement })));
  const outcomes: Outcome[] = [];
  for (const change of CHANGES) {
    const instance = compile(changePlan(document, before, solution.placement, change, seed));
    let best = costOf(await solve(instance, seed, times.reference));
    const found: Pick<Outcome, 'way' | 'costs'>[] = [];
    for (const way of ['warm', 'cold'] as const) {
      const costs: number[] = [];
      for (const limit of LIMITS) {
        const recalled = way === 'warm' ? atOnce(recallSearch(instance, kept)) : null;
        costs.push(costOf(await solve(instance, seed, limit, recalled)));
      }
      best = Math.min(best, ...costs);
      found.push({ way, costs });
    }
    outcomes.push(...found.map((one) => ({ seed, change, ...one, best })));
  }
  return outcomes;
};

const main = async (): Promise<void> => {
  await pool.warmUp();
  // The first two measurements are not used, so that none that is used waits for code to be compiled.
  for (let q = 0; q < 2; q++) await measure({ plan: 2, reference: 0.1, class: options.class }, 1);
  const outcomes: Outcome[] = [];
  for (let seed = options.first; seed < options.first + options.seeds; seed++) {
    const own = await measure(options, seed);
    outcomes.push(...own);
    if (own.length === 0) console.log(`seed ${seed}: the search before the change left nothing`);
    for (const { change, way, costs, best } of own)
      console.log(`seed ${seed}, ${change}, ${way}: ${costs.join(', ')}; best ${best}`);
  }
  const above = (change: Change | null, way: string, i: number): number[] =>
    outcomes
      .filter((outcome) => outcome.way === way && (change === null || outcome.change === change))
      .map(({ costs, best }) => (costs[i] - best) / best);
  const rows = [...CHANGES, null].flatMap((change) =>
    LIMITS.map((limit, i) => {
      const [warm, cold] = [above(change, 'warm', i), above(change, 'cold', i)];
      return [
        change ?? 'all',
        `${limit} s`,
        percent(median(warm), 2),
        percent(Math.max(...warm), 2),
        percent(median(cold), 2),
        percent(Math.max(...cold), 2),
        warm.filter((value, k) => value < cold[k]).length,
        warm.filter((value, k) => value > cold[k]).length,
      ];
    }),
  );
  const head = [
    'change',
    'limit',
    'warm, median',
    'worst',
    'cold, median',
    'worst',
    'warm is better',
    'cold is better',
  ];
  const { class: name, seeds, first, threads, plan, reference } = options;
  const text = `${name}, planned by \`auto\` for ${plan} s and applied, then changed: \`auto\` with what that search left (warm) and without (cold), ${threads} thread(s), above the best of ${reference} s more, ${outcomes.length / (2 * CHANGES.length)} of ${seeds} seeds from ${first}; seconds of the clock after compiling. ${machine()}.\n\n`;
  await pool.close();
  await publish(
    `warm-${name.replaceAll('×', 'x').replaceAll(' ', '')}-${threads}`,
    text + formatTable(head, rows),
    outcomes,
  );
};

await main();
