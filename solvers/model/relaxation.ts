import { type Instance, PartFlag, pinnedPlacement, unpinnedParts } from '../../engine/instance/instance.ts';
import { Plan } from '../../engine/board/plan.ts';
import { costsLeftOut, resourceCosts } from '../../engine/objective/terms/termShapes.ts';
import type { Columns } from './pathPlan.ts';
import type { PathModel } from './pathModel.ts';
import { gapCostsOf, successors } from './successors.ts';

/**
 * An instance as a path model. The costs of pinned parts among themselves are in `constant`, those between a movable and a pinned part
 * in the arc of the movable one, and those of soft buffers between neighbors on a resource in `gapCosts`. Left out, and all ≥ 0, are
 * other soft terms between movable parts, and hard buffers that `next` cannot represent. So the model's optimum never exceeds the
 * instance's. `exact`: nothing is left out.
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
}

/** Returns the extent of all movable parts on all resources, with the pinned parts in place. */
export const wholeExtent = (instance: Instance): Extent => ({
  parts: unpinnedParts(instance),
  others: new Plan(instance, pinnedPlacement(instance)),
  arcs: null,
  usageShare: 1,
});

/** The part of an extent that covers some of its parts, between all others where the placement has them. */
export const extentAmong = (whole: Extent, parts: Int32Array, placement: ArrayLike<number>): Extent => {
  const others = Int32Array.from(placement);
  for (const part of parts) others[part] = -1;
  return { ...whole, parts, others: new Plan(whole.others.instance, others) };
};

/** Makes the model of an instance. `changePrice`: an extra cost of each changed or lost place, in weight units; such a model is never `exact`. */
export const relax = (instance: Instance, extent = wholeExtent(instance), changePrice = 0): Relaxation => {
  const { parts: partOf, others } = extent;
  const { unassignedCost, resourceCount } = instance;
  const n = partOf.length;
  let constant = others.cost;
  for (let i = 0; i < n; i++) constant -= unassignedCost[partOf[i]];
  const usage = usageOf(others);
  const changeCost = Math.round(100 * changePrice);
  const leaveOut = Float64Array.from(
    partOf,
    (part) => unassignedCost[part] + (instance.current[part] >= 0 ? changeCost : 0),
  );
  const grain = new Grain(instance, usage);
  for (const value of leaveOut) grain.add(value);
  const { rowStart, part, cost, arcOf, columns, low, high, costliest } = pricedArcs(instance, extent, {
    usage,
    changeCost,
    leaveOut,
    grain,
  });
  const { next, captured } = successors(instance, partOf, rowStart, part);
  const gapCosts = captured ? null : gapCostsOf(instance, partOf, rowStart, part, next);
  const overlapsNever = instance.conflictCost >= costliest;
  const model: PathModel = {
    partCount: n,
    rowCount: resourceCount,
    rowStart,
    part,
    cost,
    next,
    usage: Float64Array.from(usage, (value) => Math.floor(value * extent.usageShare) / 100),
    leaveOut: leaveOut.map((value) => value / 100),
    overlapCost: overlapsNever ? Number.POSITIVE_INFINITY : instance.conflictCost / 100,
    gapCosts,
  };
  return {
    instance,
    extent,
    model,
    columns,
    partOf,
    start: Int32Array.from(partOf, (p) => instance.start[p]),
    end: Int32Array.from(partOf, (p) => instance.end[p]),
    arcOf,
    constant,
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
  /** Receives every cost. */
  readonly grain: Grain;
}

/**
 * Builds the model's rows, each ended by −1; costs are in weight units. `low` and `high` are the least and the greatest cost of each part, `costliest` is the most
 * that leaving a part out costs beyond its cheapest place, in hundredths. The arcs are read in the order of their memory, by part, and each part's in order of resource.
 */
const pricedArcs = (instance: Instance, extent: Extent, pricing: Pricing) => {
  const priced = new PricedArcs(instance, extent, pricing);
  for (let i = 0; i < extent.parts.length; i++) priced.addPart(i);
  return priced.asRows();
};

/** A class, so that its method is compiled once, and not again for each model. */
class PricedArcs {
  private readonly instance: Instance;
  private readonly extent: Extent;
  private readonly pricing: Pricing;
  private readonly rowStart: Int32Array;
  private readonly fill: Int32Array;
  private readonly rows: Rows;
  private readonly isFree: Uint8Array;
  private readonly columnStart: Int32Array;
  private readonly column: Int32Array;
  private readonly rowOf: Int32Array;
  private readonly low: Float64Array;
  private readonly high: Float64Array;
  private count = 0;
  private costliest = 0;

  constructor(instance: Instance, extent: Extent, pricing: Pricing) {
    const n = extent.parts.length;
    this.instance = instance;
    this.extent = extent;
    this.pricing = pricing;
    this.rowStart = roomForRows(instance, extent);
    this.fill = this.rowStart.slice();
    const total = this.rowStart[instance.resourceCount];
    this.rows = { part: new Int32Array(total), cost: new Float64Array(total), arcOf: new Int32Array(total) };
    this.isFree = Uint8Array.from(pricing.usage, (_, r) => (extent.others.isFree(r) ? 1 : 0));
    this.columnStart = new Int32Array(n + 1);
    this.column = new Int32Array(total);
    this.rowOf = new Int32Array(total);
    this.low = new Float64Array(n).fill(Number.POSITIVE_INFINITY);
    this.high = new Float64Array(n).fill(Number.NEGATIVE_INFINITY);
  }

  addPart(i: number): void {
    const { fill, rows, isFree, column, rowOf } = this;
    const { part, cost, arcOf } = rows;
    const { usage, changeCost, leaveOut, grain } = this.pricing;
    const { parts, others, arcs } = this.extent;
    const { current, arcStart, arcResource, arcCost } = this.instance;
    const p = parts[i];
    const home = current[p];
    const out = leaveOut[i];
    let { count } = this;
    let least = Number.POSITIVE_INFINITY;
    let first = Number.POSITIVE_INFINITY;
    let last = Number.NEGATIVE_INFINITY;
    for (let arc = arcStart[p]; arc < arcStart[p + 1]; arc++) {
      const r = arcResource[arc];
      if (arcs !== null && arcs[arc] === 0) continue;
      const changed = home >= 0 && r !== home ? changeCost : 0;
      const value = arcCost[arc] + (isFree[r] === 1 ? 0 : others.sharedCost(p, r) - usage[r]) + changed;
      grain.add(value);
      least = Math.min(least, value);
      // Leaving a part out also avoids further costs, which are ≥ 0, so an arc that costs more than leaving the part out is never used.
      if (value > out) continue;
      const at = fill[r]++;
      part[at] = i;
      cost[at] = value / 100;
      arcOf[at] = arc;
      rowOf[count] = r;
      column[count++] = at;
      first = Math.min(first, value);
      last = Math.max(last, value);
    }
    if (least < out) this.costliest = Math.max(this.costliest, out - least);
    this.low[i] = first / 100;
    this.high[i] = last / 100;
    this.columnStart[i + 1] = count;
    this.count = count;
  }

  asRows() {
    const { instance, rowStart, column, rowOf, columnStart, count, low, high, costliest } = this;
    const closed = closeGaps(rowStart, this.fill, this.rows);
    const shift = rowStart.map((from, r) => closed.rowStart[r] - from);
    for (let c = 0; c < count; c++) column[c] += shift[rowOf[c]];
    const row = new Int32Array(closed.part.length);
    for (let r = 0; r < instance.resourceCount; r++) row.fill(r, closed.rowStart[r], closed.rowStart[r + 1]);
    const columns: Columns = { columnStart, column: column.subarray(0, count), row };
    return { ...closed, columns, low, high, costliest };
  }
}

/** Where each row begins if it has room for all arcs of the extent's parts and a sentinel. */
const roomForRows = ({ arcStart, arcResource, resourceCount }: Instance, { parts, arcs }: Extent): Int32Array => {
  const rowStart = new Int32Array(resourceCount + 1);
  for (const p of parts) {
    for (let arc = arcStart[p]; arc < arcStart[p + 1]; arc++) {
      if (arcs === null || arcs[arc] === 1) rowStart[arcResource[arc] + 1]++;
    }
  }
  for (let r = 0; r < resourceCount; r++) rowStart[r + 1] += rowStart[r] + 1;
  return rowStart;
};

interface Rows {
  readonly part: Int32Array;
  readonly cost: Float64Array;
  readonly arcOf: Int32Array;
}

/** Moves the rows together; each ends at `fill` and needs one entry more for its sentinel. */
const closeGaps = (
  rowStart: Int32Array,
  fill: Int32Array,
  { part, cost, arcOf }: Rows,
): Rows & Pick<PathModel, 'rowStart'> => {
  const closed = new Int32Array(rowStart.length);
  let at = 0;
  for (let r = 0; r + 1 < rowStart.length; r++) {
    const [from, to] = [rowStart[r], fill[r]];
    closed[r] = at;
    if (at < from) {
      part.copyWithin(at, from, to);
      cost.copyWithin(at, from, to);
      arcOf.copyWithin(at, from, to);
    }
    at += to - from;
    part[at] = -1;
    cost[at] = 0;
    arcOf[at] = -1;
    at++;
  }
  closed[rowStart.length - 1] = at;
  return { rowStart: closed, part: part.subarray(0, at), cost: cost.subarray(0, at), arcOf: arcOf.subarray(0, at) };
};

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
