import { type Random, shuffle } from '../../engine/random.ts';
import type { SharedSweep } from './sharedSweep.ts';
import { type SweepArrays, type SweepModel, visitRow, writePrices } from './sweepModel.ts';
import { orderByEnd } from '../model/orderByEnd.ts';
import { boundOf, leastCosts, type PathModel, rowScratch } from '../model/pathModel.ts';

/** Some parts and their order by start and end, as the congestion correction needs them. */
export interface Overlaps {
  /** Parts in ascending order; `byEnd` has the same parts in order of end. */
  readonly parts: Int32Array;
  readonly byEnd: Int32Array;
  /** For parts[q], the number of parts that start before it ends, and the number that end at or before its start. */
  readonly startRank: Int32Array;
  readonly endRank: Int32Array;
}

/** Computes the ranks of `parts`. `start` must be in ascending order. */
export const overlapsOf = (
  start: Int32Array,
  end: Int32Array,
  parts: Int32Array = Int32Array.from(start, (_, i) => i),
): Overlaps => {
  const n = parts.length;
  const inOrder = orderByEnd(parts.map((i) => end[i]));
  const byEnd = inOrder.map((q) => parts[q]);
  const startRank = new Int32Array(n);
  const endRank = new Int32Array(n);
  let s = 0;
  for (const q of inOrder) {
    while (s < n && start[parts[s]] < end[parts[q]]) s++;
    startRank[q] = s;
  }
  for (let q = 0, e = 0; q < n; q++) {
    while (e < n && end[byEnd[e]] <= start[parts[q]]) e++;
    endRank[q] = e;
  }
  return { parts, byEnd, startRank, endRank };
};

/** With fewer parts for each kind than this, on average, kinds say nothing about congestion. */
const PARTS_A_KIND = 8;

/** Groups parts that may use the same rows. Returns an empty list when kinds have too few parts. */
export const kindsOf = (model: PathModel, start: Int32Array, end: Int32Array): readonly Overlaps[] => {
  const { partCount, rowCount } = model;
  const low = new Int32Array(partCount);
  const high = new Int32Array(partCount);
  for (let row = 0; row < rowCount; row++) hashRow(model, row, low, high);
  const kinds = Map.groupBy(low.keys(), (i) => `${low[i]} ${high[i]}`);
  if (kinds.size * PARTS_A_KIND > partCount) return [];
  return [...kinds.values()].map((alike) => overlapsOf(start, end, Int32Array.from(alike)));
};

/** Adds the row to the two hashes of each of its parts. */
const hashRow = ({ rowStart, part }: PathModel, row: number, low: Int32Array, high: Int32Array): void => {
  for (let k = rowStart[row]; k < rowStart[row + 1] - 1; k++) {
    low[part[k]] = (Math.imul(low[part[k]], 31) + row + 1) | 0;
    high[part[k]] = (Math.imul(high[part[k]], 1_000_003) ^ row) | 0;
  }
};

/** Before so many iterations, prices prove more than their moving average; from so many on, the average nearly always proves more. */
const AVERAGED = { from: 25, alone: 60 } as const;

/** A bound, and the prices that prove it. */
export interface KnownPrices {
  readonly bound: number;
  readonly prices: Float64Array;
}

/** The multipliers and the scratch arrays of an ascent. */
export class Dual implements SweepArrays {
  readonly prices: Float64Array;
  readonly sharedUnits: Int32Array | null;
  /** Cost of each part's cheapest place. No path takes the part at a lower price, so no optimal price is below it. */
  readonly least: Float64Array;
  readonly average: Float64Array;
  /** The best prices so far, on all positions of `full`, and the bound they prove. */
  readonly bestPrices: Float64Array;
  bestBound = Number.NEGATIVE_INFINITY;
  /** The number of paths of the last iteration that contain each part. */
  readonly count: Int32Array;
  readonly best: Float64Array;
  readonly path: Int32Array;
  private readonly order: Int32Array;
  private readonly startSums: Int32Array;
  private readonly endSums: Int32Array;
  readonly full: PathModel;
  /** Weight of the correction by kind, relative to the correction by all parts. */
  kindWeight = 0;
  private readonly overlaps: Overlaps;
  /** Read where `kindWeight` is more than 0. */
  kinds: readonly Overlaps[];
  private readonly sharedSweep: SharedSweep | null;
  private readonly random: Random;

  /** With a sharedSweep, `prices`, their units and `count` are in the memory that its threads share. */
  constructor(
    full: PathModel,
    overlaps: Overlaps,
    random: Random,
    kinds: readonly Overlaps[] = [],
    sharedSweep: SharedSweep | null = null,
  ) {
    const n = full.partCount;
    this.sharedSweep = sharedSweep;
    this.full = full;
    this.overlaps = overlaps;
    this.kinds = kinds;
    this.random = random;
    this.least = leastCosts(full);
    this.prices = sharedSweep?.memory.prices ?? new Float64Array(n);
    this.prices.set(full.leaveOut.subarray(0, n));
    this.sharedUnits = sharedSweep?.memory.units ?? null;
    this.average = new Float64Array(n);
    this.bestPrices = new Float64Array(n);
    this.count = sharedSweep?.memory.count ?? new Int32Array(n);
    this.best = rowScratch(full);
    this.path = new Int32Array(n + 1);
    this.order = Int32Array.from({ length: full.rowCount }, (_, row) => row);
    this.startSums = new Int32Array(n + 1);
    this.endSums = new Int32Array(n + 1);
  }

  /**
   * Computes the bound, on all positions, of the prices or of their moving average, whichever proves more after so many iterations, or of both, and keeps the
   * best one. Returns it.
   */
  evaluate(iterations: number): number {
    if (iterations < AVERAGED.alone) this.keep(this.prices);
    if (iterations >= AVERAGED.from) this.keep(this.average);
    return this.bestBound;
  }

  /**
   * Restarts from above: prices fall fast where many rows want a part and rise slowly where too many parts want a row. `share` is the
   * height of the start between the cheapest place (0) and leaving the part out (1). Returns the best bound and prices known before.
   */
  reset(share = 1): KnownPrices {
    const { prices, least, full } = this;
    const known = this.forget();
    for (let i = 0; i < prices.length; i++) prices[i] = least[i] + share * (full.leaveOut[i] - least[i]);
    this.average.fill(0);
    return known;
  }

  /** Forgets the best bound and its prices, and returns them, so that other prices can be followed although they prove less. */
  forget(): KnownPrices {
    const known = { bound: this.bestBound, prices: this.bestPrices.slice() };
    this.bestBound = Number.NEGATIVE_INFINITY;
    return known;
  }

  /** Continues from given prices, whose bound is not computed. */
  follow(prices: Float64Array): void {
    this.prices.set(prices);
    this.average.set(prices);
  }

  /** Continues from given prices. Returns the best bound. */
  beginFrom(prices: Float64Array): number {
    this.follow(prices);
    this.keep(this.prices);
    return this.bestBound;
  }

  /** Restores a known bound and its prices when the bound is better. */
  recall({ bound, prices }: KnownPrices): void {
    if (bound <= this.bestBound) return;
    this.bestBound = bound;
    this.bestPrices.set(prices);
  }

  /** Continues from the best prices. */
  restart(): void {
    if (this.bestBound > Number.NEGATIVE_INFINITY) this.follow(this.bestPrices);
  }

  private keep(prices: Float64Array): void {
    const bound = boundOf(this.full, prices, this.best);
    if (bound > this.bestBound) {
      this.bestBound = bound;
      this.bestPrices.set(prices);
    }
  }

  /**
   * Runs one iteration of the incremental subgradient method with congestion correction on a restriction of `full`.
   * Source: Nedić, Bertsekas, "Incremental subgradient methods for nondifferentiable optimization", SIAM J. Optim. 12 (2001).
   */
  iterate(sweep: SweepModel, step: number, onPath?: (row: number, path: Int32Array, length: number) => void): void {
    const { prices, count, path, order } = this;
    const { leaveOut, partCount: n } = sweep.model;
    for (let i = 0; i < n; i++) {
      const raised = prices[i] + step;
      if (raised > leaveOut[i]) {
        prices[i] = leaveOut[i];
        count[i] = 1;
      } else {
        prices[i] = raised;
        count[i] = 0;
      }
    }
    shuffle(order, this.random);
    writePrices(sweep, this);
    if (this.sharedSweep?.isClosed === false) this.sharedSweep.sweep(sweep, step, order, this);
    else {
      for (let q = 0; q < order.length; q++) {
        const length = visitRow(sweep, order[q], step, this);
        if (length > 0) onPath?.(order[q], path, length);
      }
    }
    this.correct(0.1 * step, leaveOut, this.overlaps);
    if (this.kindWeight > 0) for (const kind of this.kinds) this.correct(0.1 * this.kindWeight * step, leaveOut, kind);
    for (let i = 0; i < n; i++) this.average[i] += 0.1 * (prices[i] - this.average[i]);
  }

  /** For each of the parts, adds to its price `scale` times the mean of 1 − count over the parts that overlap it. */
  private correct(scale: number, leaveOut: Float64Array, { parts, byEnd, startRank, endRank }: Overlaps): void {
    const { prices, least, count, startSums, endSums } = this;
    const n = parts.length;
    for (let q = 0; q < n; q++) {
      startSums[q + 1] = startSums[q] + 1 - count[parts[q]];
      endSums[q + 1] = endSums[q] + 1 - count[byEnd[q]];
    }
    for (let q = 0; q < n; q++) {
      const i = parts[q];
      const to = startRank[q];
      const from = endRank[q];
      const raised = prices[i] + (scale * (startSums[to] - endSums[from])) / (to - from);
      prices[i] = raised > leaveOut[i] ? leaveOut[i] : raised > least[i] ? raised : least[i];
    }
  }
}
