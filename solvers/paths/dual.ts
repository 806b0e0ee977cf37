import type { Random } from '../../engine/random.ts';
import { backward, boundOf, type PathModel, tracePath } from './paths.ts';

/** For each part, where it begins and ends among all: what the congestion correction needs. */
export interface Overlaps {
  /** startRank[i]: parts that start before part i ends; endRank[i]: parts that end at or before part i's start. */
  readonly startRank: Int32Array;
  readonly endRank: Int32Array;
  /** Parts in order of end. */
  readonly byEnd: Int32Array;
}

/** `start` must not decrease. */
export const overlapsOf = (start: Int32Array, end: Int32Array): Overlaps => {
  const n = start.length;
  const byEnd = Int32Array.from({ length: n }, (_, i) => i).sort((a, b) => end[a] - end[b] || a - b);
  const startRank = new Int32Array(n);
  const endRank = new Int32Array(n);
  for (let k = 0, s = 0; k < n; k++) {
    const i = byEnd[k];
    while (s < n && start[s] < end[i]) s++;
    startRank[i] = s;
  }
  for (let i = 0, e = 0; i < n; i++) {
    while (e < n && end[byEnd[e]] <= start[i]) e++;
    endRank[i] = e;
  }
  return { startRank, endRank, byEnd };
};

const leastCosts = ({ partCount, rowCount, rowStart, part, cost, leaveOut }: PathModel): Float64Array => {
  const least = leaveOut.slice(0, partCount);
  for (let k = 0; k < rowStart[rowCount]; k++) if (part[k] >= 0 && cost[k] < least[part[k]]) least[part[k]] = cost[k];
  return least;
};

/** Multipliers, and the scratch of the ascent. */
export class Dual {
  readonly prices: Float64Array;
  /** Each part's cheapest place: at a lower price nobody takes it, so that no best price lies below. */
  private readonly least: Float64Array;
  readonly average: Float64Array;
  /** The best prices seen, on all positions of `full`, and the bound they prove. */
  readonly bestPrices: Float64Array;
  bestBound = Number.NEGATIVE_INFINITY;
  /** How often each part is on a path of the last iteration. */
  readonly count: Int32Array;
  readonly best: Float64Array;
  private readonly path: Int32Array;
  private readonly order: Int32Array;
  private readonly startSums: Float64Array;
  private readonly endSums: Float64Array;
  readonly full: PathModel;
  private readonly overlaps: Overlaps;
  private readonly random: Random;

  constructor(full: PathModel, overlaps: Overlaps, random: Random) {
    const n = full.partCount;
    this.full = full;
    this.overlaps = overlaps;
    this.random = random;
    this.least = leastCosts(full);
    this.prices = full.leaveOut.slice(0, n);
    this.average = new Float64Array(n);
    this.bestPrices = new Float64Array(n);
    this.count = new Int32Array(n);
    this.best = new Float64Array(full.rowStart[full.rowCount]);
    this.path = new Int32Array(n + 1);
    this.order = Int32Array.from({ length: full.rowCount }, (_, row) => row);
    this.startSums = new Float64Array(n + 1);
    this.endSums = new Float64Array(n + 1);
  }

  /** Tries the current prices and their moving average on all positions; keeps what proves most. Returns that bound. */
  evaluate(): number {
    this.keep(this.prices);
    this.keep(this.average);
    return this.bestBound;
  }

  /** Begins from above: prices fall fast where many rows want a part, and rise slowly where one too many wants a row. */
  reset(): void {
    this.prices.set(this.full.leaveOut.subarray(0, this.prices.length));
    this.average.fill(0);
  }

  /** Goes on from the best prices. */
  restart(): void {
    if (this.bestBound === Number.NEGATIVE_INFINITY) return;
    this.prices.set(this.bestPrices);
    this.average.set(this.bestPrices);
  }

  private keep(prices: Float64Array): void {
    const bound = boundOf(this.full, prices, this.best);
    if (bound > this.bestBound) {
      this.bestBound = bound;
      this.bestPrices.set(prices);
    }
  }

  /**
   * One iteration of the incremental subgradient with congestion correction on `model` (a restriction of `full`).
   * Source: Nedić, Bertsekas, "Incremental subgradient methods for nondifferentiable optimization", SIAM J. Optim. 12 (2001).
   */
  iterate(model: PathModel, step: number, onPath?: (row: number, path: Int32Array, length: number) => void): void {
    const { prices, least, count, path, order, best } = this;
    const { leaveOut } = model;
    const n = model.partCount;
    for (let i = 0; i < n; i++) {
      const raised = prices[i] + step;
      if (raised > leaveOut[i]) {
        prices[i] = leaveOut[i]!;
        count[i] = 1;
      } else {
        prices[i] = raised;
        count[i] = 0;
      }
    }
    this.shuffle(order);
    for (let q = 0; q < order.length; q++) {
      const row = order[q];
      if (backward(model, row, prices, best) === 0) continue;
      const length = tracePath(model, row, best, path);
      for (let j = 0; j < length; j++) {
        const i = path[j];
        const lowered = prices[i] - step;
        prices[i] = lowered > least[i] ? lowered : least[i];
        count[i]++;
      }
      onPath?.(row, path, length);
    }
    this.correct(0.1 * step, leaveOut);
    for (let i = 0; i < n; i++) this.average[i] += 0.1 * (prices[i] - this.average[i]);
  }

  /** Adds `scale` times the mean of 1 − count over the parts that overlap each part. */
  private correct(scale: number, leaveOut: Float64Array): void {
    const { prices, least, count, startSums, endSums } = this;
    const { startRank, endRank, byEnd } = this.overlaps;
    const n = prices.length;
    for (let i = 0; i < n; i++) {
      startSums[i + 1] = startSums[i] + 1 - count[i];
      endSums[i + 1] = endSums[i] + 1 - count[byEnd[i]];
    }
    for (let i = 0; i < n; i++) {
      const to = startRank[i];
      const from = endRank[i];
      const raised = prices[i] + (scale * (startSums[to] - endSums[from])) / (to - from);
      prices[i] = raised > leaveOut[i] ? leaveOut[i] : raised > least[i] ? raised : least[i];
    }
  }

  private shuffle(order: Int32Array): void {
    for (let k = order.length - 1; k > 0; k--) {
      const j = this.random.below(k + 1);
      const swap = order[k];
      order[k] = order[j]!;
      order[j] = swap;
    }
  }
}
