import { beforeAll, describe, expect, test } from 'vitest';
import { atOnce } from '../../engine/atOnce.ts';
import { compile } from '../../engine/instance/compile.ts';
import { keepSearch, recallSearch, type KeptSearch } from '../../engine/instance/keptSearch.ts';
import type { Instance } from '../../engine/instance/instance.ts';
import { createRandom } from '../../engine/random.ts';
import { randomDocument } from '../../engine/testing/randomInstance.ts';
import { generatePlan } from '../../fixtures/generate/generatePlan.ts';
import { auto, createAuto } from '../auto/auto.ts';
import { lagrangian } from '../lagrangian/lagrangian.ts';
import { exhaustiveCost, planCount } from '../testing/exhaustive.ts';
import { runAlone } from '../testing/runAlone.ts';
import { AFTER_MANY_CHANGES, diveInTime } from './keptPrices.ts';

const REFERENCE = { referenceTime: '2026-06-01T00:00:00Z' };
/** Divides every horizon of several days. */
const divided = { ...createAuto({ fewestParts: 0, fewestArcsWithPairs: 0, wantedParts: 2 }), id: 'auto in blocks' };
const GARBAGE = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -1e12, 1e12, 0, 1e-300];

/** Numbers that no search would leave, and places that may not be there. */
const garbage = ({ partCount, resourceCount }: Instance, seed: number): KeptSearch => {
  const random = createRandom(seed);
  const scale = 10 ** random.below(6);
  return {
    prices: Float64Array.from({ length: partCount }, () =>
      random.below(8) === 0 ? GARBAGE[random.below(GARBAGE.length)] : scale * (random.next() - 0.3),
    ),
    placement: Int32Array.from({ length: partCount }, () => random.below(resourceCount + 3) - 2),
  };
};

beforeAll(() => auto.prepare?.());

describe('what an earlier search left', () => {
  test.each([
    { solver: lagrangian, seeds: 150 },
    { solver: auto, seeds: 8 },
    { solver: divided, seeds: 60 },
  ])('never makes a bound of $solver.id false or a plan unfeasible, however wrong it is', ({ solver, seeds }) => {
    let tried = 0;
    for (let seed = 5000; seed < 5000 + seeds; seed++) {
      const instance = compile(randomDocument(seed, { operations: 5, resources: 3 }), REFERENCE);
      if (planCount(instance) > 2000) continue;
      tried++;
      const { result } = runAlone(solver, instance, { seed, steps: 100, kept: garbage(instance, seed) });
      const best = exhaustiveCost(instance);
      expect(result.bound, `seed ${seed}`).toBeLessThanOrEqual(best);
      expect(result.solution.cost, `seed ${seed}`).toBeGreaterThanOrEqual(best);
    }
    expect(tried).toBeGreaterThan(seeds / 2);
  });

  test.each([
    { solver: auto, days: 1, steps: 150, firstSteps: 1000 },
    {
      solver: createAuto({ fewestParts: 0, fewestArcsWithPairs: 0, wantedParts: 50 }),
      days: 3,
      steps: 1200,
      firstSteps: 4000,
    },
  ])('is worth most of an ascent over $days day(s), after a change', ({ solver, days, steps, firstSteps }) => {
    const plan = { operations: 150, resources: 45 / days, days, seed: 4 };
    const before = compile(generatePlan({ ...plan, disrupted: false }));
    const { result, prices } = runAlone(solver, before, { steps: firstSteps });
    const bytes = atOnce(keepSearch(before, { prices: prices!, placement: result.solution.placement }))!;
    const after = compile(generatePlan({ ...plan, disrupted: true }));
    const warm = runAlone(solver, after, { steps, kept: atOnce(recallSearch(after, bytes)) }).result;
    const cold = runAlone(solver, after, { steps }).result;
    expect(warm.solution.cost).toBeLessThanOrEqual(cold.solution.cost);
    const gap = ({ bound, solution: { cost } }: typeof warm): number => (cost - bound!) / cost;
    expect(gap(warm)).toBeLessThan(0.5 * gap(cold));
  });
});

test('the dive after many changes hurries once less time is left than what follows takes', () => {
  let left = Number.POSITIVE_INFINITY;
  const { hurry, ...usual } = diveInTime(() => left, 0.1);
  expect(usual).toEqual(AFTER_MANY_CHANGES.dive);
  expect(hurry!.isDue()).toBe(false);
  left = 0.2;
  expect(hurry!.isDue()).toBe(false);
  left = 0.05;
  expect(hurry!.isDue()).toBe(true);
  expect(hurry!.share).toBeGreaterThan(usual.share);
});
