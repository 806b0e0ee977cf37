import { type Random, shuffle } from '../../engine/random.ts';
import type { Cluster } from '../model/clusters.ts';
import { backward, type PathModel, rowScratch, tracePath } from '../model/pathModel.ts';
import { positionOn } from '../model/pathPlan.ts';
import type { Relaxation } from '../model/relaxation.ts';
import type { Run } from '../solver.ts';
import { ClusterPricing } from './clusterPricing.ts';

/** Iterations of a descent of the steps, from `high` to `low` price units for a part of mean length. */
const FIRST = { high: 1.5, low: 0.02, iterations: 120 } as const;
const LATER = { high: 0.15, low: 0.005, iterations: 120 } as const;
/** Iterations between two evaluations of the bound. */
const LOOK = 20;

/** Receives a part that a subproblem chose, at a position of the model, for a cluster on its first row. */
type OnChoice = (part: number, position: number) => void;

/**
 * Prices of parts where the subproblems are clusters, and the other rows one by one. Its bound takes into account that stays of the two sides exclude
 * each other as a whole. Prices on pairs of rows do not: with those, each row of a cluster may be taken half by one side and half by the other.
 */
export class ClusterAscent {
  readonly clusters: readonly Cluster[];
  readonly prices: Float64Array;
  /** Best bound in weight units, without the relaxation's constant. */
  bound = Number.NEGATIVE_INFINITY;
  /** The length of each part, relative to the mean: prices of long parts move in larger steps. */
  private readonly scale: Float64Array;
  private readonly relaxation: Relaxation;
  private readonly random: Random;
  private readonly pricing: ClusterPricing;
  private readonly average: Float64Array;
  /** Clusters by index, then the other rows, as −1 − row. */
  private readonly units: Int32Array;
  private readonly best: Float64Array;
  private readonly path: Int32Array;
  private done = 0;
  private descents = 0;

  constructor(relaxation: Relaxation, clusters: readonly Cluster[], prices: Float64Array, random: Random) {
    const { model, start, end } = relaxation;
    this.relaxation = relaxation;
    this.clusters = clusters;
    this.random = random;
    this.prices = prices.slice();
    this.average = prices.slice();
    this.pricing = new ClusterPricing(clusters);
    const isTaken = new Set(clusters.flatMap(({ rows }) => rows));
    const rows = Array.from({ length: model.rowCount }, (_, row) => row).filter((row) => !isTaken.has(row));
    this.units = Int32Array.from([...clusters.keys(), ...rows.map((row) => -1 - row)]);
    this.best = rowScratch(model);
    this.path = new Int32Array(model.partCount + 1);
    const total = start.reduce((sum, from, i) => sum + end[i] - from, 0);
    this.scale = Float64Array.from(start, (from, i) => ((end[i] - from) * start.length) / total);
  }

  /** Whether the first descent of the steps is over. Before, the bound often rises only later. */
  get isFine(): boolean {
    return this.descents > 0;
  }

  /** The smallest step of the first descent. */
  get fineStep(): number {
    return FIRST.low * this.relaxation.priceUnit;
  }

  /** Runs up to `iterations` iterations, fewer when the run stops. */
  advance(iterations: number, run: Pick<Run, 'stop' | 'step'>): void {
    const { prices, average } = this;
    const { model, priceUnit } = this.relaxation;
    for (let q = 0; q < iterations; q++) {
      if (run.stop()) return;
      run.step(1);
      const { high, low, iterations: length } = this.descents === 0 ? FIRST : LATER;
      this.iterate(prices, model.cost, high * (low / high) ** (this.done / length) * priceUnit);
      for (let i = 0; i < prices.length; i++) average[i] += 0.1 * (prices[i] - average[i]);
      if (++this.done % LOOK === 0 || q === iterations - 1) this.look();
      if (this.done < length) continue;
      this.done = 0;
      this.descents++;
    }
  }

  /** One iteration of the incremental subgradient method, as in `Dual.iterate`; at an infinite cost a position is not chosen. */
  iterate(prices: Float64Array, cost: Float64Array, step: number, onChoice?: OnChoice): void {
    const { units, scale, random } = this;
    const { leaveOut } = this.relaxation.model;
    for (let i = 0; i < prices.length; i++)
      prices[i] = Math.min(prices[i] + step * scale[i], Math.max(prices[i], leaveOut[i]));
    shuffle(units, random);
    const choose: OnChoice = (part, position) => {
      prices[part] -= step * scale[part];
      onChoice?.(part, position);
    };
    const model = { ...this.relaxation.model, cost };
    for (const unit of units) this.solve(unit, prices, model, choose);
  }

  private look(): void {
    for (const prices of [this.prices, this.average]) {
      const { model } = this.relaxation;
      let bound = 0;
      for (let i = 0; i < prices.length; i++) bound += Math.min(prices[i], model.leaveOut[i]);
      for (const unit of this.units) bound -= this.solve(unit, prices, model, null);
      this.bound = Math.max(this.bound, bound);
    }
  }

  /** Returns what the best choice of a unit is worth. */
  private solve(unit: number, prices: Float64Array, model: PathModel, onChoice: OnChoice | null): number {
    const { pricing, path, best } = this;
    const { columns } = this.relaxation;
    if (unit >= 0) {
      const cluster = this.clusters[unit];
      const worth = pricing.solve(cluster, model, prices);
      if (onChoice === null) return worth;
      for (let q = 0; q < pricing.chosenCount; q++) {
        const position = cluster.first + pricing.chosen[q];
        onChoice(model.part[position], position);
      }
      return worth;
    }
    const row = -1 - unit;
    const worth = -backward(model, row, prices, best);
    if (onChoice === null || worth <= 0) return worth;
    const length = tracePath(model, row, best, path);
    for (let q = 0; q < length; q++) onChoice(path[q], positionOn(columns, path[q], row));
    return worth;
  }
}
