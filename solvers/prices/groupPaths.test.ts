import { expect, test } from 'vitest';
import { compile } from '../../engine/instance/compile.ts';
import { createRandom } from '../../engine/random.ts';
import { overDays } from '../../engine/testing/overDays.ts';
import { randomDocument } from '../../engine/testing/randomInstance.ts';
import { costOfPath, groupBundlesOf, type GroupBundles, pairsOf } from '../model/groupBundles.ts';
import { gapCost } from '../model/pathModel.ts';
import { relax } from '../model/relaxation.ts';
import { GroupPaths } from './groupPaths.ts';

/** Days of the horizon, and the most of a span. */
const HORIZONS = [
  { days: 3, most: 3 },
  { days: 5, most: 3 },
] as const;

/** What the positions of a row cost as a path, by the definition; infinite where two of them overlap. */
const plainCost = (bundles: GroupBundles, positions: readonly number[]): number => {
  const { model } = bundles;
  let total = 0;
  for (const [q, k] of positions.entries()) {
    const before = positions[q - 1];
    if (before !== undefined && k < model.next[before]) return Number.POSITIVE_INFINITY;
    total += model.cost[k];
    if (before !== undefined && model.gapCosts !== null) total += gapCost(model.gapCosts, before, k);
  }
  const here = new Set(positions.map((k) => model.part[k]));
  const { first, second } = pairsOf(bundles);
  first.forEach((i, p) => {
    if (here.has(i) !== here.has(second[p])) total += bundles.half;
  });
  return total;
};

/** The least that any set of the positions costs as a path, less the prices of its parts. Nothing is added to positions of which two overlap. */
const leastBySets = (bundles: GroupBundles, prices: Float64Array, first: number, end: number): number => {
  const positions: number[] = [];
  let least = 0;
  const addTo = (from: number): void => {
    for (let k = from; k < end; k++) {
      positions.push(k);
      const cost = plainCost(bundles, positions);
      least = Math.min(
        least,
        positions.reduce((sum, q) => sum - prices[bundles.model.part[q]], cost),
      );
      if (cost < Number.POSITIVE_INFINITY) addTo(k + 1);
      positions.pop();
    }
  };
  addTo(first);
  return least;
};

// Guarantee: a search finds a path that costs no more than any other, whatever the multipliers of pairs and earlier searches of the row were.
test('finds the cheapest of all paths of a row', () => {
  const random = createRandom(2);
  let tried = 0;
  let together = 0;
  let flights = 0;
  let spans = 0;
  for (let seed = 0; seed < 1500; seed++) {
    const { days, most } = HORIZONS[seed % HORIZONS.length];
    const document = overDays(randomDocument(seed, { operations: 9, resources: 2 }), days, random);
    const relaxation = relax(compile(document, { referenceTime: '2026-06-01T00:00:00Z' }));
    const bundles = groupBundlesOf(relaxation, most);
    if (bundles === null) continue;
    const { model } = bundles;
    // Multipliers shift costs between the parts of a bundle.
    const shifted = { ...model, cost: model.cost.slice() };
    const paths = new GroupPaths(shifted, bundles);
    for (let row = 0; row < model.rowCount; row++) {
      const first = model.rowStart[row];
      const count = model.rowStart[row + 1] - 1 - first;
      for (let k = first; k < first + count; k++) {
        for (let q = first; q < k; q++) {
          if (bundles.bundle[model.part[k]] !== bundles.bundle[model.part[q]]) continue;
          const shift = bundles.half * (2 * random.next() - 1);
          shifted.cost[k] += shift;
          shifted.cost[q] -= shift;
        }
      }
      for (let round = 0; round < 2; round++) {
        const prices = model.leaveOut.map(() => 40 * random.next());
        const least = leastBySets(bundles, prices, first, first + count);
        const found = paths.search(row, prices, { narrowest: 0.1, room: 400, stop: () => false })!;
        const parts = paths.path.slice(0, found.length).sort();
        const cost = parts.reduce((sum, i) => sum - prices[i], costOfPath(bundles, row, parts));
        expect(found.least, `seed ${seed}`).toBeCloseTo(least, 6);
        expect(cost, `seed ${seed}`).toBeCloseTo(least, 6);
        tried++;
        if (!bundles.areComplete) flights++;
        if (model.rowCount > relaxation.model.rowCount) spans++;
        if (new Set(parts.map((i) => bundles.bundle[i])).size < parts.length) together++;
      }
    }
  }
  expect(tried).toBeGreaterThan(300);
  expect(flights).toBeGreaterThan(100);
  expect(spans).toBeGreaterThan(100);
  expect(together).toBeGreaterThan(50);
});
