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
      clustersOf(relaxation, () => rowsOfEqualPaths(relaxation.model).members),
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

test('a cluster is solved exactly', () => {
  const random = createRandom(2);
  for (let round = 0; round < 150; round++) {
    const relaxation = relax(ward(random, 2 + random.below(9), 1));
    const [cluster] = clustersOf(relaxation, () => rowsOfEqualPaths(relaxation.model).members);
    const { model, start, end } = relaxation;
    const prices = Float64Array.from(model.leaveOut, () => 40 * random.next());
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
    expect(worth).toBeCloseTo(most, 5);
    const chosen = [...pricing.chosen.subarray(0, pricing.chosenCount)];
    expect(chosen.reduce((sum, entry) => sum + valueOf(entry), 0)).toBeCloseTo(most, 5);
  }
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
      clustersOf(relaxation, () => rowsOfEqualPaths(relaxation.model).members),
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
