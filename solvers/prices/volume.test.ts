import { expect, test } from 'vitest';
import { Volume } from './volume.ts';

const COLUMNS = [[0, 1], [1, 2], [0, 2], []];

// Guarantee: the prices reach the best bound although no solution at them, which always has one column twice, is near to what they prove.
test('reaches the bound of a linear program whose rows are alike', () => {
  const caps = new Float64Array(3).fill(10);
  const volume = new Volume(new Float64Array(3), caps, 0.1);
  let best = Number.NEGATIVE_INFINITY;
  for (let iteration = 0; iteration < 400; iteration++) {
    const { prices } = volume;
    // Two rows take any column but the empty one at a cost of 1; together they should cover each of three parts once, at 1.5 in the linear program.
    const costs = COLUMNS.map((column) => column.reduce((sum, i) => sum - prices[i], column.length > 0 ? 1 : 0));
    const least = Math.min(...costs);
    const covered = new Float64Array(3);
    for (const i of COLUMNS[costs.indexOf(least)]) covered[i] += 2;
    best = Math.max(
      best,
      prices.reduce((sum, price) => sum + price, 2 * least),
    );
    for (const price of prices) expect(price).toBeLessThanOrEqual(10);
    volume.take(
      prices.reduce((sum, price) => sum + price, 2 * least),
      covered,
    );
  }
  expect(best).toBeLessThanOrEqual(1.5 + 1e-9);
  expect(best).toBeGreaterThan(1.495);
});
