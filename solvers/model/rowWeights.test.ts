import { expect, test } from 'vitest';
import { compile } from '../../engine/instance/compile.ts';
import { createRandom } from '../../engine/random.ts';
import { randomDocument } from '../../engine/testing/randomInstance.ts';
import { backward, type PathModel, rowScratch, tracePath } from './pathModel.ts';
import { relax } from './relaxation.ts';
import { rowPathsOf } from './rowWeights.ts';

const REFERENCE = { referenceTime: '2026-06-01T00:00:00Z' };

/** The parts of a row's cheapest path, in JavaScript. */
const pathOf = (model: PathModel, row: number, prices: Float64Array): number[] => {
  const [best, path] = [rowScratch(model), new Int32Array(model.partCount + 1)];
  const length = backward(model, row, prices, best) === 0 ? 0 : tracePath(model, row, best, path);
  return [...path.subarray(0, length)];
};

// Guarantee: WebAssembly finds the paths that JavaScript finds, wherever parts have costs of gaps, and after costs and prices have changed.
test('paths in weights are those of the model, with and without costs of gaps and of overlaps', () => {
  const seen = { gaps: 0, overlaps: 0, plain: 0, parts: 0 };
  for (let seed = 0; seed < 400; seed++) {
    const random = createRandom(seed);
    const { model } = relax(compile(randomDocument(seed, { operations: 16, resources: 4 }), REFERENCE));
    const before = model.cost.slice();
    const paths = rowPathsOf(model);
    if (model.gapCosts !== null) seen.gaps++;
    if (model.overlapCost < Number.POSITIVE_INFINITY) seen.overlaps++;
    else if (model.gapCosts === null) seen.plain++;
    const found = new Int32Array(model.partCount + 1);
    for (let round = 0; round < 3; round++) {
      for (let i = 0; i < model.partCount; i++) paths.prices[i] = random.next() * model.leaveOut[i];
      // Coarse costs make paths equally cheap, of which both must choose the same.
      for (let k = 0; k < model.cost.length; k++) paths.model.cost[k] = Math.round(before[k] + 40 * random.next());
      for (let row = 0; row < model.rowCount; row++) {
        const path = pathOf(paths.model, row, paths.prices);
        const length = paths.cheapestPath(row, found);
        expect([...found.subarray(0, length)], `seed ${seed}, row ${row}`).toEqual(path);
        seen.parts += length;
      }
    }
    expect(model.cost).toEqual(before);
  }
  expect(seen.gaps).toBeGreaterThan(40);
  expect(seen.overlaps).toBeGreaterThan(20);
  expect(seen.plain).toBeGreaterThan(20);
  expect(seen.parts).toBeGreaterThan(4000);
});
