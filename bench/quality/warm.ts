import { performance } from 'node:perf_hooks';
import { atOnce } from '../../engine/atOnce.ts';
import { compile } from '../../engine/instance/compile.ts';
import type { Instance } from '../../engine/instance/instance.ts';
import { keepSearch, recallSearch } from '../../engine/instance/keptSearch.ts';
import { present } from '../../engine/present.ts';
import { generatePlan } from '../../fixtures/generate/generatePlan.ts';
import { auto } from '../../solvers/auto/auto.ts';
import { prepareHighs } from '../../solvers/integer/loadHighs.ts';
import type { Run, SolveResult } from '../../solvers/solver.ts';
import { processorSeconds } from '../processorSeconds.ts';
import { numbers, readOptions } from '../readOptions.ts';
import { machine } from '../table/machine.ts';
import { formatTable, median, percent, publish } from '../table/table.ts';
import { type Change, CHANGES, changePlan } from './changePlan.ts';
import { CLASSES } from './classes.ts';
import { clockedRun } from './clockedRun.ts';

// What is an earlier search worth to the next one, after a small change of its planning, and how soon?

const options = readOptions({
  class: [`one of ${CLASSES.map(({ name }) => name).join(', ')}`, '1000×200 d'],
  seeds: ['seeds', 10],
  first: ['first seed', 101],
  seconds: ['moments to look at, comma-separated', '0.1,0.2,0.4,1'],
  plan: ['time for the plan before the change', 5],
  reference: ['time for the best plan after it', 5],
  clock: ['wall, or processor where others use the machine too', 'wall'],
});
const SECONDS = numbers(options.seconds);

type Times = Pick<typeof options, 'class' | 'plan' | 'reference'>;

/** The result of one way on one seed, in weight units; `costs` are those of the incumbents of one run at the requested moments. */
interface Outcome {
  readonly seed: number;
  readonly change: Change;
  readonly way: 'warm' | 'cold';
  readonly costs: readonly number[];
  /** The cost at the end of the run; `best` is the lowest of all ways. */
  readonly cost: number;
  readonly best: number;
  readonly bound: number | null;
}

const wallSeconds = (): number => performance.now() / 1000;

const solve = (
  instance: Instance,
  seed: number,
  limitSeconds: number,
  { kept = null, report }: Pick<Run, 'kept'> & { readonly report?: (cost: number, seconds: number) => void } = {},
): SolveResult => {
  const now = options.clock === 'wall' ? wallSeconds : processorSeconds;
  const since = now();
  const elapsedSeconds = (): number => now() - since;
  const run = clockedRun(instance, { seed, limitSeconds });
  return auto.solve(instance, {
    ...run,
    kept,
    elapsedSeconds,
    stop: () => elapsedSeconds() >= limitSeconds,
    report: (event) => {
      if (event.kind === 'incumbent') report?.(event.solution.cost / 100, elapsedSeconds());
    },
  });
};

const measure = (times: Times, seed: number): Outcome[] => {
  const { options: plan } = present(CLASSES.find(({ name }) => name === times.class));
  const document = generatePlan({ ...plan, disrupted: false, seed });
  const before = compile(document);
  const { solution, prices = null } = solve(before, seed, times.plan);
  const kept = present(atOnce(keepSearch(before, { prices: present(prices), placement: solution.placement })));
  return CHANGES.flatMap((change) => {
    const instance = compile(changePlan(document, before, solution.placement, change, seed));
    const reference = solve(instance, seed, times.reference);
    const outcomes = (['warm', 'cold'] as const).map((way) => {
      const costs = SECONDS.map(() => Number.NaN);
      const report = (cost: number, seconds: number): void =>
        SECONDS.forEach((at, i) => {
          if (seconds <= at) costs[i] = cost;
        });
      const recalled = way === 'warm' ? atOnce(recallSearch(instance, kept)) : null;
      const result = solve(instance, seed, Math.max(...SECONDS), { kept: recalled, report });
      return { seed, change, way, costs, bound: result.bound, cost: result.solution.cost / 100 };
    });
    const best = Math.min(reference.solution.cost / 100, ...outcomes.map(({ cost }) => cost));
    return outcomes.map((outcome) => ({ ...outcome, best }));
  });
};

const main = async (): Promise<void> => {
  await prepareHighs();
  // The first two measurements are not used, so that none that is used waits for code to be compiled.
  for (let q = 0; q < 2; q++) measure({ plan: 2, reference: 0.1, class: '1000×200 d' }, 1);
  const outcomes: Outcome[] = [];
  for (let seed = options.first; seed < options.first + options.seeds; seed++) {
    const own = measure(options, seed);
    outcomes.push(...own);
    for (const { change, way, costs, best } of own)
      console.log(`seed ${seed}, ${change}, ${way}: ${costs.join(', ')}; best ${best}`);
  }
  const above = (change: Change | null, way: string, i: number): number[] =>
    outcomes
      .filter((outcome) => outcome.way === way && (change === null || outcome.change === change))
      .map(({ costs, best }) => (costs[i] - best) / best);
  const rows = [...CHANGES, null].flatMap((change) =>
    SECONDS.map((at, i) => {
      const [warm, cold] = [above(change, 'warm', i), above(change, 'cold', i)];
      return [
        change ?? 'all',
        `${at} s`,
        percent(median(warm), 2),
        percent(Math.max(...warm), 2),
        percent(median(cold), 2),
        percent(Math.max(...cold), 2),
        warm.filter((value, k) => value < cold[k]).length,
        warm.filter((value, k) => value > cold[k]).length,
      ];
    }),
  );
  const head = ['change', 'at', 'warm, median', 'worst', 'cold, median', 'worst', 'warm is better', 'cold is better'];
  const { class: name, seeds, first, plan, reference, clock } = options;
  const text = `${name}, planned by \`auto\` for ${plan} s and applied, then changed: \`auto\` with what that search left (warm) and without (cold), one thread, above the best of ${reference} s more, ${seeds} seeds from ${first}; seconds of the ${clock === 'wall' ? 'clock' : 'thread’s processor time'} after compiling. ${machine()}.\n\n`;
  await publish(`warm-${name.replaceAll('×', 'x').replaceAll(' ', '')}`, text + formatTable(head, rows), outcomes);
};

await main();
