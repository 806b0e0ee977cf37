import type { Instance } from '../../engine/instance/instance.ts';
import { Plan } from '../../engine/objective/plan.ts';
import { usageCosts } from '../../engine/objective/terms/usage.ts';
import { isPair } from '../../engine/objective/terms/term.ts';
import { type Columns, columnsOf } from './pathPlan.ts';
import type { PathModel } from './paths.ts';

/**
 * An instance as a path model. What pinned parts cost among themselves is the constant; what a movable part costs with
 * pinned ones is in its arc. Left out, all ≥ 0: soft terms between movable parts, and hard buffers that `next` cannot say.
 * So the model's optimum never exceeds the instance's. `exact`: nothing is left out.
 */
export interface Relaxation {
  readonly instance: Instance;
  readonly model: PathModel;
  readonly columns: Columns;
  /** Part of the instance of each part of the model; ascending. */
  readonly partOf: Int32Array;
  readonly start: Int32Array;
  readonly end: Int32Array;
  /** Arc of the instance at each position; −1 at sentinels. */
  readonly arcOf: Int32Array;
  /** In hundredths. Every plan costs `constant` plus a multiple of `grain`. */
  readonly constant: number;
  readonly grain: number;
  readonly exact: boolean;
  /** A typical difference between the places of one part, and what leaving a part out typically costs; weight units. */
  readonly unit: number;
  readonly typicalLeaveOut: number;
  /** What one more changed or lost place costs extra here, in weight units: the multiplier of maxReassignments. */
  readonly changePrice: number;
  /** Longer than a day and a half: neighborhoods are windows of time. */
  readonly isLong: boolean;
}

const LONG_SECONDS = 39 * 3600;

export const relax = (instance: Instance, changePrice = 0): Relaxation => {
  const { arcStart, unassignedCost, resourceCount } = instance;
  const movable: number[] = [];
  for (let part = 0; part < instance.partCount; part++) if (instance.pinned[part] === -2) movable.push(part);
  const partOf = Int32Array.from(movable);
  const n = partOf.length;
  const local = new Int32Array(instance.partCount).fill(-1);
  for (let i = 0; i < n; i++) local[partOf[i]] = i;

  const pinnedPlan = new Plan(
    instance,
    instance.pinned.map((pinned) => (pinned === -2 ? -1 : pinned)),
  );
  let constant = pinnedPlan.cost;
  for (let i = 0; i < n; i++) constant -= unassignedCost[partOf[i]];
  const usage = usageOf(instance);
  const changeCost = Math.round(100 * changePrice);
  const leaveOut = Float64Array.from(
    partOf,
    (part) => unassignedCost[part] + (instance.current[part] >= 0 ? changeCost : 0),
  );

  // Arcs that cost more than leaving the part out are never worth taking: what leaving out saves besides is ≥ 0.
  const arcValue = new Float64Array(instance.arcCost.length);
  let arcCount = 0;
  let dearest = 0;
  for (let i = 0; i < n; i++) {
    const part = partOf[i];
    let least = Number.POSITIVE_INFINITY;
    for (let arc = arcStart[part]; arc < arcStart[part + 1]; arc++) {
      const resource = instance.arcResource[arc];
      const changed = instance.current[part] >= 0 && resource !== instance.current[part] ? changeCost : 0;
      const value = pinnedPlan.addArcDelta(part, arc) + unassignedCost[part] - usage[resource] + changed;
      arcValue[arc] = value <= leaveOut[i] ? value : Number.POSITIVE_INFINITY;
      if (value <= leaveOut[i]) arcCount++;
      least = Math.min(least, value);
    }
    if (least < Number.POSITIVE_INFINITY) dearest = Math.max(dearest, leaveOut[i] - least);
  }

  const total = arcCount + resourceCount;
  const rowStart = new Int32Array(resourceCount + 1);
  const part = new Int32Array(total);
  const cost = new Float64Array(total);
  const arcOf = new Int32Array(total);
  let at = 0;
  for (let r = 0; r < resourceCount; r++) {
    rowStart[r] = at;
    for (let q = instance.resourceArcStart[r]; q < instance.resourceArcStart[r + 1]; q++) {
      const i = local[instance.resourceArcPart[q]];
      const arc = instance.resourceArc[q];
      if (i < 0 || arcValue[arc] === Number.POSITIVE_INFINITY) continue;
      part[at] = i;
      cost[at] = arcValue[arc] / 100;
      arcOf[at] = arc;
      at++;
    }
    part[at] = -1;
    arcOf[at] = -1;
    at++;
  }
  rowStart[resourceCount] = at;
  const { next, captured } = successors(instance, partOf, rowStart, part);
  const { adjacencies, groups, risk } = instance.terms;
  const overlapsNever = instance.conflictCost >= dearest;
  const model: PathModel = {
    partCount: n,
    rowCount: resourceCount,
    rowStart,
    part,
    cost,
    next,
    usage: Float64Array.from(usage, (value) => value / 100),
    leaveOut: leaveOut.map((value) => value / 100),
    overlapCost: overlapsNever ? Number.POSITIVE_INFINITY : instance.conflictCost / 100,
  };
  return {
    instance,
    model,
    columns: columnsOf(model),
    partOf,
    start: Int32Array.from(partOf, (p) => instance.start[p]),
    end: Int32Array.from(partOf, (p) => instance.end[p]),
    arcOf,
    constant,
    grain: grainOf(instance, arcValue, leaveOut, usage),
    exact:
      captured &&
      overlapsNever &&
      adjacencies.length === 0 &&
      groups.length === 0 &&
      risk === null &&
      changePrice === 0,
    ...scaleOf(model),
    changePrice,
    isLong: n > 0 && instance.end[partOf[n - 1]] - instance.start[partOf[0]] > LONG_SECONDS,
  };
};

/** What the first movable part on each resource pays for using it. */
const usageOf = (instance: Instance): Int32Array => {
  const costs = usageCosts(instance);
  for (let part = 0; part < instance.partCount; part++) {
    const pinned = instance.pinned[part];
    if (pinned >= 0 && (instance.flags[part] & 1) === 0) costs[pinned] = 0;
  }
  return costs;
};

/**
 * `next` of every position: the first later one that is not surely in conflict with it. `captured`: no pair beyond `next`
 * costs anything, hard or soft.
 */
const successors = (
  instance: Instance,
  partOf: Int32Array,
  rowStart: Int32Array,
  part: Int32Array,
): { next: Int32Array; captured: boolean } => {
  const { start, end, operation } = instance;
  const { buffers } = instance.terms;
  const next = new Int32Array(part.length);
  let captured = true;
  const rows = rowStart.length - 1;
  const siblings = new Uint8Array(instance.operationCount);
  for (const p of partOf) siblings[operation[p]] = Math.min(2, siblings[operation[p]] + 1);
  const conflicts = (p: number, q: number, resource: number, gap: number): boolean => {
    if (!isPair(instance, p, q)) return false;
    if (gap < 0) return true;
    for (const { seconds, hard, previous, next: later, resources } of buffers) {
      if (hard && gap < seconds && previous[p] === 1 && later[q] === 1 && resources[resource] === 1) return true;
    }
    return false;
  };
  for (let row = 0; row < rows; row++) {
    const sentinel = rowStart[row + 1] - 1;
    for (let k = rowStart[row]; k < sentinel; k++) {
      const p = partOf[part[k]];
      let at = k + 1;
      if (siblings[operation[p]] < 2) {
        let high = sentinel;
        while (at < high) {
          const middle = (at + high) >> 1;
          if (start[partOf[part[middle]]] < end[p]) at = middle + 1;
          else high = middle;
        }
      }
      const gapTo = (position: number): number => start[partOf[part[position]]] - end[p];
      while (at < sentinel && gapTo(at) < instance.maxGapSeconds && conflicts(p, partOf[part[at]], row, gapTo(at)))
        at++;
      if (siblings[operation[p]] === 2) {
        while (at < sentinel && conflicts(p, partOf[part[at]], row, gapTo(at))) at++;
      }
      next[k] = at;
      for (let q = at; captured && q < sentinel && gapTo(q) < Math.max(0, instance.maxGapSeconds); q++) {
        captured = !isPair(instance, p, partOf[part[q]]) || !costsAnything(instance, p, partOf[part[q]], row, gapTo(q));
      }
    }
    next[sentinel] = sentinel;
  }
  return { next, captured };
};

const costsAnything = (instance: Instance, p: number, q: number, resource: number, gap: number): boolean =>
  gap < 0 ||
  instance.terms.risk !== null ||
  instance.terms.buffers.some(
    ({ seconds, previous, next, resources, hard, cost }) =>
      gap < seconds && (hard || cost > 0) && previous[p] === 1 && next[q] === 1 && resources[resource] === 1,
  );

const gcd = (a: number, b: number): number => {
  let x = Math.abs(a);
  let y = Math.abs(b);
  while (y > 0) [x, y] = [y, x % y];
  return x;
};

/** The greatest common divisor of everything a plan's cost is made of; 1 with risks, whose costs are any integer. */
const grainOf = (instance: Instance, arcValue: Float64Array, leaveOut: Float64Array, usage: Int32Array): number => {
  const { buffers, adjacencies, groups, risk } = instance.terms;
  if (risk !== null) return 1;
  const costs = new Set<number>([instance.conflictCost, ...usage, ...instance.unassignedCost, ...leaveOut]);
  for (const value of arcValue) if (value !== Number.POSITIVE_INFINITY) costs.add(value);
  for (const cost of instance.arcCost) costs.add(cost);
  for (const { cost } of [...buffers, ...adjacencies, ...groups]) costs.add(cost);
  let grain = 0;
  for (const cost of costs) grain = gcd(grain, cost);
  return Math.max(1, grain);
};

const scaleOf = ({ partCount, rowCount, rowStart, part, cost, leaveOut, usage }: PathModel) => {
  const low = new Float64Array(partCount).fill(Number.POSITIVE_INFINITY);
  const high = new Float64Array(partCount).fill(Number.NEGATIVE_INFINITY);
  for (let k = 0; k < rowStart[rowCount]; k++) {
    const i = part[k];
    if (i < 0) continue;
    if (cost[k] < low[i]) low[i] = cost[k];
    if (cost[k] > high[i]) high[i] = cost[k];
  }
  const spreads: number[] = [];
  const outs: number[] = [];
  for (let i = 0; i < partCount; i++) {
    if (high[i] > low[i]) spreads.push(high[i] - low[i]);
    if (leaveOut[i] > low[i]) outs.push(leaveOut[i] - low[i]);
  }
  const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1] ?? 0;
  const typicalLeaveOut = Math.max(0.01, median(outs));
  const spread = Math.max(median(spreads), median(Array.from(usage)));
  const unit = Math.min(spread > 0 ? spread / 40 : typicalLeaveOut / 1000, typicalLeaveOut / 20);
  return { unit: Math.max(unit, 1e-4), typicalLeaveOut };
};
