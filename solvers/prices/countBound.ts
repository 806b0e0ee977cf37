import type { Relaxation } from '../model/relaxation.ts';
import type { Run } from '../solver.ts';
import { Ascent } from './ascent.ts';

/** Parts whose cost of being left out is at least this share of the typical one count. */
export const COUNTED = 0.5;

/** Steps of the multiplier, as shares of the typical cost of leaving a part out. */
const MORE = [0.2, 0.3, 0.2, 0.15, 0.05];
const FEWER = [0.15, 0.15, 0.2, 0.3, 0.4, 0.5, 0.8, 1];
/** Iterations after each step. Where fewer parts may be left out, prices have to rise far. */
const AFTER_MORE = { coarse: 150, fine: 150 };
const AFTER_FEWER = { coarse: 300, fine: 150 };
/** A part whose price is this close to the cost of leaving it out may be one that is left out. */
const NEARLY = 0.95;
/** A first step that raises the bound by less than this share of it gains nothing. */
const LEAST_GAIN = 0.02;

export interface CountOptions {
  /** Prices of the parts, and what they prove, in weight units. */
  readonly prices: Float64Array;
  readonly bound: number;
  /** A higher bound than this is of no use. */
  readonly target: number;
  /** Marks the parts that count. */
  readonly counted: Uint8Array;
  /** How many of them the best plan known leaves out. */
  readonly count: number;
}

/**
 * Raises the bound, in weight units, by a fact that the relaxation ignores: the number of parts that are left out is an integer. On a crowded day,
 * the linear relaxation may leave out 27.5, at half of the cost of another part. Every plan leaves out at least `count` parts or at most one less;
 * both branches are bounded, each with a multiplier on that number, which shifts the costs of leaving parts out. The bound stays as it was when the
 * first steps show that the relaxation's number is not between the two. Sources: branching on a sum of variables, Ryan, Foster, "An integer
 * programming approach to scheduling", in: Computer Scheduling of Public Transport (1981); Lagrangian bounds of the branches, Fisher, "The Lagrangian
 * relaxation method for solving integer programming problems", Management Science 27 (1981).
 */
export const boundByCount = (relaxation: Relaxation, run: Run, options: CountOptions): number => {
  const { count, bound: known } = options;
  if (count < 1) return known;
  const { more, fewer } = branchesByCount(relaxation, run, options);
  return Math.min(more.bound, fewer.bound);
};

/** The two branches, after their steps; after one or two steps if these showed that the relaxation's number is not between the two. */
export const branchesByCount = (
  relaxation: Relaxation,
  run: Run,
  options: CountOptions,
): { readonly more: CountBranch; readonly fewer: CountBranch } => {
  const { count, bound: known, target } = options;
  const more = new CountBranch(relaxation, run, options, true, count);
  const fewer = new CountBranch(relaxation, run, options, false, count - 1);
  const gains = (branch: CountBranch): boolean =>
    branch.raise() && branch.bound - known > LEAST_GAIN * branch.multiplier;
  if (gains(more) && gains(fewer)) {
    while (more.bound < target && more.raise());
    while (fewer.bound < Math.min(more.bound, target) && fewer.raise());
  }
  return { more, fewer };
};

/** The plans that leave out at least, or at most, a number of the counted parts. */
export class CountBranch {
  /** What the best step so far proves, in weight units, and its multiplier and prices. */
  bound: number;
  multiplier = 0;
  prices: Float64Array;
  private readonly relaxation: Relaxation;
  private readonly run: Run;
  private readonly counted: Uint8Array;
  private readonly isMore: boolean;
  private readonly count: number;
  private readonly steps: number[];
  /** The largest multiplier with which no part pays less than nothing to be left out. */
  private readonly most: number;

  constructor(
    relaxation: Relaxation,
    run: Run,
    { prices, bound, counted }: CountOptions,
    isMore: boolean,
    count: number,
  ) {
    this.relaxation = relaxation;
    this.run = run;
    this.counted = counted;
    this.isMore = isMore;
    this.count = count;
    this.prices = prices;
    this.bound = bound;
    this.steps = (isMore ? MORE : FEWER).map((share) => share * relaxation.typicalLeaveOut);
    this.most = Number.POSITIVE_INFINITY;
    if (!isMore) return;
    const { leaveOut } = relaxation.model;
    for (let part = 0; part < leaveOut.length; part++)
      if (counted[part] === 1) this.most = Math.min(this.most, leaveOut[part]);
  }

  /** Takes a step with the multiplier. Returns whether the bound is higher; when it is not, no further step helps. */
  raise(): boolean {
    const { relaxation, run, isMore } = this;
    const step = this.steps.shift();
    if (step === undefined || this.multiplier + step > this.most || run.stop()) return false;
    const multiplier = this.multiplier + step;
    const before = this.leaveOut(this.multiplier);
    const shifted = { ...relaxation, model: { ...relaxation.model, leaveOut: this.leaveOut(multiplier) } };
    const ascent = new Ascent(shifted, run, () => {});
    const isCostly = (price: number, part: number): boolean => !isMore && price >= NEARLY * before[part];
    ascent.beginFrom(this.prices.map((price, part) => (isCostly(price, part) ? price + step : price)));
    ascent.resume(isMore ? AFTER_MORE : AFTER_FEWER);
    const bound = ascent.bound + this.sign * multiplier * this.count;
    if (bound <= this.bound) return false;
    this.bound = bound;
    this.multiplier = multiplier;
    this.prices = ascent.prices;
    return true;
  }

  /** By how much leaving out a counted part costs more than in the model; what is added to the bound for that is `constant`. */
  get shift(): number {
    return -this.sign * this.multiplier;
  }

  get constant(): number {
    return this.sign * this.multiplier * this.count;
  }

  private get sign(): 1 | -1 {
    return this.isMore ? 1 : -1;
  }

  private leaveOut(multiplier: number): Float64Array {
    const { counted, sign } = this;
    return this.relaxation.model.leaveOut.map((cost, part) => (counted[part] === 1 ? cost - sign * multiplier : cost));
  }
}
