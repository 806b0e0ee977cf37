import { extentAmong, relax, type Relaxation } from '../model/relaxation.ts';
import type { Run } from '../solver.ts';
import { Ascent } from './ascent.ts';
import { branchesByCount, COUNTED, CountBranch } from './countBound.ts';
import type { Range } from '../model/crossings.ts';
import { partsNear } from './placeAnew.ts';

/** The ascent of a period between the rest of the plan, from the prices of the whole. */
const IN_PERIOD = { coarse: 100, fine: 150, high: 20 } as const;
/** The ascent of the whole from the prices of a branch, which do not fit those around the period. */
const ON_WHOLE = { coarse: 40, fine: 200, high: 3 } as const;
/** Each period doubles the number of cases. */
const MOST_CASES = 8;

/** The plans that leave out at least, or at most, certain numbers of parts in some periods, and what is proven of them. */
interface Case {
  /** By part of the model: prices, and costs of leaving parts out that the multipliers have shifted. */
  readonly prices: Float64Array;
  readonly leaveOut: Float64Array;
  /** What the numbers add to what the prices prove, and the bound in all; weight units. */
  readonly constant: number;
  readonly bound: number;
}

/**
 * Raises the bound over several days by a fact that the relaxation ignores: the number of parts that are left out is an integer in each period
 * between two quiet moments. If the relaxation leaves out half a part in each of two periods, their sum over the whole horizon is an integer again
 * and reveals nothing. Each period divides all plans into those that leave out at least as many parts there as the plan does, and those that leave
 * out fewer; multipliers on the two numbers are found on the period alone, between the rest of the plan, and hold for the whole after a short ascent
 * there. Sources: see `boundByCount`.
 */
export class PeriodCounts {
  private readonly relaxation: Relaxation;
  private readonly run: Run;
  private cases: readonly Case[] = [];
  /** The periods that divided the cases. */
  private readonly periods: Range[] = [];

  constructor(relaxation: Relaxation, run: Run) {
    this.relaxation = relaxation;
    this.run = run;
  }

  /** Whether a further period would make too many cases. */
  get isFull(): boolean {
    return 2 * this.cases.length > MOST_CASES;
  }

  /**
   * Divides the cases by the number that the plan leaves out in the period, and returns a bound on every plan. `prices` prove `bound`; plans that cost
   * `target` or more do not matter. Weight units. A period that overlaps an earlier one gains nothing: the multipliers of both together could make leaving
   * a part out pay.
   */
  raise(period: Range, placement: Int32Array, prices: Float64Array, bound: number, target: number): number {
    const { model } = this.relaxation;
    if (this.cases.length === 0) this.cases = [{ prices, leaveOut: model.leaveOut, constant: 0, bound }];
    const before = this.least(target);
    if (this.periods.some(({ from, to }) => period.from < to && from < period.to)) return before;
    const found = this.branchesIn(period, placement, prices);
    if (found === null) return before;
    const { index, counted, branches } = found;
    const divided: Case[] = [];
    for (const known of this.cases) {
      for (const branch of branches) {
        const one = this.restrict(known, index, counted, branch);
        if (this.run.stop()) return before;
        if (one.bound < target) divided.push(one);
      }
    }
    // Where nothing is gained, there would only be more cases.
    if (divided.some((one) => one.bound <= before)) return before;
    this.cases = divided;
    this.periods.push(period);
    return this.least(target);
  }

  private least(target: number): number {
    return this.cases.reduce((least, one) => Math.min(least, one.bound), target);
  }

  /** The two branches on the period alone, and for each of its parts the index in the whole, and whether it counts; null where they prove nothing. */
  private branchesIn({ from, to }: Range, placement: Int32Array, prices: Float64Array) {
    const { run } = this;
    const { instance, extent, partOf, typicalLeaveOut } = this.relaxation;
    const parts = partsNear(instance, partOf, from, to);
    const zone = relax(instance, extentAmong(extent, parts, placement));
    const indexOf = new Map(Array.from(partOf, (part, i) => [part, i]));
    const index = zone.partOf.map((part) => indexOf.get(part)!);
    const least = COUNTED * typicalLeaveOut;
    const counted = Uint8Array.from(index, (i, q) => (i >= from && zone.model.leaveOut[q] >= least ? 1 : 0));
    const count = zone.partOf.reduce((sum, part, q) => sum + (placement[part] < 0 ? counted[q] : 0), 0);
    if (count < 1) return null;
    const ascent = new Ascent(zone, run, () => {});
    ascent.beginFrom(Float64Array.from(index, (i) => prices[i]));
    ascent.resume(IN_PERIOD);
    const { bound } = ascent;
    const options = { prices: ascent.prices, bound, target: bound + typicalLeaveOut, counted, count };
    // What a first step gains says how many fewer parts the relaxation leaves out.
    const first = new CountBranch(zone, run, options, true, count);
    const excess = first.raise() ? (first.bound - bound) / first.multiplier : -1;
    const { more, fewer } = branchesByCount(zone, run, { ...options, count: count - Math.floor(excess) });
    const isGained = more.bound > bound && fewer.bound > bound;
    return isGained ? { index, counted, branches: [more, fewer] } : null;
  }

  private restrict(known: Case, index: Int32Array, counted: Uint8Array, branch: CountBranch): Case {
    const { relaxation, run } = this;
    const prices = known.prices.slice();
    const leaveOut = known.leaveOut.slice();
    index.forEach((i, q) => {
      prices[i] = branch.prices[q];
      if (counted[q] === 1) leaveOut[i] += branch.shift;
    });
    const ascent = new Ascent({ ...relaxation, model: { ...relaxation.model, leaveOut } }, run, () => {});
    ascent.beginFrom(prices);
    ascent.resume(ON_WHOLE);
    const constant = known.constant + branch.constant;
    return { prices: ascent.prices, leaveOut, constant, bound: Math.max(known.bound, ascent.bound + constant) };
  }
}
