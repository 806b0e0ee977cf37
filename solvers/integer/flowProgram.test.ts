/** Guarantee: what a proof claims of an instance with rules about pairs never exceeds the cost of the best plan, for any prices, width and incumbent. */
import { beforeAll, expect, test } from 'vitest';
import { createRandom } from '../../engine/random.ts';
import { randomInstance } from '../../engine/testing/randomInstance.ts';
import { relax, wholeExtent } from '../model/relaxation.ts';
import { singleRows } from '../model/rowClasses.ts';
import { Tightening } from '../prices/tightening.ts';
import { exhaustiveCost, planCount } from '../testing/exhaustive.ts';
import { prove } from './coreSearch.ts';
import { prepareHighs } from './loadHighs.ts';
import { toPlan } from '../model/translate.ts';

beforeAll(() => prepareHighs());

const RUNS = 1200;
const MOST_PLANS = 3000;

test('a proof by flows never claims more than the cost of the best plan, and reaches it where the program leaves out no term', () => {
  const random = createRandom(1);
  const run = { stop: () => false, step: () => {} };
  let [tried, tight] = [0, 0];
  for (let seed = 0; seed < RUNS; seed++) {
    const instance = randomInstance(seed);
    if (planCount(instance) > MOST_PLANS) continue;
    const expected = instance.arcStart.subarray(1).map((arc) => instance.arcResource[arc - 1] ?? -1);
    const relaxation = relax(instance, wholeExtent(instance, seed % 2 === 0 ? null : expected));
    const { model, constant, grain } = relaxation;
    if (model.overlapCost < Number.POSITIVE_INFINITY) continue;
    const prices = model.leaveOut.map((out) => out * random.next());
    const tightening = new Tightening(relaxation, prices, random.split());
    if (tightening.isEmpty && model.gapCosts === null) continue;
    tightening.advance(random.below(200), run);
    const best = exhaustiveCost({ ...instance, maxReassignments: -1 });
    const proven = tightening.proven();
    const incumbent = (best - constant) / 100 + random.below(3) * (grain / 100);
    const width = random.below(3) === 0 ? Number.POSITIVE_INFINITY : random.next() * (incumbent - proven.bound);
    const bounds: number[] = [];
    const proof = prove(proven.model, singleRows(model), {
      ...proven,
      width,
      incumbent,
      seeksPlans: random.below(2) === 0,
      mostSearched: random.below(2) === 0 ? 0 : Number.POSITIVE_INFINITY,
      grain: grain / 100,
      mostColumns: 10_000,
      nodeLimit: null,
      limitSeconds: null,
      stop: () => false,
      onPlan: (positions) => expect(toPlan(relaxation, positions).cost).toBeGreaterThanOrEqual(best),
      onBound: (bound) => bounds.push(bound),
      known: null,
    })!;
    tried++;
    for (const bound of [...bounds, proof.bound])
      expect(constant + 100 * bound, `seed ${seed}`).toBeLessThanOrEqual(best + 0.01);
    if (constant + 100 * proof.bound > best - 0.5) tight++;
  }
  expect(tried).toBeGreaterThan(RUNS / 30);
  expect(tight).toBeGreaterThan(tried / 3);
});
