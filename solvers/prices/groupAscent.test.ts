import { expect, test } from 'vitest';
import { compile } from '../../engine/instance/compile.ts';
import { createRandom } from '../../engine/random.ts';
import { overDays } from '../../engine/testing/overDays.ts';
import { randomDocument } from '../../engine/testing/randomInstance.ts';
import { groupBundlesOf } from '../model/groupBundles.ts';
import { relax } from '../model/relaxation.ts';
import { exhaustiveCost, planCount } from '../testing/exhaustive.ts';
import { GroupAscent } from './groupAscent.ts';

const MOST_PLANS = 5000;
const SMALL = { operations: 7, resources: 2 };
/** Days of the horizon, and the most of a span. */
const HORIZONS = [
  { days: 2, most: 2 },
  { days: 4, most: 2 },
] as const;
const run = { stop: () => false, step: () => {} };

// Guarantee: the bound never exceeds the cost of any plan, whatever the initial prices and the number of iterations.
test('the bound of paths over several days never exceeds the cost of the best plan', () => {
  const random = createRandom(1);
  let [tried, higher, tight, flights, spans, wider] = [0, 0, 0, 0, 0, 0];
  for (let seed = 0; seed < 3000; seed++) {
    const { days, most } = HORIZONS[seed % HORIZONS.length];
    const instance = compile(overDays(randomDocument(seed, SMALL), days, random), {
      referenceTime: '2026-06-01T00:00:00Z',
    });
    if (planCount(instance) > MOST_PLANS) continue;
    const relaxation = relax(instance);
    const bundles = groupBundlesOf(relaxation, most);
    if (bundles === null) continue;
    const { model, constant } = relaxation;
    const prices = model.leaveOut.map((out) => out * random.next());
    let ascent = new GroupAscent(relaxation, bundles, prices, random.split());
    const best = exhaustiveCost({ ...instance, maxReassignments: -1 });
    let [before, plain] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let round = 0; round < 4; round++) {
      ascent.advance(60, run);
      const claimed = constant + 100 * ascent.bound;
      expect(claimed, `seed ${seed}`).toBeLessThanOrEqual(best + 1e-3);
      expect(ascent.bound).toBeGreaterThanOrEqual(before);
      before = ascent.bound;
      if (round === 1) plain = before;
    }
    for (let next = ascent.wider(); next !== null; next = ascent.wider()) {
      ascent = next;
      for (let round = 0; round < 4; round++) ascent.advance(60, run);
      expect(constant + 100 * ascent.bound, `seed ${seed}, wider`).toBeLessThanOrEqual(best + 1e-3);
      if (ascent.bound > before + 0.05) wider++;
      before = Math.max(before, ascent.bound);
    }
    tried++;
    if (!bundles.areComplete) flights++;
    if (bundles.model.rowCount > model.rowCount) spans++;
    if (before > plain + 0.05) higher++;
    if (constant + 100 * before > best - 1) tight++;
  }
  expect(tried).toBeGreaterThan(100);
  expect(flights).toBeGreaterThan(30);
  expect(spans).toBeGreaterThan(30);
  expect(wider).toBeGreaterThan(5);
  expect(higher).toBeGreaterThan(25);
  expect(tight).toBeGreaterThan(10);
});
