import { expect, test } from 'vitest';
import { compile } from '../../engine/instance/compile.ts';
import { createRandom } from '../../engine/random.ts';
import { randomDocument } from '../../engine/testing/randomInstance.ts';
import { boundOf, gapCost, leastCosts, rowScratch } from '../model/pathModel.ts';
import type { PathPlan } from '../model/pathPlan.ts';
import { relax } from '../model/relaxation.ts';
import { toPaths } from '../model/translate.ts';
import { lossByPart } from './planLoss.ts';

/** What the plan costs in the model, gaps between neighbors included. */
const costOf = ({ model, rows, position }: PathPlan): number => {
  const { cost, leaveOut, usage, gapCosts } = model;
  let sum = position.reduce((total, k, i) => total + (k < 0 ? leaveOut[i] : cost[k]), 0);
  rows.forEach((taken, row) => {
    if (taken.length > 0) sum += usage[row];
    if (gapCosts !== null) for (let q = 1; q < taken.length; q++) sum += gapCost(gapCosts, taken[q - 1], taken[q]);
  });
  return sum;
};

// Guarantee: with any prices, the losses of any plan without overlaps are not negative, and their sum is all that lies between the plan and what the prices prove.
test('losses add up to the distance of the plan from the bound', () => {
  let gaps = 0;
  for (let seed = 8000; seed < 8400; seed++) {
    const instance = compile(randomDocument(seed, { operations: 14, resources: 4 }), {
      referenceTime: '2026-06-01T00:00:00Z',
    });
    const relaxation = relax(instance);
    const { model, partOf, columns } = relaxation;
    const random = createRandom(seed);
    const nothing = Int32Array.from(instance.pinned, () => -1);
    const plan = toPaths(relaxation, nothing);
    for (let i = 0; i < model.partCount; i++) if (random.below(4) === 0) plan.remove(i);
    const placement = nothing.slice();
    plan.position.forEach((k, i) => (placement[partOf[i]] = k < 0 ? -1 : columns.row[k]));
    const prices = leastCosts(model).map((least, i) => least + random.next() * (model.leaveOut[i] - least));
    const loss = lossByPart(relaxation, placement, prices);
    const excess = costOf(plan) - boundOf(model, prices, rowScratch(model));
    expect(Math.min(0, ...loss), `seed ${seed}`).toBeGreaterThan(-1e-6);
    expect(
      loss.reduce((sum, value) => sum + value, 0),
      `seed ${seed}`,
    ).toBeCloseTo(excess, 5);
    if (model.gapCosts !== null) gaps++;
  }
  expect(gaps).toBeGreaterThan(50);
});
