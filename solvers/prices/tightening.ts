import { type Random, shuffle } from '../../engine/random.ts';
import type { Run } from '../solver.ts';
import { PairPrices } from './pairPrices.ts';
import type { PairTerms } from '../model/pairTerms.ts';
import { boundOf, marksWithin, minMarginals, outMarginalsOf, type PathModel, rowScratch } from '../model/pathModel.ts';
import type { Relaxation } from '../model/relaxation.ts';

/** A phase on the positions within `width` price units, with steps from `high` down to `low` price units. */
interface Phase {
  readonly width: number;
  readonly high: number;
  readonly low: number;
  readonly iterations: number;
}

/** The phases, one after another, and the one that is then repeated. */
interface Schedule {
  readonly phases: readonly Phase[];
  readonly last: Phase;
}

const LONG: Schedule = {
  phases: [
    { width: 24, high: 1, low: 0.25, iterations: 400 },
    { width: 12, high: 0.25, low: 0.06, iterations: 500 },
    { width: 8, high: 0.06, low: 0.015, iterations: 600 },
  ],
  last: { width: 8, high: 0.03, low: 0.01, iterations: 400 },
};
/** Over a day, an iteration takes a millisecond, so that steps may become so small that the prices prove nearly what the linear program does. */
const DAY: Schedule = {
  phases: [
    ...LONG.phases,
    { width: 8, high: 0.015, low: 0.004, iterations: 500 },
    { width: 8, high: 0.006, low: 0.001, iterations: 600 },
  ],
  last: { width: 8, high: 0.004, low: 0.001, iterations: 400 },
};
/** Step of the iterations of which the paths are counted, in price units: with smaller ones, the paths hardly differ. */
const COUNTING_STEP = 0.03;
/** Iterations between two evaluations of the bound. */
const LOOK = 40;
/** Step of a pair's multiplier, relative to the step of a part's price. */
const PAIR_SHARE = 0.25;

export interface ProvenPrices {
  /** The model that the prices shift, and the terms that they stand for. */
  readonly model: PathModel;
  readonly terms: PairTerms;
  readonly bound: number;
  readonly marginals: Float64Array;
  readonly outMarginals: Float64Array;
  /** By part; valid until the next iteration. */
  readonly prices: Float64Array;
}

/** Raises the bound beyond the optimum of the relaxation, by prices on terms that concern several resources. */
export class Tightening {
  private readonly relaxation: Relaxation;
  private readonly schedule: Schedule;
  private readonly whole: PairPrices;
  private readonly random: Random;
  private readonly prices: Float64Array;
  private readonly average: Float64Array;
  private readonly order: Int32Array;
  private readonly best: Float64Array;
  private readonly marginals: Float64Array;
  private readonly path: Int32Array;
  private narrow: PairPrices | null = null;
  private phase = 0;
  private done = 0;
  /** Best bound in weight units, without the relaxation's constant. */
  bound = Number.NEGATIVE_INFINITY;

  constructor(relaxation: Relaxation, prices: Float64Array, random: Random) {
    const { model } = relaxation;
    this.relaxation = relaxation;
    this.schedule = relaxation.isLong ? LONG : DAY;
    this.random = random;
    this.prices = prices.slice();
    this.average = prices.slice();
    this.order = Int32Array.from({ length: model.rowCount }, (_, row) => row);
    this.best = rowScratch(model);
    this.marginals = new Float64Array(model.part.length);
    this.path = new Int32Array(model.partCount + 1);
    minMarginals(model, prices, this.best, this.marginals, this.marginals);
    this.whole = PairPrices.of(relaxation, this.marginals);
  }

  /** Whether there are no terms to price. */
  get isEmpty(): boolean {
    return this.whole.isEmpty;
  }

  /** Whether the steps are as small as they get. With larger ones, the bound often rises only later. */
  get isFine(): boolean {
    return this.phase >= this.schedule.phases.length;
  }

  /** Runs up to `iterations` iterations, fewer when the run stops. */
  advance(iterations: number, run: Pick<Run, 'stop' | 'step'>): void {
    const { priceUnit } = this.relaxation;
    const { phases, last } = this.schedule;
    if (this.isEmpty) return;
    for (let q = 0; q < iterations; q++) {
      if (run.stop()) return;
      run.step(1);
      const { width, high, low, iterations: length } = phases[this.phase] ?? last;
      this.narrow ??= this.within(width * priceUnit);
      const step = high * (low / high) ** (this.done / length) * priceUnit;
      this.iterate(this.narrow, step);
      this.narrow.step(PAIR_SHARE * step);
      this.done++;
      if (this.done % LOOK === 0 || this.done === length) this.look();
      if (this.done < length) continue;
      this.done = 0;
      this.phase++;
      this.narrow = null;
    }
    this.look();
  }

  /** What the better one of the current prices proves: a bound, and how far above it every plan with a position, or without a part, costs at least. */
  proven(): ProvenPrices {
    const { whole, best, marginals } = this;
    whole.apply();
    const { model, constant } = whole;
    const bounds = [this.prices, this.average].map((prices) => boundOf(model, prices, best) + constant);
    const prices = bounds[0] > bounds[1] ? this.prices : this.average;
    minMarginals(model, prices, best, marginals, marginals);
    return {
      bound: Math.max(...bounds),
      marginals,
      outMarginals: outMarginalsOf(model, prices),
      prices,
      ...whole.priced,
    };
  }

  /**
   * Runs `iterations` iterations at a constant step, and returns for each part the row that the paths choose most often, or −1 where none is
   * chosen in at least `share` of the iterations.
   */
  rowsChosen(iterations: number, share: number, run: Pick<Run, 'stop' | 'step'>): Int32Array {
    const { relaxation, prices, schedule } = this;
    const { rowCount } = relaxation.model;
    const rows = new Int32Array(prices.length).fill(-1);
    const counts = new Uint16Array(prices.length * rowCount);
    const pairs = this.within(schedule.last.width * relaxation.priceUnit);
    const step = COUNTING_STEP * relaxation.priceUnit;
    const count = (row: number, path: Int32Array, length: number): void => {
      for (let q = 0; q < length; q++) counts[path[q] * rowCount + row]++;
    };
    for (let q = 0; q < iterations && !run.stop(); q++) {
      run.step(1);
      this.iterate(pairs, step, count);
      pairs.step(PAIR_SHARE * step);
    }
    for (let i = 0; i < rows.length; i++) {
      let most = share * iterations;
      for (let row = 0; row < rowCount; row++) {
        const times = counts[i * rowCount + row];
        if (times < most) continue;
        most = times;
        rows[i] = row;
      }
    }
    return rows;
  }

  /** Restricts the prices to positions whose min-marginal is at most `width`. */
  private within(width: number): PairPrices {
    const { whole, prices, best, marginals } = this;
    whole.apply();
    minMarginals(whole.model, prices, best, marginals, marginals);
    return whole.restrictTo(marksWithin(marginals, width));
  }

  private look(): void {
    const { whole } = this;
    whole.apply();
    for (const prices of [this.prices, this.average]) {
      this.bound = Math.max(this.bound, boundOf(whole.model, prices, this.best) + whole.constant);
    }
  }

  private iterate(
    pairs: PairPrices,
    step: number,
    count?: (row: number, path: Int32Array, length: number) => void,
  ): void {
    const { prices, average, order, path, random } = this;
    const { paths } = pairs;
    const { leaveOut } = paths.model;
    for (let i = 0; i < prices.length; i++) prices[i] = Math.min(prices[i] + step, leaveOut[i]);
    paths.prices.set(prices);
    shuffle(order, random);
    for (const row of order) {
      const length = paths.cheapestPath(row, path);
      if (length === 0) continue;
      for (let q = 0; q < length; q++) paths.prices[path[q]] = prices[path[q]] -= step;
      pairs.observe(row, path, length);
      count?.(row, path, length);
    }
    for (let i = 0; i < prices.length; i++) average[i] += 0.1 * (prices[i] - average[i]);
  }
}
