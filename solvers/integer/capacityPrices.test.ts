import { beforeAll, expect, test } from 'vitest';
import { compile } from '../../engine/instance/compile.ts';
import { generatePlan } from '../../fixtures/generate/generatePlan.ts';
import { boundOf, leastCosts, rowScratch } from '../model/pathModel.ts';
import { peakFloor } from '../model/peakFloor.ts';
import { relax } from '../model/relaxation.ts';
import { optimumByHighs } from '../testing/optimumByHighs.ts';
import { capacityPrices } from './capacityPrices.ts';
import { prepareHighs } from './loadHighs.ts';

/** Cost of leaving a part out, in hundredths. */
const LEFT_OUT = 100_000;

beforeAll(() => prepareHighs());

// Guarantee: where rows differ only in which parts they may take, the prices are those of the linear program.
test('on a crowded day whose places cost nothing, the prices prove how many parts are left out, which the busiest moments alone do not', () => {
  let missed = 0;
  for (let seed = 1; seed <= 6; seed++) {
    const instance = compile(generatePlan({ operations: 60, resources: 6, days: 1, seed, disrupted: false }));
    const free = { ...instance, arcCost: instance.arcCost.map(() => 0) };
    const relaxation = relax(free);
    const { model, constant } = relaxation;
    const prices = capacityPrices(relaxation, { limitSeconds: null, stop: () => false })!;
    const proven = constant + 100 * boundOf(model, prices, rowScratch(model));
    const optimum = optimumByHighs(free, true);
    expect(proven, `seed ${seed}`).toBeLessThanOrEqual(optimum + 0.01);
    expect(proven, `seed ${seed}`).toBeGreaterThan(optimum - LEFT_OUT);
    const floor = peakFloor(relaxation, leastCosts(model))!;
    if (constant + 100 * floor.bound < proven - 1) missed++;
  }
  expect(missed).toBeGreaterThan(2);
});
