import { beforeAll, expect, test } from 'vitest';
import { compile } from '../../engine/instance/compile.ts';
import { generatePlan } from '../../fixtures/generate/generatePlan.ts';
import { toPlan } from '../model/translate.ts';
import { minMarginals, rowScratch } from '../model/pathModel.ts';
import { relax } from '../model/relaxation.ts';
import { rowsOfEqualPaths } from '../model/rowClasses.ts';
import { optimumByHighs } from '../testing/optimumByHighs.ts';
import { prepareHighs } from './loadHighs.ts';
import { roundLinear } from './roundLinear.ts';

beforeAll(() => prepareHighs());

// Guarantee: no plan is better than the optimum, and the bound never exceeds it.
test('with interchangeable rows, the rounded linear program is nearly always optimal, and its bound is close', () => {
  const seeds = Array.from({ length: 6 }, (_, i) => 1 + i);
  let [optimal, tight] = [0, 0];
  for (const seed of seeds) {
    const instance = compile(generatePlan({ operations: 90, resources: 24, days: 1, seed, disrupted: false }));
    const relaxation = relax(instance);
    const { model, constant } = relaxation;
    const optimum = optimumByHighs(instance, true);
    const prices = new Float64Array(model.partCount);
    const marginals = new Float64Array(model.part.length);
    minMarginals(model, prices, rowScratch(model), marginals, marginals);
    let cost = Number.POSITIVE_INFINITY;
    const found = roundLinear(model, rowsOfEqualPaths(model), {
      keep: new Uint8Array(model.part.length).fill(1),
      known: { prices, priceUnit: relaxation.priceUnit, marginals, outMarginals: model.leaveOut },
      reducedWidth: Number.POSITIVE_INFINITY,
      roundingSeconds: null,
      grain: 0.01,
      nodeLimit: null,
      limitSeconds: null,
      stop: () => false,
      onPlan: (positions) => {
        const plan = toPlan(relaxation, positions);
        cost = Math.min(cost, plan.cost);
        return (plan.cost - constant) / 100;
      },
    })!;
    const bound = constant + 100 * found;
    expect(cost, `seed ${seed}`).toBeGreaterThanOrEqual(optimum);
    expect(bound, `seed ${seed}`).toBeLessThanOrEqual(optimum + 0.01);
    if (cost === optimum) optimal++;
    if (bound > 0.99 * optimum) tight++;
  }
  expect(optimal).toBeGreaterThan(seeds.length / 2);
  expect(tight).toBeGreaterThan(seeds.length / 2);
});
