import { expect, test } from 'vitest';
import { createRandom } from '../../engine/random.ts';
import { randomInstance } from '../../engine/testing/randomInstance.ts';
import type { Run } from '../solver.ts';
import { exhaustiveCost, planCount } from '../testing/exhaustive.ts';
import { Ascent } from './ascent.ts';
import { type Relaxation, relax } from '../model/relaxation.ts';
import { Tightening } from './tightening.ts';

const MOST_PLANS = 20_000;
const run = { stop: () => false, step: () => {}, elapsedSeconds: () => 0 };

/** Returns approximately the best bound that the relaxation proves without prices on pairs. */
const plainBound = (relaxation: Relaxation): number => {
  const whole = { ...run, random: createRandom(1), report: () => {} } as unknown as Run;
  const ascent = new Ascent(relaxation, whole, () => {});
  ascent.climb(1500);
  return ascent.bound;
};

// Guarantee: the bound never exceeds the cost of any plan, whatever the initial prices and the number of iterations.
test('the tightened bound never exceeds the cost of the best plan', () => {
  const random = createRandom(1);
  let [tried, higher] = [0, 0];
  for (let seed = 0; seed < 7500; seed++) {
    const instance = randomInstance(seed);
    const relaxation = relax(instance);
    const prices = relaxation.model.leaveOut.map((out) => out * random.next());
    const tightening = new Tightening(relaxation, prices, random.split());
    if (tightening.isEmpty || planCount(instance) > MOST_PLANS) continue;
    tried++;
    const best = exhaustiveCost({ ...instance, maxReassignments: -1 });
    let before = Number.NEGATIVE_INFINITY;
    for (let round = 0; round < 4; round++) {
      tightening.advance([1, 40, 400, 1500][round], run);
      const claimed = relaxation.constant + 100 * tightening.bound;
      expect(claimed, `seed ${seed}`).toBeLessThanOrEqual(best + 1e-3);
      expect(tightening.bound).toBeGreaterThanOrEqual(before);
      before = tightening.bound;
      expect(tightening.isFine).toBe(round === 3);
    }
    if (relaxation.constant + 100 * before > relaxation.constant + 100 * plainBound(relaxation) + 1) higher++;
  }
  expect(tried).toBeGreaterThan(400);
  expect(higher).toBeGreaterThan(15);
});
