/** Guarantee: the exact search of a window finds the best places of its parts beside all others, which stay where they are. */
import { beforeAll, expect, test } from 'vitest';
import { Plan } from '../../engine/board/plan.ts';
import { NOT_PINNED } from '../../engine/instance/instance.ts';
import { costsLeftOut } from '../../engine/objective/terms/termShapes.ts';
import { createRandom } from '../../engine/random.ts';
import { randomInstance } from '../../engine/testing/randomInstance.ts';
import { prepareHighs } from '../integer/loadHighs.ts';
import { relax } from '../model/relaxation.ts';
import { exhaustiveCost, planCount } from '../testing/exhaustive.ts';
import { searchWindow } from './exactWindow.ts';

beforeAll(() => prepareHighs());

const SEEDS = 1200;
const MOST_PLANS = 1000;
const RUN = {
  parameters: { gap: 0, seed: 1, stepLimit: 1000, timeLimitSeconds: 60, threads: 1 },
  elapsedSeconds: () => 0,
  stop: () => false,
};

test('a window has the cost that trying every plan of its parts finds', () => {
  const random = createRandom(1);
  let [tried, pairs, improved] = [0, 0, 0];
  for (let seed = 0; seed < SEEDS; seed++) {
    const instance = { ...randomInstance(seed), maxReassignments: -1 };
    const relaxation = relax(instance);
    const { partOf, model } = relaxation;
    const knowsAll = relaxation.exact || (costsLeftOut(instance).length === 0 && instance.terms.risk === null);
    if (!knowsAll || model.overlapCost < Number.POSITIVE_INFINITY) continue;
    const { arcStart, arcResource, pinned } = instance;
    const placement = pinned.map((place, part) => {
      const arcs = arcStart[part + 1] - arcStart[part];
      if (place !== NOT_PINNED) return place;
      return arcs === 0 || random.below(4) === 0 ? -1 : arcResource[arcStart[part] + random.below(arcs)];
    });
    const parts = Int32Array.from(partOf.keys()).filter(() => random.below(2) === 0);
    const free = new Set(Array.from(parts, (i) => partOf[i]));
    const beside = { ...instance, pinned: pinned.map((place, part) => (free.has(part) ? place : placement[part])) };
    if (free.size === 0 || planCount(beside) > MOST_PLANS) continue;
    const before = new Plan(instance, placement).cost;
    let found = before;
    const marginals = new Float64Array(model.part.length);
    const outcome = searchWindow(
      relaxation,
      RUN,
      { placement, parts, marginals, width: 0, mostSeconds: 60 },
      (plan) => {
        found = Math.min(found, new Plan(instance, plan).cost);
        for (let part = 0; part < plan.length; part++)
          if (!free.has(part)) expect(plan[part], `seed ${seed}`).toBe(placement[part]);
      },
    );
    expect(outcome, `seed ${seed}`).toBe('solved');
    const best = exhaustiveCost(beside);
    if (!relaxation.exact) pairs++;
    expect(found, `seed ${seed}`).toBe(best);
    tried++;
    if (found < before) improved++;
  }
  expect(tried).toBeGreaterThan(SEEDS / 30);
  expect(pairs).toBeGreaterThan(tried / 8);
  expect(improved).toBeGreaterThan(tried / 3);
});
