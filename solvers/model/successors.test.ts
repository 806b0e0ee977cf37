import * as fc from '../../tests/properties.ts';
import { expect, test } from 'vitest';
import { compile } from '../../engine/instance/compile.ts';
import { PairCosts } from '../../engine/objective/pairs/pairCosts.ts';
import { randomDocument } from '../../engine/testing/randomInstance.ts';
import { exhaustiveCost } from '../testing/exhaustive.ts';
import { boundOf, gapCost, rowScratch } from './pathModel.ts';
import { relax } from './relaxation.ts';

test('what the path model charges for two neighbors is never more than they cost, with buffers and risk', () => {
  let charged = 0;
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 31 - 1 }), (seed) => {
      const drawn = randomDocument(seed, { operations: 12, resources: 2 });
      const risky = { ...drawn, planning: { ...drawn.planning, weights: { ...drawn.planning.weights, risk: 500 } } };
      const { instance, model, partOf } = relax(compile({ ...risky, parameters: {} }));
      const { rowStart, part, next, gapCosts } = model;
      const pairs = new PairCosts(instance);
      for (let row = 0; gapCosts !== null && row < model.rowCount; row++) {
        const sentinel = rowStart[row + 1] - 1;
        for (let k = rowStart[row]; k < sentinel; k++) {
          for (let q = next[k]; q < sentinel; q++) {
            const [p, other] = [partOf[part[k]], partOf[part[q]]];
            const cost = pairs.softCostOf(p, other, row, instance.start[other] - instance.end[p]);
            const modeled = Math.round(100 * gapCost(gapCosts, k, q));
            expect(modeled).toBeLessThanOrEqual(cost);
            if (modeled > 0) charged++;
          }
        }
      }
    }),
    { numRuns: 60 },
  );
  expect(charged).toBeGreaterThan(100);
});

test('the bound contains a risk that no plan avoids', () => {
  const at = (minutes: number): string => new Date(60_000 * minutes).toISOString();
  const task = (minutes: number) => ({ taskName: 't', expectedTime: at(minutes), sigma: 600 });
  const instance = compile({
    format: 'tidegate/planning@1',
    planning: { id: 'p', name: 'P', weights: { risk: 100 } },
    locations: [{ id: 'l', name: 'L' }],
    tags: [],
    resources: [{ id: 'r', name: 'R', location: 'l' }],
    groups: [],
    operations: [0, 1, 2].map((i) => ({ id: `${i}`, inboundTask: task(60 * i), outboundTask: task(60 * i + 50) })),
    rules: [],
    assignments: [],
  });
  const relaxation = relax(instance);
  const { model } = relaxation;
  const bound = relaxation.constant / 100 + boundOf(model, model.leaveOut, rowScratch(model));
  const optimum = exhaustiveCost(instance) / 100;
  expect(optimum).toBeGreaterThan(20);
  expect(bound).toBeGreaterThan(0.8 * optimum);
  expect(bound).toBeLessThanOrEqual(optimum + 1e-6);
});
