import { expect, test } from 'vitest';
import { compile } from '../../engine/instance/compile.ts';
import { createRandom, type Random } from '../../engine/random.ts';
import { randomDocument } from '../../engine/testing/randomInstance.ts';
import { generatePlan } from '../../fixtures/generate/generatePlan.ts';
import { leastCosts, type PathModel } from '../model/pathModel.ts';
import { relax } from '../model/relaxation.ts';
import {
  inWeights,
  readPrices,
  restrictSweep,
  type SweepArrays,
  type SweepModel,
  sweepModelOf,
  visitRow,
  writePrices,
} from './sweepModel.ts';

const REFERENCE = { referenceTime: '2026-06-01T00:00:00Z' };

const arraysFor = (model: PathModel, prices: Float64Array, sharedUnits: Int32Array | null = null): SweepArrays => ({
  prices: prices.slice(),
  sharedUnits,
  count: new Int32Array(model.partCount),
  least: leastCosts(model),
  path: new Int32Array(model.partCount + 1),
});

/** Visits all rows, and returns the path of each. */
const sweep = (swept: SweepModel, step: number, arrays: SweepArrays): number[][] => {
  writePrices(swept, arrays);
  return Array.from({ length: swept.model.rowCount }, (_, row) => [
    ...arrays.path.subarray(0, visitRow(swept, row, step, arrays)),
  ]);
};

/** Prices up to the costs of leaving parts out, whole multiples of 1/64, which all units of these instances can express. */
const drawPrices = ({ leaveOut, partCount }: PathModel, random: Random): Float64Array =>
  Float64Array.from({ length: partCount }, (_, i) => Math.min(leaveOut[i], random.below(64 * 1500) / 64));

// Guarantee: an ascent takes the same steps with units as with weights, wherever units can express its prices.
test('visits in units find the paths that visits in weights find, on whole models and on restricted ones', () => {
  let [inUnits, longest] = [0, 0];
  for (let seed = 300; seed < 420; seed++) {
    const random = createRandom(seed);
    const document =
      seed % 2 === 0
        ? generatePlan({ operations: 60, resources: 8, days: 1, seed, disrupted: seed % 4 === 0 })
        : randomDocument(seed, { operations: 14, resources: 4 });
    const { model } = relax(compile(document, REFERENCE));
    // The costs become whole multiples of 1/4, so that no rounding decides between two paths.
    const rounded = { ...model, cost: model.cost.map((cost) => Math.round(4 * cost) / 4) };
    const whole = sweepModelOf(rounded, 1);
    if (whole.units !== null) inUnits++;
    const keep = Uint8Array.from(model.part, () => (random.next() < 0.7 ? 1 : 0));
    for (const swept of [whole, restrictSweep(whole, keep)]) {
      const prices = drawPrices(model, random);
      const [a, b] = [arraysFor(model, prices), arraysFor(model, prices)];
      for (const step of [8, 2, 0.25]) {
        const paths = sweep(swept, step, a);
        expect(paths, `seed ${seed}`).toEqual(sweep(inWeights(swept.model), step, b));
        longest = Math.max(longest, ...paths.map((path) => path.length));
      }
      expect(a.prices).toEqual(b.prices);
      expect(a.count).toEqual(b.count);
    }
  }
  expect(inUnits).toBeGreaterThan(60);
  expect(longest).toBeGreaterThan(4);
});

// Guarantee: prices far below all costs, which no path can take, are as good as low ones, and no sum exceeds 32 bits.
test('parts whose placing is worth more than leaving them out costs keep their low prices', () => {
  const { model } = relax(compile(generatePlan({ operations: 80, resources: 6, days: 2, seed: 1, disrupted: false })));
  const random = createRandom(3);
  for (let q = 0; q < 20; q++) {
    const bonus = 500 * random.below(8);
    const cheap = { ...model, cost: model.cost.map((cost) => Math.round(4 * cost) / 4 - bonus) };
    const whole = sweepModelOf(cheap, 1);
    expect(whole.units).not.toBeNull();
    const prices = drawPrices(cheap, random).map((price) =>
      random.next() < 0.2 ? -1e12 : price - random.below(2) * bonus,
    );
    const [a, b] = [arraysFor(cheap, prices), arraysFor(cheap, prices)];
    for (const step of [8, 2]) expect(sweep(whole, step, a)).toEqual(sweep(inWeights(cheap), step, b));
    expect(a.prices).toEqual(b.prices);
  }
});

test('units that are too coarse for the least step are not used', () => {
  const { model } = relax(compile(generatePlan({ operations: 40, resources: 6, days: 1, seed: 1, disrupted: false })));
  expect(sweepModelOf(model, 1e-9).units).toBeNull();
});

test('two threads that share prices see what the other one has changed once they read', () => {
  const { model } = relax(compile(generatePlan({ operations: 60, resources: 8, days: 1, seed: 5, disrupted: false })));
  const shared = new Int32Array(model.partCount);
  const [a, b] = [sweepModelOf(model, 1), sweepModelOf(model, 1)];
  const own = arraysFor(model, model.leaveOut, shared);
  const others: SweepArrays = {
    ...arraysFor(model, model.leaveOut),
    prices: own.prices,
    count: own.count,
    sharedUnits: shared,
  };
  writePrices(a, own);
  const alone = arraysFor(model, model.leaveOut);
  const expected = sweep(sweepModelOf(model, 1), 3, alone);
  for (let row = 0; row < model.rowCount; row++) {
    const [swept, arrays] = row % 2 === 0 ? [a, own] : [b, others];
    readPrices(swept, arrays);
    expect([...arrays.path.subarray(0, visitRow(swept, row, 3, arrays))]).toEqual(expected[row]);
  }
  expect(own.prices).toEqual(alone.prices);
});
