import { type Random, shuffle } from '../../engine/random.ts';
import type { Run } from '../solver.ts';
import {
  bitCount,
  costOfPath,
  type GroupBundles,
  groupBundlesOf,
  LONGEST_SPAN,
  pairsOf,
} from '../model/groupBundles.ts';
import { backward, boundOf, type PathModel, rowScratch, tracePath } from '../model/pathModel.ts';
import type { Relaxation } from '../model/relaxation.ts';
import { classOfRows, type RowClasses, rowsOfEqualPaths } from '../model/rowClasses.ts';
import { GroupPaths } from './groupPaths.ts';
import { StabilizedMaster } from './stabilizedMaster.ts';

/** Steps in price units. */
interface Fall {
  readonly high: number;
  readonly low: number;
}

/** Paths of one period at a time, with multipliers for pairs. */
const COARSE: Fall = { high: 2.5, low: 0.025 };
const COARSE_ITERATIONS = 1000;
/** Iterations of the first phase in one turn. */
const COARSE_TURN = 500;
/** Iterations of the first phase between two steps of the multipliers of pairs, which take as long as one. */
const COARSE_PAIRS = 2;
/** Step of a pair's multiplier, relative to the step of a part's price. */
const PAIR_SHARE = 0.5;
/** Where paths of all periods count, steps of the multipliers of pairs come before each search: this many for each label of the last one. */
const PAIRS: Fall = { high: 0.4, low: 0.03 };
const PAIR_STEPS = 0.1;
const LEAST_PAIR_STEPS = 10;
const MOST_PAIR_STEPS = 400;
/** Iterations between two evaluations of the bound. */
const COARSE_LOOK = 50;
/** One search of a path through all periods takes about as long as so many steps of a run. */
const SEARCH_STEPS = 0.4;
/** Room for labels in each iteration. */
const ROOM = 400;
/** Room for labels in the last evaluation of the bound, and where that of the iterations was short, after this many of them; with its steps for one search. */
const MOST_ROOM = 4000;
const PROOF_EVERY = 50;
const PROOF_STEPS = 4;

/** `done`: a share of the steps. */
const stepOf = ({ high, low }: Fall, done: number): number => high * (low / high) ** done;

/**
 * Raises the bound where a rule keeps groups on one resource. Multipliers of pairs alone cannot: where resources are alike, their linear relaxation shares each
 * period's paths evenly among them, and every group is together at no cost. A path through all periods that pays for the parts of its groups which are
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
  private readonly classes: RowClasses;
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
  private master: StabilizedMaster | null = null;
  private coarseDone = 0;
  private isProven = false;
  private sinceProof = 0;
  private roomWasShort = false;

  constructor(relaxation: Relaxation, bundles: GroupBundles, prices: Float64Array, random: Random) {
    const { model, half, mates } = bundles;
    this.relaxation = relaxation;
    this.bundles = bundles;
    this.random = random;
    // A part that is left out has no costs with the others, which pay half of them nevertheless.
    const leaveOut = model.leaveOut.map((out, i) => out - half * bitCount(mates[i]));
    this.shifted = { ...model, cost: model.cost.slice(), leaveOut };
    this.paths = new GroupPaths(this.shifted, bundles);
    this.classes = rowsOfEqualPaths(model);
    this.classOf = classOfRows(this.classes);
    this.pairs = pairsOf(bundles);
    this.multipliers = new Float64Array(this.classes.length * this.pairs.first.length);
    this.shifts = new Float64Array(this.classes.length * model.partCount);
    this.counts = new Int32Array(this.classes.length * model.partCount);
    this.prices = prices.map((price, i) => Math.min(price, leaveOut[i]));
    this.average = this.prices.slice();
    this.order = Int32Array.from({ length: model.rowCount }, (_, row) => row);
    this.best = rowScratch(model);
    this.path = new Int32Array(model.partCount + 1);
  }

  /** Whether the bound has been evaluated at the last prices. */
  get isFine(): boolean {
    return this.isProven;
  }

  /** Once this one is fine: one from its prices over spans twice as long; null where there is only one span, or none may be longer. */
  wider(): GroupAscent | null {
    const { relaxation, random, master, average } = this;
    const { spanCount, periodCount } = this.bundles;
    if (!this.isFine || spanCount === 1 || periodCount === LONGEST_SPAN) return null;
    const bundles = groupBundlesOf(relaxation, Math.min(LONGEST_SPAN, 2 * periodCount));
    return bundles && new GroupAscent(relaxation, bundles, master?.center ?? average, random.split());
  }

  /**
   * Runs a turn of the first phase, or else up to `iterations` iterations of the second one, which ends when the bound hardly rises any more.
   */
  advance(iterations: number, run: Pick<Run, 'stop' | 'step'>): void {
    if (this.coarseDone < COARSE_ITERATIONS) this.advanceCoarse(run);
    else this.advanceFine(iterations, run);
  }

  private advanceCoarse(run: Pick<Run, 'stop' | 'step'>): void {
    const { priceUnit } = this.relaxation;
    const until = Math.min(this.coarseDone + COARSE_TURN, COARSE_ITERATIONS);
    while (this.coarseDone < until && !run.stop()) {
      run.step(1);
      this.coarseStep(stepOf(COARSE, this.coarseDone++ / COARSE_ITERATIONS) * priceUnit);
      if (this.coarseDone % COARSE_LOOK === 0) this.lookCoarsely();
    }
    if (this.coarseDone === COARSE_ITERATIONS) this.counts.fill(0);
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
    if (this.coarseDone % COARSE_PAIRS === 0)
      this.classes.forEach((rows, c) => this.movePairs(c, PAIR_SHARE * step, rows));
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

  /** Moves the multipliers of a class along the subgradient of the paths counted, and shifts the model's costs in some of its rows. */
  private movePairs(c: number, step: number, rows: readonly number[]): void {
    const { counts, multipliers, pairs, shifts } = this;
    const { half } = this.bundles;
    const { first, second } = pairs;
    const own = c * this.prices.length;
    const share = step / this.classes[c].length;
    for (let p = 0, at = c * first.length; p < first.length; p++, at++) {
      const i = own + first[p];
      const j = own + second[p];
      if (counts[i] === counts[j]) continue;
      const before = multipliers[at];
      const moved = Math.max(-half, Math.min(half, before + share * (counts[i] - counts[j])));
      multipliers[at] = moved;
      shifts[i] += moved - before;
      shifts[j] -= moved - before;
    }
    counts.fill(0, own, own + this.prices.length);
    const { rowStart, part, cost } = this.bundles.model;
    for (const row of rows) {
      for (let k = rowStart[row]; k < rowStart[row + 1] - 1; k++)
        this.shifted.cost[k] = cost[k] + shifts[own + part[k]];
    }
  }

  private lookCoarsely(): void {
    for (const prices of [this.prices, this.average])
      this.bound = Math.max(this.bound, boundOf(this.shifted, prices, this.best));
  }

  private advanceFine(iterations: number, run: Pick<Run, 'stop' | 'step'>): void {
    const { relaxation, average, shifted, classes } = this;
    const sizes = classes.map((rows) => rows.length);
    this.master ??= new StabilizedMaster(average, shifted.leaveOut, relaxation.priceUnit, sizes);
    const { master } = this;
    for (let done = 0; done < iterations; done++) {
      // Where all labels had room, the bound is exact already.
      if (master.isFine && !this.roomWasShort) this.isProven = true;
      const mayProve = master.isFine || (this.roomWasShort && this.sinceProof >= PROOF_EVERY);
      if (this.isProven || (mayProve && !this.prove(master, run))) return;
      if (mayProve) continue;
      run.step(Math.ceil(SEARCH_STEPS * classes.length));
      const most = this.evaluate(master, master.prices, ROOM, run.stop);
      if (most === null) return;
      master.take(most);
      this.sinceProof++;
    }
  }

  /** Evaluates the bound at the best prices with more room for labels. Returns false when the run stopped before. */
  private prove(master: StabilizedMaster, run: Pick<Run, 'stop' | 'step'>): boolean {
    run.step(Math.ceil(PROOF_STEPS * this.classes.length));
    if (this.evaluate(master, master.center, MOST_ROOM, run.stop) === null) return false;
    this.isProven = master.isFine;
    this.roomWasShort = false;
    this.sinceProof = 0;
    return true;
  }

  /**
   * Moves the multipliers of pairs of a class along the paths of one period at a time, which keeps the search for whole paths short; the longer the
   * last search was, the more often.
   */
  private movePairsAlone(c: number, prices: Float64Array): void {
    const { shifted, best, path, counts, classes, paths } = this;
    const [row] = classes[c];
    const steps = Math.max(LEAST_PAIR_STEPS, Math.min(MOST_PAIR_STEPS, Math.round(PAIR_STEPS * paths.labelsOf(row))));
    for (let n = 0; n < steps; n++) {
      if (backward(shifted, row, prices, best) === 0) return;
      const length = tracePath(shifted, row, best, path);
      for (let q = 0; q < length; q++) counts[c * prices.length + path[q]] += classes[c].length;
      this.movePairs(c, stepOf(PAIRS, n / steps) * this.relaxation.priceUnit, [row]);
    }
  }

  /** Evaluates the bound at some prices, and adds columns to the master. Returns what it is at most there; null when the run stopped before. */
  private evaluate(master: StabilizedMaster, prices: Float64Array, room: number, stop: () => boolean): number | null {
    const { paths, classes, relaxation, bundles } = this;
    const limits = { narrowest: relaxation.priceUnit, room, stop };
    let proven = 0;
    for (let i = 0; i < prices.length; i++) proven += prices[i];
    let most = proven;
    for (let c = 0; c < classes.length; c++) {
      const [row] = classes[c];
      const usage = bundles.model.usage[row];
      this.movePairsAlone(c, prices);
      const outcome = paths.search(row, prices, limits);
      if (outcome === null) return null;
      const { least, length } = outcome;
      if (least + usage >= 0) continue;
      proven += classes[c].length * (least + usage);
      const parts = paths.path.slice(0, length).sort();
      const cost = usage + costOfPath(bundles, row, parts);
      master.add(c, parts, cost);
      let reduced = cost;
      for (let q = 0; q < length; q++) reduced -= prices[parts[q]];
      most += classes[c].length * Math.min(0, reduced);
    }
    this.bound = Math.max(this.bound, proven);
    this.roomWasShort ||= most - proven > 1e-6 * Math.abs(most);
    return most;
  }
}
