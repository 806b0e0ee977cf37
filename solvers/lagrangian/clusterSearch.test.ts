/** Guarantee: the search in clusters proves only bounds that hold, repeats under a step limit, and closes gaps that the others leave. */
import { beforeAll, expect, test } from 'vitest';
import { createRandom } from '../../engine/random.ts';
import { relax } from '../model/relaxation.ts';
import type { Solver } from '../solver.ts';
import { exhaustiveCost, planCount } from '../testing/exhaustive.ts';
import { runAlone } from '../testing/runAlone.ts';
import { ward } from '../testing/ward.ts';
import { lagrangian } from './lagrangian.ts';
import { COMPONENTS, LagrangianSearch } from './search.ts';

beforeAll(async () => {
  await lagrangian.prepare?.();
});

test('in small wards, bounds hold and runs repeat', () => {
  const random = createRandom(4);
  let tried = 0;
  for (let seed = 0; seed < 40; seed++) {
    const instance = ward(random, 4 + random.below(3), 1 + random.below(2));
    if (planCount(instance) > 5000) continue;
    tried++;
    const best = exhaustiveCost(instance);
    const [one, two] = [0, 1].map(() => runAlone(lagrangian, instance, { seed, steps: 600 }).result);
    expect(one.bound, `seed ${seed}`).toBeLessThanOrEqual(best);
    expect(one.solution.cost, `seed ${seed}`).toBeGreaterThanOrEqual(best);
    expect([two.solution.placement, two.bound]).toEqual([one.solution.placement, one.bound]);
  }
  expect(tried).toBeGreaterThan(20);
});

test('in a larger ward, plan and bound are closer than without clusters', () => {
  const gapOf = (components: typeof COMPONENTS): number => {
    const solve: Solver['solve'] = (instance, run) => new LagrangianSearch(relax(instance), run, components).solve();
    const instance = ward(createRandom(5), 40, 6);
    const { bound, solution } = runAlone({ ...lagrangian, solve }, instance, { seed: 1, steps: 3000 }).result;
    return solution.cost - bound!;
  };
  // The ward is still so small that it would be searched at once for all that can be better.
  const components = COMPONENTS.filter(({ id }) => id !== 'whole-proof');
  const others = components.filter(({ id }) => id !== 'cluster-search');
  expect(others.length).toBe(components.length - 1);
  expect(gapOf(components)).toBeLessThan(0.5 * gapOf(others));
});
