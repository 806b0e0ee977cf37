import { type Instance, PartFlag, pinnedPlacement, unpinnedParts } from '../../engine/instance/instance.ts';
import { Plan } from '../../engine/board/plan.ts';
import { costsLeftOut, resourceCosts } from '../../engine/objective/terms/termShapes.ts';
import { type Columns, columnsOf } from './pathPlan.ts';
import type { PathModel } from './pathModel.ts';
import { NO_PARTED_PAIRS, type PartedPairs, partedPairs } from './partedPairs.ts';
import { gapCostsOf, successors } from './successors.ts';

/**
 * An instance as a path model. The costs of pinned parts among themselves are in `constant`, those between a movable and a pinned part
 * in the arc of the movable one, and those of soft buffers between neighbors on a resource in `gapCosts`. Near an expected plan, what
 * balance costs is in the arcs, and pairs of a group that overlap are in `leaveOut`, both with a share in `constant`. Left out, and all
 * ≥ 0, are other soft terms between movable parts, and hard buffers that `next` cannot represent. So the model's optimum never exceeds
 * the instance's. `exact`: nothing is left out.
 */
export interface Relaxation {
  readonly instance: Instance;
  /** What the model covers. */
  readonly extent: Extent;
  readonly model: PathModel;
  readonly columns: Columns;
  /** For each part of the model, its part in the instance; ascending. */
  readonly partOf: Int32Array;
  readonly start: Int32Array;
  readonly end: Int32Array;
  /** For each position, its arc in the instance; −1 at sentinels. */
  readonly arcOf: Int32Array;
  readonly parted: PartedPairs;
  /** In hundredths. Every plan costs `constant` plus a multiple of `grain`. */
  readonly constant: number;
  readonly grain: number;
  readonly exact: boolean;
  /**
   * Price unit: a typical difference between the places of one part. `typicalLeaveOut` is a typical cost of leaving a part out. Both
   * are in weight units.
   */
  readonly priceUnit: number;
  readonly typicalLeaveOut: number;
  /** The horizon is longer than 39 hours; neighborhoods are then windows of time. */
  readonly isLong: boolean;
}

/** A day where the model is not exact. Its exact programs are small enough to find plans. */
export const isInexactDay = ({ exact, isLong }: Relaxation): boolean => !exact && !isLong;

/** With fewer parts than this, a few iterations suffice. */
export const FEW_PARTS = 40;
/** With fewer positions than this a model is small: an iteration takes less than a tenth of a millisecond, and an exact search often ends at once. */
export const FEW_POSITIONS = 30_000;
/** From this number of positions a model is large, and every step of the search takes long. */
export const MANY_POSITIONS = 300_000;

const LONG_SECONDS = 39 * 3600;

/** The part of an instance that a relaxation covers. */
export interface Extent {
  /** The parts to place, ascending. */
  readonly parts: Int32Array;
  /** The plan of all other parts; `parts` have no place in it. */
  readonly others: Plan;
  /** Marks the arcs to include; null: all. */
  readonly arcs: Uint8Array | null;
  /** The share of each resource's usage cost that this model counts. */
  readonly usageShare: number;
  /** A plan of the parts near which the model counts what balance and groups cost; null: it leaves that out. */
  readonly expected: ArrayLike<number> | null;
}

/** Returns the extent of all movable parts on all resources, with the pinned parts in place. */
export const wholeExtent = (instance: Instance, expected: ArrayLike<number> | null = null): Extent => ({
  parts: unpinnedParts(instance),
  others: new Plan(instance, pinnedPlacement(instance)),
  arcs: null,
  usageShare: 1,
  expected,
});

/** The part of an extent that covers some of its parts, between all others where the placement has them. */
export const extentAmong = (whole: Extent, parts: Int32Array, placement: ArrayLike<number>): Extent => {
  const others = Int32Array.from(placement);
  for (const part of parts) others[part] = -1;
  const expected = whole.expected === null ? null : placement;
  return { ...whole, parts, others: new Plan(whole.others.instance, others), expected };
};

/** What every plan costs besides the extent's parts: what is in place, without the cost of leaving these parts out; in hundredths. */
export const constantOf = ({ parts, others: { instance, cost } }: Extent): number =>
  cost - parts.reduce((sum, part) => sum + instance.unassignedCost[part], 0);

/** Makes the model of an instance. `changePrice`: an extra cost of each changed or lost place, in weight units; such a model is never `exact`. */
export const relax = (instance: Instance, extent = wholeExtent(instance), changePrice = 0): Relaxation => {
  const { parts: partOf, others } = extent;
  const { unassignedCost, resourceCount } = instance;
  const n = partOf.length;
  const usage = usageOf(others);
  const changeCost = Math.round(100 * changePrice);
  const leaveOut = Float64Array.from(
    partOf,
    (part) => unassignedCost[part] + (instance.current[part] >= 0 ? changeCost : 0),
  );
  const balance = new BalanceSlopes(extent);
  const grain = new Grain(instance, usage);
  for (const value of leaveOut) grain.add(value);
  const { rowStart, part, cost, arcOf, low, high, costliest } = pricedRows(instance, extent, {
    usage,
    changeCost,
    leaveOut,
    balance,
    grain,
  });
  const { next, captured } = successors(instance, partOf, rowStart, part);
  const gapCosts = captured ? null : gapCostsOf(instance, partOf, rowStart, part, next);
  const overlapsNever = instance.conflictCost >= costliest;
  const parted = overlapsNever ? partedPairs(instance, partOf, leaveOut, extent.expected) : NO_PARTED_PAIRS;
  const model: PathModel = {
    partCount: n,
    rowCount: resourceCount,
    rowStart,
    part,
    cost,
    next,
    usage: Float64Array.from(usage, (value) => Math.floor(value * extent.usageShare) / 100),
    leaveOut: leaveOut.map((value, i) => (value - (parted.ofPart[i] ?? 0)) / 100),
    overlapCost: overlapsNever ? Number.POSITIVE_INFINITY : instance.conflictCost / 100,
    gapCosts,
  };
  return {
    instance,
    extent,
    model,
    columns: columnsOf(model),
    partOf,
    start: Int32Array.from(partOf, (p) => instance.start[p]),
    end: Int32Array.from(partOf, (p) => instance.end[p]),
    arcOf,
    parted,
    constant: constantOf(extent) - balance.constant + parted.cost,
    grain: grain.value,
    exact: captured && overlapsNever && changePrice === 0 && isExactButForNeighbors(instance),
    ...scaleOf(model, low, high),
    isLong: n > 0 && instance.end[partOf[n - 1]] - instance.start[partOf[0]] > LONG_SECONDS,
  };
};

/** Whether the relaxation leaves out no terms except those between neighbors. */
export const isExactButForNeighbors = (instance: Instance): boolean => {
  const { adjacencies, risk } = instance.terms;
  return adjacencies.length === 0 && costsLeftOut(instance).length === 0 && risk === null;
};

interface Pricing {
  readonly usage: ReturnType<typeof usageOf>;
  /** In hundredths: `changeCost` for a part that changes its place, `leaveOut` for each part that is left out. */
  readonly changeCost: number;
  readonly leaveOut: Float64Array;
  readonly balance: BalanceSlopes;
  /** Receives every cost. */
  readonly grain: Grain;
}

/**
 * Builds the model's rows, each ended by −1; costs are in weight units. `low` and `high` are the least and the greatest cost of each part, `costliest` is the most
 * that leaving a part out costs beyond its cheapest place, in hundredths.
 */
const pricedRows = (instance: Instance, extent: Extent, pricing: Pricing) => {
  const rows = new PricedRows(instance, extent, pricing);
  for (let r = 0; r < instance.resourceCount; r++) rows.addRow(r);
  return rows.all();
};

/** A class, so that its method is compiled once, and not again for each model. */
class PricedRows {
  private readonly instance: Instance;
  private readonly extent: Extent;
  private readonly pricing: Pricing;
  private readonly rowStart: Int32Array;
  private readonly part: Int32Array;
  private readonly cost: Float64Array;
  private readonly arcOf: Int32Array;
  /** The index in the model of each part of the instance; −1: none. */
  private readonly indexOf: Int32Array;
  private readonly low: Float64Array;
  private readonly high: Float64Array;

  constructor(instance: Instance, extent: Extent, pricing: Pricing) {
    const { arcStart, partCount, resourceCount } = instance;
    const { parts } = extent;
    const total = parts.reduce((sum, part) => sum + arcStart[part + 1] - arcStart[part], resourceCount);
    this.instance = instance;
    this.extent = extent;
    this.pricing = pricing;
    this.rowStart = new Int32Array(resourceCount + 1);
    this.part = new Int32Array(total);
    this.cost = new Float64Array(total);
    this.arcOf = new Int32Array(total);
    this.indexOf = new Int32Array(partCount).fill(-1);
    parts.forEach((part, i) => (this.indexOf[part] = i));
    this.low = new Float64Array(parts.length).fill(Number.POSITIVE_INFINITY);
    this.high = new Float64Array(parts.length).fill(Number.NEGATIVE_INFINITY);
  }

  addRow(r: number): void {
    const { rowStart, part, cost, arcOf, indexOf, low, high } = this;
    const { usage, changeCost, leaveOut, balance, grain } = this.pricing;
    const { others, arcs } = this.extent;
    const { current, resourceArcStart, resourceArcPart, resourceArc, arcCost } = this.instance;
    const isFree = others.isFree(r);
    let at = rowStart[r];
    for (let q = resourceArcStart[r]; q < resourceArcStart[r + 1]; q++) {
      const p = resourceArcPart[q];
      const i = indexOf[p];
      const arc = resourceArc[q];
      if (i < 0 || (arcs !== null && arcs[arc] === 0)) continue;
      const changed = current[p] >= 0 && r !== current[p] ? changeCost : 0;
      const value = arcCost[arc] + (isFree ? 0 : others.sharedCost(p, r) - usage[r]) + changed;
      grain.add(value);
      // Leaving a part out also avoids further costs, which are ≥ 0, so an arc that costs more than leaving the part out is never used.
      if (value > leaveOut[i]) continue;
      const slope = balance.at(p, r);
      if (slope !== 0) grain.add(value + slope);
      part[at] = i;
      cost[at] = (value + slope) / 100;
      arcOf[at++] = arc;
      if (value < low[i]) low[i] = value;
      if (value > high[i]) high[i] = value;
    }
    part[at] = -1;
    arcOf[at] = -1;
    rowStart[r + 1] = at + 1;
  }

  all() {
    const { rowStart, low, high } = this;
    const { leaveOut } = this.pricing;
    const total = rowStart[this.instance.resourceCount];
    return {
      rowStart,
      part: this.part.subarray(0, total),
      cost: this.cost.subarray(0, total),
      arcOf: this.arcOf.subarray(0, total),
      low: low.map((value) => value / 100),
      high: high.map((value) => value / 100),
      costliest: low.reduce((most, value, i) => (value < leaveOut[i] ? Math.max(most, leaveOut[i] - value) : most), 0),
    };
  }
}

/**
 * What balance costs on each resource, as lines that touch it: n members cost c n (n − 1) / 2 ≥ c (k n − k (k + 1) / 2), with equality where n is k or k + 1.
 * k is their number in the expected plan.
 */
class BalanceSlopes {
  /** The sum of c k (k + 1) / 2, in hundredths. */
  readonly constant: number;
  private readonly lines: readonly { readonly member: Uint8Array; readonly slopes: Int32Array }[];

  constructor({ parts, others: { instance }, expected }: Extent) {
    let constant = 0;
    this.lines = (expected === null ? [] : instance.terms.balances).map(({ cost, member, counts }) => {
      const slopes = new Int32Array(instance.resourceCount);
      for (const part of parts) {
        const resource = expected![part];
        if (resource >= 0 && member[part] === 1) slopes[resource] += counts[resource] * cost;
      }
      for (const slope of slopes) if (cost > 0) constant += (slope * (slope / cost + 1)) / 2;
      return { member, slopes };
    });
    this.constant = constant;
  }

  /** What the part adds to the cost of the resource's line, in hundredths. */
  at(part: number, resource: number): number {
    let slope = 0;
    for (const { member, slopes } of this.lines) if (member[part] === 1) slope += slopes[resource];
    return slope;
  }
}

/** For each resource, the cost that the first part placed on it pays for its use. */
const usageOf = ({ instance, placement }: Plan): Int32Array => {
  const costs = resourceCosts(instance);
  for (let part = 0; part < instance.partCount; part++) {
    const place = placement[part];
    if (place >= 0 && (instance.flags[part] & PartFlag.blocker) === 0) costs[place] = 0;
  }
  return costs;
};

const gcd = (a: number, b: number): number => {
  let x = Math.abs(a);
  let y = Math.abs(b);
  while (y > 0) [x, y] = [y, x % y];
  return x;
};

/** The greatest common divisor of all costs in a plan; 1 when there are risk costs, which may be any integer. */
class Grain {
  private divisor: number;
  /** Costs that were added before, by their last bits: most costs occur many times. */
  private readonly known = new Float64Array(256).fill(Number.NaN);

  constructor(instance: Instance, usage: Int32Array) {
    const { terms, conflictCost } = instance;
    const pairs = [...terms.buffers, ...terms.adjacencies].map((term) => term.cost);
    this.divisor = terms.risk === null ? 0 : 1;
    for (const cost of [conflictCost, ...usage, ...pairs, ...costsLeftOut(instance)]) this.add(cost);
  }

  get value(): number {
    return Math.max(1, this.divisor);
  }

  add(cost: number): void {
    if (this.known[cost & 255] === cost) return;
    this.known[cost & 255] = cost;
    if (this.divisor === 0 || cost % this.divisor !== 0) this.divisor = gcd(this.divisor, cost);
  }
}

/** `low` and `high` are the least and the greatest cost of each part. */
const scaleOf = ({ leaveOut, usage }: PathModel, low: Float64Array, high: Float64Array) => {
  const median = (values: Float64Array): number => values.sort()[values.length >> 1] ?? 0;
  const outs = leaveOut.map((out, i) => out - low[i]).filter((out) => out > 0);
  const spreads = high.map((most, i) => most - low[i]).filter((spread) => spread > 0);
  const typicalLeaveOut = Math.max(0.01, median(outs));
  const spread = Math.max(median(spreads), median(usage.slice()));
  const priceUnit = Math.min(spread > 0 ? spread / 40 : typicalLeaveOut / 1000, typicalLeaveOut / 20);
  return { priceUnit: Math.max(priceUnit, 1e-4), typicalLeaveOut };
};
