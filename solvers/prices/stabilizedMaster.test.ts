import { expect, test } from 'vitest';
import { createRandom } from '../../engine/random.ts';
import { StabilizedMaster } from './stabilizedMaster.ts';

interface Given {
  readonly parts: Int32Array;
  readonly cost: number;
}

/** Evaluates the dual function at the master's prices by looking at all columns, and tells the master the cheapest ones. */
const evaluate = (
  master: StabilizedMaster,
  classes: readonly (readonly Given[])[],
  sizes: readonly number[],
): number => {
  const { prices } = master;
  let value = prices.reduce((sum, price) => sum + price, 0);
  classes.forEach((columns, c) => {
    const reduced = columns.map(({ parts, cost }) => parts.reduce((rest, i) => rest - prices[i], cost));
    const least = Math.min(...reduced);
    if (least >= 0) return;
    const { parts, cost } = columns[reduced.indexOf(least)];
    master.add(c, parts, cost);
    value += sizes[c] * least;
  });
  master.take(value);
  return value;
};

// Guarantee: the prices reach the best bound although no solution at them, which always has one column twice, is near to what they prove.
test('reaches the bound of a linear program whose rows are alike', () => {
  const columns = [
    [0, 1],
    [1, 2],
    [0, 2],
  ].map((parts) => ({ parts: Int32Array.from(parts), cost: 1 }));
  const master = new StabilizedMaster(new Float64Array(3), new Float64Array(3).fill(10), 0.1, [2]);
  let best = Number.NEGATIVE_INFINITY;
  // Two rows take any column at a cost of 1; together they should cover each of three parts once, at 1.5 in the linear program.
  for (let iteration = 0; iteration < 40; iteration++) best = Math.max(best, evaluate(master, [columns], [2]));
  expect(best).toBeLessThanOrEqual(1.5 + 1e-9);
  expect(best).toBeGreaterThan(1.499);
  expect(master.isFine).toBe(true);
});

// Guarantee: the values approach the cost of a fractional solution, which none of them can exceed.
test('reaches the cost of the best fractional plan of random columns', () => {
  const random = createRandom(3);
  for (let round = 0; round < 60; round++) {
    const partCount = 4 + random.below(12);
    const sizes = Array.from({ length: 1 + random.below(3) }, () => 1 + random.below(3));
    // A plan that costs nothing above the least possible: its columns cover each part once and cost what hidden prices say; all others cost more.
    const hidden = Float64Array.from({ length: partCount }, () => 10 * random.next());
    const owner = Int32Array.from(hidden, () => random.below(sizes.reduce((a, b) => a + b, 0)));
    const costOf = (parts: Int32Array): number => parts.reduce((sum, i) => sum + hidden[i], 0);
    let row = 0;
    const classes = sizes.map((size) => {
      const own: Given[] = [];
      for (let n = 0; n < size; n++, row++) {
        const parts = Int32Array.from(owner.keys()).filter((i) => owner[i] === row);
        own.push({ parts, cost: costOf(parts) });
      }
      for (let n = 0; n < 20; n++) {
        const parts = Int32Array.from(owner.keys()).filter(() => random.next() < 0.3);
        own.push({ parts, cost: costOf(parts) + 5 * random.next() });
      }
      return own;
    });
    const caps = hidden.map((price) => price + 5 * random.next());
    const master = new StabilizedMaster(
      caps.map((cap) => cap * random.next()),
      caps,
      0.5,
      sizes,
    );
    let best = Number.NEGATIVE_INFINITY;
    for (let iteration = 0; iteration < 300; iteration++) {
      best = Math.max(best, evaluate(master, classes, sizes));
      for (let i = 0; i < partCount; i++) expect(master.prices[i]).toBeLessThanOrEqual(caps[i]);
    }
    const optimum = costOf(Int32Array.from(hidden.keys()));
    expect(best).toBeLessThanOrEqual(optimum + 1e-6);
    expect(best, `round ${round}`).toBeGreaterThan(optimum - 0.01 * optimum);
  }
});
