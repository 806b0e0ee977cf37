import { beforeAll, expect, test } from 'vitest';
import { check } from '../../engine/check.ts';
import { compile } from '../../engine/instance/compile.ts';
import { createRandom } from '../../engine/random.ts';
import { generatePlan } from '../../fixtures/generate/generatePlan.ts';
import { initialSolution } from '../initialSolution.ts';
import { prepareHighs } from '../integer/loadHighs.ts';
import { relax } from '../model/relaxation.ts';
import { byPart } from '../model/translate.ts';
import type { Run, SolveResult } from '../solver.ts';
import { countedRun } from '../testing/countedRun.ts';
import { LagrangianSearch } from './search.ts';

beforeAll(prepareHighs);

/** What is known after the opening from these prices; null: from none. */
const openFrom = (seed: number, joint: (known: Float64Array) => Float64Array): readonly SolveResult[] => {
  const instance = compile(generatePlan({ operations: 400, resources: 20, days: 3, seed, disrupted: true }));
  const relaxation = relax(instance);
  let prices: Float64Array | null = null;
  const run = (): Run => ({
    ...countedRun(),
    random: createRandom(seed),
    initial: initialSolution(instance, null),
    parameters: { gap: 0, seed, stepLimit: null, timeLimitSeconds: 1e6, threads: 1 },
    exchange: null,
    report: (event) => {
      if (event.kind === 'prices') ({ prices } = event);
    },
  });
  const alone = new LagrangianSearch(relaxation, run());
  alone.begin();
  const result = alone.result();
  const known = Float64Array.from(relaxation.partOf, (part) => prices![part]);
  const further = new LagrangianSearch(relaxation, run(), undefined, byPart(relaxation, joint(known)));
  further.begin();
  for (const { solution } of [result, further.result()])
    expect(check(instance, solution.placement)).toMatchObject({ feasible: true, levels: { total: solution.cost } });
  return [result, further.result()];
};

// Guarantee: prices that contradict one another cost time, and neither bound nor plan.
test.each([
  ['good', (known: Float64Array) => known],
  [
    'too low after a cut',
    (known: Float64Array) => known.map((price, i) => (i < known.length / 2 ? price : 0.5 * price)),
  ],
  ['worthless', (known: Float64Array) => known.map(() => 0)],
])('from prices of blocks that are %s, bound and plan become as good as from none', (_, joint) => {
  let [bounds, costs, bound, cost] = [0, 0, 0, 0];
  for (let seed = 1; seed <= 4; seed++) {
    const [alone, further] = openFrom(seed, joint);
    bounds += alone.bound!;
    costs += alone.solution.cost;
    bound += further.bound!;
    cost += further.solution.cost;
  }
  expect(bound / bounds).toBeGreaterThan(0.98);
  expect(cost / costs).toBeLessThan(1.03);
});
