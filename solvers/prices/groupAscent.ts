import { type Random, shuffle } from '../../engine/random.ts';
import type { Run } from '../solver.ts';
import { type GroupBundles, pairsOf } from '../model/groupBundles.ts';
import { backward, boundOf, type PathModel, rowScratch, tracePath } from '../model/pathModel.ts';
import type { Relaxation } from '../model/relaxation.ts';
import { rowsOfEqualPaths } from '../model/rowClasses.ts';
import { GroupPaths } from './groupPaths.ts';
import { Volume } from './volume.ts';

/** Steps in price units. */
interface Phase {
  readonly high: number;
  readonly low: number;
  readonly iterations: number;
}

/** Paths of one stretch at a time, with multipliers for pairs. */
const COARSE: Phase = { high: 2.5, low: 0.025, iterations: 1000 };
/** Iterations of the first phase in one turn. */
const COARSE_TURN = 500;
/** Iterations of the first phase between two steps of the multipliers of pairs, which take as long as one. */
const COARSE_PAIRS = 2;
/** Iterations with paths of all stretches at once, after which the bound hardly rises any more. */
const FINE_ITERATIONS = 1500;
/** Step of a pair's multiplier, relative to the step of a part's price; and in price units where paths of all stretches count. */
const PAIR_SHARE = 0.5;
const FINE_PAIR_STEP = 0.1;
/** Iterations between two evaluations of the bound. */
const COARSE_LOOK = 50;
/** Widths of the searches of paths, in price units. */
const LEAST_WIDTH = 5;
const MOST_WIDTH = 80;
/** One search of a path through all stretches takes about as long as so many steps of a run. */
const SEARCH_STEPS = 0.4;

const stepOf = ({ high, low, iterations }: Phase, done: number): number => high * (low / high) ** (done / iterations);

/**
 * Raises the bound where a rule keeps groups on one resource. Multipliers of pairs alone cannot: where resources are alike, their linear relaxation shares each
 * stretch's paths evenly among them, and every group is together at no cost. A path through all stretches that pays for the parts of its groups which are
 * elsewhere cannot do that. The relaxation still consists of paths, and the bound is that of the linear program with one column for each such path.
 * Source: Dantzig, Wolfe, "Decomposition principle for linear programs", Operations Research 8 (1960).
 */
export class GroupAscent {
  /** Best bound in weight units, without the relaxation's constant. */
  bound = Number.NEGATIVE_INFINITY;
  private readonly relaxation: Relaxation;
  private readonly bundles: GroupBundles;
  private readonly random: Random;
  private readonly paths: GroupPaths;
  /** The model with the costs that the multipliers of pairs shift. */
  private readonly shifted: PathModel;
  private readonly classes: readonly (readonly number[])[];
  private readonly classOf: Int32Array;
  private readonly pairs: { readonly first: Int32Array; readonly second: Int32Array };
  /** Multipliers by class of rows and pair. */
  private readonly multipliers: Float64Array;
  /** What they add to the cost of a part, by class of rows. */
  private readonly shifts: Float64Array;
  private readonly counts: Int32Array;
  private readonly prices: Float64Array;
  private readonly average: Float64Array;
  private readonly order: Int32Array;
  private readonly best: Float64Array;
  private readonly path: Int32Array;
  private readonly covered: Float64Array;
  private volume: Volume | null = null;
  private coarseDone = 0;
  private fineDone = 0;

  constructor(relaxation: Relaxation, bundles: GroupBundles, prices: Float64Array, random: Random) {
    const { model } = relaxation;
    const { half, bundle, size } = bundles;
    this.relaxation = relaxation;
    this.bundles = bundles;
    this.random = random;
    // A part that is left out has no costs with the others, which pay half of them nevertheless.
    const leaveOut = model.leaveOut.map((out, i) => out - half * (size[bundle[i]] - 1));
    this.shifted = { ...model, cost: model.cost.slice(), leaveOut };
    this.paths = new GroupPaths(model, this.shifted, bundles);
    this.classes = rowsOfEqualPaths(model).members;
    this.classOf = new Int32Array(model.rowCount);
    this.classes.forEach((rows, c) => rows.forEach((row) => (this.classOf[row] = c)));
    this.pairs = pairsOf(bundles);
    this.multipliers = new Float64Array(this.classes.length * this.pairs.first.length);
    this.shifts = new Float64Array(this.classes.length * model.partCount);
    this.counts = new Int32Array(this.classes.length * model.partCount);
    this.prices = prices.map((price, i) => Math.min(price, leaveOut[i]));
    this.average = this.prices.slice();
    this.order = Int32Array.from({ length: model.rowCount }, (_, row) => row);
    this.best = rowScratch(model);
    this.path = new Int32Array(model.partCount + 1);
    this.covered = new Float64Array(model.partCount);
  }

  /** Whether the steps are as small as they get. With larger ones, the bound often rises only later. */
  get isFine(): boolean {
    return this.fineDone >= FINE_ITERATIONS;
  }

  /** Runs a turn of the first phase, or else up to `iterations` iterations of the second one. Returns the number of iterations made. */
  advance(iterations: number, run: Pick<Run, 'stop' | 'step'>): number {
    return this.coarseDone < COARSE.iterations ? this.advanceCoarse(run) : this.advanceFine(iterations, run);
  }

  private advanceCoarse(run: Pick<Run, 'stop' | 'step'>): number {
    const { priceUnit } = this.relaxation;
    const before = this.coarseDone;
    const until = Math.min(before + COARSE_TURN, COARSE.iterations);
    while (this.coarseDone < until && !run.stop()) {
      run.step(1);
      this.coarseStep(stepOf(COARSE, this.coarseDone++) * priceUnit);
      if (this.coarseDone % COARSE_LOOK === 0) this.lookCoarsely();
    }
    if (this.coarseDone === COARSE.iterations) this.counts.fill(0);
    return this.coarseDone - before;
  }

  private coarseStep(step: number): void {
    const { shifted, prices, best, path, counts, classOf } = this;
    this.raise(step);
    for (const row of this.order) {
      if (backward(shifted, row, prices, best) === 0) continue;
      const length = tracePath(shifted, row, best, path);
      const own = classOf[row] * prices.length;
      for (let q = 0; q < length; q++) {
        prices[path[q]] -= step;
        counts[own + path[q]]++;
      }
    }
    if (this.coarseDone % COARSE_PAIRS === 0) this.movePairs(PAIR_SHARE * step);
    this.follow();
  }

  /** Raises all prices and shuffles the rows. */
  private raise(step: number): void {
    const { prices, order, random } = this;
    const { leaveOut } = this.shifted;
    for (let i = 0; i < prices.length; i++) prices[i] = Math.min(prices[i] + step, leaveOut[i]);
    shuffle(order, random);
  }

  private follow(): void {
    const { prices, average } = this;
    for (let i = 0; i < prices.length; i++) average[i] += 0.1 * (prices[i] - average[i]);
  }

  /** Moves the multipliers along the subgradient of the paths counted, and shifts the model's costs. */
  private movePairs(step: number): void {
    const { classes, counts, multipliers, pairs, shifts } = this;
    const { half } = this.bundles;
    const { first, second } = pairs;
    const n = this.prices.length;
    for (let c = 0, at = 0; c < classes.length; c++) {
      const share = step / classes[c].length;
      for (let p = 0; p < first.length; p++, at++) {
        const i = c * n + first[p];
        const j = c * n + second[p];
        if (counts[i] === counts[j]) continue;
        const before = multipliers[at];
        const moved = Math.max(-half, Math.min(half, before + share * (counts[i] - counts[j])));
        multipliers[at] = moved;
        shifts[i] += moved - before;
        shifts[j] -= moved - before;
      }
    }
    counts.fill(0);
    this.shift();
  }

  private shift(): void {
    const { shifted, shifts, classOf, relaxation } = this;
    const { rowCount, rowStart, part, cost } = relaxation.model;
    for (let row = 0; row < rowCount; row++) {
      const own = classOf[row] * this.prices.length;
      for (let k = rowStart[row]; k < rowStart[row + 1] - 1; k++) shifted.cost[k] = cost[k] + shifts[own + part[k]];
    }
  }

  private lookCoarsely(): void {
    for (const prices of [this.prices, this.average])
      this.bound = Math.max(this.bound, boundOf(this.shifted, prices, this.best));
  }

  private advanceFine(iterations: number, run: Pick<Run, 'stop' | 'step'>): number {
    const { relaxation, average, shifted, classes } = this;
    this.volume ??= new Volume(average, shifted.leaveOut, relaxation.priceUnit);
    for (let q = 0; q < iterations; q++) {
      run.step(Math.ceil(SEARCH_STEPS * classes.length));
      this.movePairsAlone(this.volume.prices);
      if (!this.evaluate(this.volume, run.stop)) return q;
      this.fineDone++;
    }
    return iterations;
  }

  /** Moves the multipliers of pairs along the paths of one stretch at a time, which keeps the search of whole paths short. */
  private movePairsAlone(prices: Float64Array): void {
    const { shifted, best, path, counts, classes } = this;
    classes.forEach((rows, c) => {
      if (backward(shifted, rows[0], prices, best) === 0) return;
      const length = tracePath(shifted, rows[0], best, path);
      for (let q = 0; q < length; q++) counts[c * prices.length + path[q]] += rows.length;
    });
    this.movePairs(FINE_PAIR_STEP * this.relaxation.priceUnit);
  }

  /** Evaluates the bound at the volume's prices; returns false when the run stopped before. */
  private evaluate(volume: Volume, stop: () => boolean): boolean {
    const { paths, shifted, best, path, covered } = this;
    const { usage } = this.relaxation.model;
    const { prices } = volume;
    let value = 0;
    for (let i = 0; i < prices.length; i++) value += prices[i];
    covered.fill(0);
    for (const rows of this.classes) {
      if (stop()) return false;
      const [row] = rows;
      const { cost, length } = this.search(row, prices);
      if (cost + usage[row] >= 0) continue;
      value += rows.length * (cost + usage[row]);
      let [taken, count] = [paths.path, length];
      if (length < 0) {
        backward(shifted, row, prices, best);
        [taken, count] = [path, tracePath(shifted, row, best, path)];
      }
      for (let q = 0; q < count; q++) covered[taken[q]] += rows.length;
    }
    volume.take(value, covered);
    this.bound = Math.max(this.bound, value);
    return true;
  }

  private search(row: number, prices: Float64Array) {
    const { priceUnit } = this.relaxation;
    return this.paths.search(row, prices, LEAST_WIDTH * priceUnit, MOST_WIDTH * priceUnit);
  }
}
