/** Guarantee: prices on clusters prove bounds that hold, and dives from them make plans without conflicts. */
import { expect, test } from 'vitest';
import { createRandom, type Random } from '../../engine/random.ts';
import { Plan } from '../../engine/board/plan.ts';
import { clustersOf } from '../model/clusters.ts';
import { relax, type Relaxation } from '../model/relaxation.ts';
import { rowsOfEqualPaths } from '../model/rowClasses.ts';
import type { Run } from '../solver.ts';
import { exhaustiveCost, planCount } from '../testing/exhaustive.ts';
import { ward } from '../testing/ward.ts';
import { Ascent } from './ascent.ts';
import { ClusterAscent } from './clusterAscent.ts';
import { diveInClusters } from './clusterDive.ts';
import { ClusterPricing } from './clusterPricing.ts';

const run = { stop: () => false, step: () => {} };

/** Prices of single rows, from which an ascent in clusters begins, and the bound that they prove. */
const plain = (relaxation: Relaxation, random: Random): Ascent => {
  const whole = { ...run, random, report: () => {}, elapsedSeconds: () => 0 } as unknown as Run;
  const ascent = new Ascent(relaxation, whole, () => {});
  ascent.climb(300);
  return ascent;
};

test('the bound never exceeds the cost of the best plan, and is often higher than that of single rows', () => {
  const random = createRandom(1);
  let [tried, higher, tight] = [0, 0, 0];
  for (let seed = 0; seed < 150; seed++) {
    const instance = ward(random, 4 + random.below(3), 1 + random.below(2));
    if (planCount(instance) > 20_000) continue;
    const relaxation = relax(instance);
    const best = exhaustiveCost(instance);
    const { prices, bound } = plain(relaxation, random.split());
    const ascent = new ClusterAscent(
      relaxation,
      clustersOf(relaxation, () => rowsOfEqualPaths(relaxation.model)),
      prices,
      random.split(),
    );
    expect(ascent.clusters.length).toBeGreaterThan(0);
    for (const iterations of [1, 40, 200]) {
      ascent.advance(iterations, run);
      expect(relaxation.constant + 100 * ascent.bound, `seed ${seed}`).toBeLessThanOrEqual(best + 1e-3);
    }
    tried++;
    if (ascent.bound > bound + 1) higher++;
    if (relaxation.constant + 100 * ascent.bound > 0.95 * best - 1) tight++;
  }
  expect(tried).toBeGreaterThan(100);
  expect(higher).toBeGreaterThan(50);
  expect(tight).toBeGreaterThan(40);
});

/** Prices that are 40 at the most, or far apart: those of parts that a dive has fixed are thousands of times larger than others. */
const PRICES = [
  (random: Random) => 40 * random.next(),
  (random: Random) => 40 * random.next() * (random.below(2) === 0 ? 1 : 1e6),
];

test.each(PRICES)('a cluster is solved exactly', (priceOf) => {
  const random = createRandom(2);
  for (let round = 0; round < 150; round++) {
    const relaxation = relax(ward(random, 2 + random.below(9), 1));
    const [cluster] = clustersOf(relaxation, () => rowsOfEqualPaths(relaxation.model));
    const { model, start, end } = relaxation;
    const prices = Float64Array.from(model.leaveOut, () => priceOf(random));
    const pricing = new ClusterPricing([cluster]);
    const worth = pricing.solve(cluster, model, prices);
    const valueOf = (entry: number): number =>
      prices[model.part[cluster.first + entry]] - model.cost[cluster.first + entry];
    const partOf = (entry: number): number => model.part[cluster.first + entry];
    const entries = [...cluster.side.keys()];
    let most = 0;
    for (let set = 0; set < 1 << entries.length; set++) {
      const own = entries.filter((entry) => (set & (1 << entry)) !== 0);
      const isFree = own.every((entry) => {
        const present = own.filter(
          (other) => start[partOf(other)] <= start[partOf(entry)] && end[partOf(other)] > start[partOf(entry)],
        );
        return (
          present.length <= cluster.rows.length && present.every((other) => cluster.side[other] === cluster.side[entry])
        );
      });
      if (isFree)
        most = Math.max(
          most,
          own.reduce((sum, entry) => sum + valueOf(entry), 0),
        );
    }
    expect(worth).toBeGreaterThanOrEqual(most * (1 - 1e-12));
    expect(worth).toBeLessThanOrEqual(most * (1 + 1e-12));
    const chosen = [...pricing.chosen.subarray(0, pricing.chosenCount)];
    const sum = chosen.reduce((total, entry) => total + valueOf(entry), 0);
    expect(sum).toBeGreaterThanOrEqual(most * (1 - 1e-12));
  }
});

/** Begin, end and worth of stays in a room of four beds, at prices of a dive. Sums that were not exact had the search for longer ways go round in a circle. */
const STAYS: readonly (readonly [from: number, to: number, worth: number])[] = [
  [0, 1, 1599964.5304722474],
  [0, 4, 1599836.7063251203],
  [3, 5, 1599955.8303994178],
  [4, 5, 1599964.5304722474],
  [1, 6, 1599795.8829063862],
  [5, 6, 1599959.1765812659],
  [6, 7, 1599959.1765812659],
  [1, 9, 1599716.243778078],
  [5, 10, 3.762161278416073],
  [5, 10, 3.761783941173526],
  [9, 10, 39.99433827452316],
  [9, 10, 39.99422187537323],
  [6, 11, 5.298367122047836],
  [6, 11, 1599795.8829063862],
  [7, 12, 1599795.8829063862],
  [5, 13, 1599823.3215976711],
  [9, 13, 1599836.7063251203],
  [12, 13, 17.960530295554122],
  [8, 14, 8.906742387997156],
  [12, 14, 1599966.538181377],
  [9, 15, 22.779935039507677],
  [9, 15, 45.57494772017472],
  [10, 15, 16.664926443805285],
  [11, 15, 1599836.7063251203],
  [10, 16, 5.209196364018425],
  [11, 16, 35.10954290008931],
  [12, 17, 35.79599021863166],
  [13, 18, 1599809.2676338363],
  [13, 18, 13.038730457897863],
  [13, 18, 1599809.2676338363],
  [13, 18, 1.9929244926105127],
];

test('a cluster is solved to the end where prices are far apart', () => {
  const entries = Int32Array.from(STAYS.keys());
  const cluster = {
    rows: [0, 1, 2, 3],
    first: 0,
    moments: 1 + Math.max(...STAYS.map(([, to]) => to)),
    from: Int32Array.from(STAYS, ([from]) => from),
    to: Int32Array.from(STAYS, ([, to]) => to),
    byEnd: entries,
    side: new Uint8Array(STAYS.length),
  };
  const prices = Float64Array.from(STAYS, ([, , worth]) => worth);
  const pricing = new ClusterPricing([cluster]);
  const worth = pricing.solve(cluster, { part: entries, cost: new Float64Array(STAYS.length) }, prices);
  const chosen = [...pricing.chosen.subarray(0, pricing.chosenCount)];
  expect(worth).toBeCloseTo(
    chosen.reduce((sum, entry) => sum + prices[entry], 0),
    4,
  );
});

test('a dive makes plans without conflicts', () => {
  const random = createRandom(3);
  let [placed, all] = [0, 0];
  for (let round = 0; round < 30; round++) {
    const instance = ward(random, 12, 3);
    const relaxation = relax(instance);
    const { prices } = plain(relaxation, random.split());
    const ascent = new ClusterAscent(
      relaxation,
      clustersOf(relaxation, () => rowsOfEqualPaths(relaxation.model)),
      prices,
      random.split(),
    );
    ascent.advance(120, run);
    const resources = diveInClusters(relaxation, ascent, run)!;
    const plan = new Plan(instance, resources);
    expect(plan.levels().conflicts, `round ${round}`).toBe(0);
    placed += resources.filter((resource) => resource >= 0).length;
    all += resources.length;
  }
  expect(placed).toBeGreaterThan(0.8 * all);
});
