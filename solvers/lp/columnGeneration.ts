import type { Highs } from 'highs';
import type { Random } from '../../engine/random.ts';
import { Dual, type Overlaps } from '../prices/dual.ts';
import { inWeights } from '../prices/sweepModel.ts';
import { backward, type PathModel, rowScratch, tracePath } from '../model/pathModel.ts';
import { type Column, ColumnPool } from './columnPool.ts';
import { Master, type MasterPoint } from './master.ts';
import { type PathProblem, pricedModel } from './pathProblem.ts';

/** Prices and the bound that they prove for the limit solved last, in weight units, without the constant. */
export interface PricedBound {
  readonly prices: Float64Array;
  readonly changePrice: number;
  readonly bound: number;
}

export interface GenerationOptions {
  readonly random: Random;
  readonly overlaps: Overlaps;
  readonly step: (n: number) => void;
  /** Receives proven bounds: no plan costs less than `bound` + changePrice × its changes of movable parts − constant. */
  readonly onBound: (bound: number, changePrice: number) => void;
}

/** Subgradient iterations whose paths become columns, before the first program and in each round. */
const FIRST_PATHS = 40;
const ROUND_PATHS = 10;
/** The program counts as solved when its optimum is within this many price units of the bound. */
const TOLERANCE = 0.002;
const MOST_ROUNDS = 60;
/** Number of good price vectors kept; each rules out other places. */
const KEPT_PRICES = 8;
/** Cost of a change beyond the limit, relative to the largest cost in the model. */
const EXCESS = 10;

/**
 * Column generation: the master's duals, smoothed towards the best prices known, price new columns by the path program, and
 * prove a Lagrangian bound each time. Subgradient iterations around the best prices add what the duals alone would find late.
 * Source: Wentges, "Weighted Dantzig–Wolfe decomposition for linear mixed-integer programming", ITOR 4 (1997).
 */
export class ColumnGeneration {
  readonly pool: ColumnPool;
  readonly master: Master;
  private readonly problem: PathProblem;
  private readonly options: GenerationOptions;
  private readonly scratch: Float64Array;
  private readonly path: Int32Array;
  /** The best prices known for the current limit; `centerBound` is the bound that they prove. */
  private center: Float64Array;
  private centerPrice = 0;
  private centerBound = Number.NEGATIVE_INFINITY;
  private kept: PricedBound[] = [];
  private width: number;
  private limit = Number.POSITIVE_INFINITY;

  constructor(highs: Highs, problem: PathProblem, prices: Float64Array, options: GenerationOptions) {
    const { relaxation, instance } = problem;
    this.problem = problem;
    this.options = options;
    this.pool = new ColumnPool(problem);
    const costliest = Math.max(instance.conflictCost / 100, ...relaxation.model.leaveOut, relaxation.typicalLeaveOut);
    this.master = new Master(highs, problem, EXCESS * costliest, options.step);
    this.scratch = rowScratch(relaxation.model);
    this.path = new Int32Array(relaxation.model.partCount + 1);
    this.center = prices.slice();
    this.width = 0.5 * relaxation.priceUnit;
    this.gatherColumns(FIRST_PATHS, 0.5 * relaxation.priceUnit, []);
    this.master.add(this.pool.columns);
  }

  /** The best prices and others that are nearly as good, the best ones last. */
  get good(): readonly PricedBound[] {
    return this.kept;
  }

  /** The bound that the best prices prove for the limit solved last. */
  get bound(): number {
    return this.centerBound;
  }

  /** The best prices; `changePrice` is the price of a change that belongs to them. */
  get prices(): Float64Array {
    return this.center;
  }

  get changePrice(): number {
    return this.centerPrice;
  }

  /** Adds the paths of a plan: parts by row, each in order of position. */
  addPaths(rows: readonly (readonly number[])[]): void {
    const fresh: Column[] = [];
    rows.forEach((parts, row) => {
      this.path.set(parts);
      const column = this.pool.add(row, this.path, parts.length);
      if (column !== null) fresh.push(column);
    });
    this.master.add(fresh);
  }

  /**
   * Returns the optimum over all columns with at most `limit` changes of movable parts, or null when it was stopped before the first
   * program was solved. When it was stopped later or ran out of rounds, the result is the optimum over the columns known so far.
   */
  solve(limit: number, stop: () => boolean): MasterPoint | null {
    const { priceUnit } = this.problem.relaxation;
    const { master } = this;
    if (limit !== this.limit) this.setLimit(limit);
    let point: MasterPoint | null = null;
    for (let round = 0; round < MOST_ROUNDS && !stop(); round++) {
      master.setBox(this.center, this.width);
      const next = master.solve('primal', stop);
      if (next === null) break;
      point = next;
      const before = this.centerBound;
      const fresh: Column[] = [];
      for (const share of [0.5, 0]) this.look(point, share, fresh);
      if (!point.isBoxed && point.objective - this.centerBound < TOLERANCE * priceUnit) break;
      this.gatherColumns(ROUND_PATHS, (0.3 * priceUnit) / (1 + round / 4), fresh);
      if (point.isBoxed) this.width *= 3;
      else if (this.centerBound <= before) this.width *= 0.6;
      if (fresh.length === 0 && !point.isBoxed) break;
      master.add(fresh);
    }
    if (point?.isBoxed === true && !stop()) {
      master.setBox(null);
      point = master.solve('primal', stop) ?? point;
    }
    return point;
  }

  /** Runs one round of pricing with the point's duals on the positions that `allows` accepts. Returns the number of new columns. */
  addWithin({ prices, changePrice }: MasterPoint, allows: (position: number) => boolean): number {
    const priced = pricedModel(this.problem, changePrice);
    const cost = priced.cost.map((value, k) => (priced.part[k] < 0 || allows(k) ? value : Number.POSITIVE_INFINITY));
    const fresh: Column[] = [];
    this.evaluate({ ...priced, cost }, prices, (row, length) => {
      const column = this.pool.add(row, this.path, length);
      if (column !== null) fresh.push(column);
    });
    this.master.add(fresh);
    return fresh.length;
  }

  private setLimit(limit: number): void {
    this.limit = limit;
    this.master.setLimit(limit);
    if (limit === Number.POSITIVE_INFINITY) this.centerPrice = 0;
    this.width = 0.5 * this.problem.relaxation.priceUnit;
    this.centerBound = Number.NEGATIVE_INFINITY;
    this.kept = [];
    this.keep(
      this.evaluate(pricedModel(this.problem, this.centerPrice), this.center, () => {}),
      this.center,
      this.centerPrice,
    );
  }

  /** Prices columns between the master's duals and the best prices. */
  private look(point: MasterPoint, share: number, fresh: Column[]): void {
    const { center, centerPrice } = this;
    const changePrice = share * centerPrice + (1 - share) * point.changePrice;
    const model = pricedModel(this.problem, changePrice);
    const prices = point.prices.map((price, i) => Math.min(model.leaveOut[i], share * center[i] + (1 - share) * price));
    const bound = this.evaluate(model, prices, (row, length) => {
      const column = this.pool.add(row, this.path, length);
      if (column !== null) fresh.push(column);
    });
    this.keep(bound, prices, changePrice);
  }

  /** Runs subgradient iterations from the best prices and adds their paths as columns. */
  private gatherColumns(iterations: number, size: number, fresh: Column[]): void {
    const { problem, options } = this;
    const model = pricedModel(problem, this.centerPrice);
    const dual = new Dual(model, options.overlaps, options.random.split());
    dual.prices.set(this.center);
    dual.average.set(this.center);
    const sweep = inWeights(model);
    for (let q = 0; q < iterations; q++) {
      dual.iterate(sweep, size, (row, path, length) => {
        const column = this.pool.add(row, path, length);
        if (column !== null) fresh.push(column);
      });
    }
    options.step(iterations);
    this.keep(dual.evaluate(iterations), dual.bestPrices, this.centerPrice);
  }

  private keep(bound: number, prices: Float64Array, changePrice: number): void {
    this.options.onBound(bound, changePrice);
    const here = this.limit === Number.POSITIVE_INFINITY ? bound : bound - changePrice * this.limit;
    if (this.limit === Number.POSITIVE_INFINITY && changePrice > 0) return;
    const known = { prices: prices.slice(), changePrice, bound: here };
    if (here > this.centerBound) {
      this.centerBound = here;
      this.center = known.prices;
      this.centerPrice = changePrice;
      this.kept.push(known);
    } else if (here > this.centerBound - this.problem.relaxation.priceUnit) this.kept.unshift(known);
    else return;
    this.kept = this.kept.toSorted((a, b) => a.bound - b.bound).slice(-KEPT_PRICES);
  }

  /** Returns the bound Σ min(price, leaving out) + Σ cheapest paths, and passes a cheapest path of each class of rows to `onPath`. */
  private evaluate(model: PathModel, prices: Float64Array, onPath: (row: number, length: number) => void): number {
    let bound = 0;
    for (let i = 0; i < model.partCount; i++) bound += Math.min(prices[i], model.leaveOut[i]);
    for (const rows of this.problem.classes) {
      const best = backward(model, rows[0], prices, this.scratch);
      bound += rows.length * best;
      if (best < 0) onPath(rows[0], tracePath(model, rows[0], this.scratch, this.path));
    }
    this.options.step(1);
    return bound;
  }
}
