import { expect, test } from 'vitest';
import { compile } from '../../engine/instance/compile.ts';
import { createRandom } from '../../engine/random.ts';
import { generatePlan } from '../../fixtures/generate/generatePlan.ts';
import { createExchangeBuffer, sweepMemoryOf } from '../exchange/exchange.ts';
import { congestionKinds } from './ascent.ts';
import { SharedSweep } from './sharedSweep.ts';
import { sweepModelOf } from './sweepModel.ts';
import { Dual, kindsOf, overlapsOf } from './dual.ts';
import { restriction } from '../model/pathModel.ts';
import { relax } from '../model/relaxation.ts';

const instance = compile(generatePlan({ operations: 90, resources: 14, days: 1, seed: 3, disrupted: true }));
const relaxation = relax(instance);
const { model, start, end } = relaxation;
const swept = sweepModelOf(model, relaxation.priceUnit);

const newSharedSweep = (): SharedSweep => {
  const shared = createExchangeBuffer(instance);
  return new SharedSweep(sweepMemoryOf({ role: 0, threads: 2, shared }, instance, model.partCount), () => {});
};

const ascend = (sharedSweep: SharedSweep | null): Dual => {
  const dual = new Dual(model, overlapsOf(start, end), createRandom(5), kindsOf(model, start, end), sharedSweep);
  dual.kindWeight = 4;
  sharedSweep?.open(null);
  for (let k = 0; k < 60; k++) dual.iterate(swept, 100 / (1 + k));
  dual.evaluate(60);
  return dual;
};

// Guarantee: an ascent does not depend on the presence of helper threads.
test('a sharedSweep of one thread gives the same result as an ascent without one', () => {
  const alone = ascend(null);
  const led = ascend(newSharedSweep());
  expect(led.bestBound).toBe(alone.bestBound);
  expect(led.bestPrices).toEqual(alone.bestPrices);
});

test('a helper returns when it is stopped, and when the leader has closed the sweep', () => {
  const sharedSweep = newSharedSweep();
  let asked = 0;
  sharedSweep.help(swept, ascend(null), () => ++asked > 2);
  expect(asked).toBe(3);
  sharedSweep.close();
  sharedSweep.help(swept, ascend(null), () => {
    throw new Error('There is nothing to wait for.');
  });
});

test('overlapsOf agrees with a comparison of every pair of parts', () => {
  const parts = Int32Array.from(start, (_, i) => i).filter((i) => i % 3 !== 1);
  const { byEnd, startRank, endRank } = overlapsOf(start, end, parts);
  expect([...byEnd].sort((a, b) => a - b)).toEqual([...parts]);
  parts.forEach((i, q) => {
    const before = [...parts].filter((other) => end[other] <= start[i]);
    expect(startRank[q]).toBe([...parts].filter((other) => start[other] < end[i]).length);
    expect([...byEnd.subarray(0, endRank[q])].sort((a, b) => a - b)).toEqual(before);
  });
});

test('a kind consists of the parts with the same rows', () => {
  const rowsOf = (i: number): string =>
    Array.from({ length: model.rowCount }, (_, row) => row)
      .filter((row) => model.part.subarray(model.rowStart[row], model.rowStart[row + 1] - 1).includes(i))
      .join(' ');
  const kinds = kindsOf(model, start, end);
  expect(kinds.length).toBeGreaterThan(1);
  expect(kinds.reduce((sum, { parts }) => sum + parts.length, 0)).toBe(model.partCount);
  for (const { parts } of kinds) expect(new Set([...parts].map(rowsOf)).size).toBe(1);
  expect(new Set(kinds.map(({ parts }) => rowsOf(parts[0]))).size).toBe(kinds.length);
});

// Guarantee: threads share prices only when the correction by kind makes up for the loss of precision.
test('there are no kinds when every part has rows of its own', () => {
  const day = relax(compile(generatePlan({ operations: 500, resources: 100, days: 1, seed: 3, disrupted: false })));
  expect(congestionKinds(day).length).toBeGreaterThan(1);
  const random = createRandom(1);
  const keep = Uint8Array.from(day.model.part, () => (random.next() < 0.9 ? 1 : 0));
  expect(congestionKinds({ ...day, model: restriction(day.model, keep).model })).toEqual([]);
});
