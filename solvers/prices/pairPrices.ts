import { originsOf } from './dive.ts';
import { type Columns, columnsOf, positionOn } from '../model/pathPlan.ts';
import { type PathModel, restrict } from '../model/pathModel.ts';
import type { Relaxation } from '../model/relaxation.ts';

/** Distance in seconds between the points of time at which related resources are compared. */
const GRID_SECONDS = 900;
const MOST_POINTS = 2000;
/** More multipliers than this would cost more time than they are worth. */
const MOST_MULTIPLIERS = 1 << 20;
/** With more positions than this, there is no memory for a second model. */
const MOST_POSITIONS = 2_000_000;
/** The number of next members of a group, in order of time, with which each member is paired. */
const MOST_PARTNERS = 24;

/** Two related resources. At each point of time, only one of them may hold a part that the rule concerns. */
interface PricedExclusion {
  /** Position, first point and last point + 1 of each part that the rule concerns, on either resource. */
  readonly positions: Int32Array;
  readonly from: Int32Array;
  readonly to: Int32Array;
  readonly prices: Float64Array;
  readonly usage: Float64Array;
}

/** Pairs of a group's parts. Each pair has one multiplier for each place. */
interface PricedGroup {
  /** Half of the cost of a pair that is apart, in weight units. */
  readonly half: number;
  readonly placeCount: number;
  /** Place of each row. */
  readonly place: Int32Array;
  readonly parts: Int32Array;
  /** Pairs as indices into `parts`. */
  readonly first: Int32Array;
  readonly second: Int32Array;
  /** Multipliers by pair and place. */
  readonly prices: Float64Array;
  /** For each part of the group and each place, the number of paths that have the part there. */
  readonly there: Float64Array;
}

/**
 * Multipliers of terms that a path model leaves out because they concern several resources: hard adjacency, and groups that should stay
 * together. They shift the costs of its positions, so that the relaxation still consists of paths:
 * - Related resources r, s and a point of time t: x(r, t) + x(s, t) ≤ 1, with a price ≥ 0. Valid when no optimal plan has a conflict.
 * - A pair i, j of a group that costs w when apart, and a place p: the cost is at least Σ ν(p) (x(i, p) − x(j, p)) for −w/2 ≤ ν ≤ w/2;
 *   when one of the two is left out, at least that less w/2.
 * Source of the second: the linear relaxation of uniform metric labeling, Kleinberg, Tardos, "Approximation algorithms for
 * classification problems with pairwise relationships", J. ACM 49 (2002).
 */
export class PairPrices {
  /** The path model with shifted costs. */
  readonly model: PathModel;
  readonly columns: Columns;
  private readonly base: PathModel;
  private readonly pricedExclusions: readonly PricedExclusion[];
  private readonly pricedGroups: readonly PricedGroup[];
  /** For each position, the exclusions that it counts in and the index of its entry in each. */
  private readonly exclusionStart: Int32Array;
  private readonly exclusionOf: Int32Array;
  private readonly entryOf: Int32Array;
  /** For each part of the model, the groups that contain it and its index in each. */
  private readonly memberships: readonly (readonly (readonly [number, number])[])[];

  private constructor(
    base: PathModel,
    columns: Columns,
    pricedExclusions: readonly PricedExclusion[],
    pricedGroups: readonly PricedGroup[],
    leaveOut: Float64Array,
  ) {
    this.base = base;
    this.columns = columns;
    this.pricedExclusions = pricedExclusions;
    this.pricedGroups = pricedGroups;
    const counts = new Int32Array(base.part.length + 1);
    for (const { positions } of pricedExclusions) for (const k of positions) counts[k + 1]++;
    for (let k = 0; k < base.part.length; k++) counts[k + 1] += counts[k];
    this.exclusionStart = counts;
    this.exclusionOf = new Int32Array(counts[base.part.length]);
    this.entryOf = new Int32Array(counts[base.part.length]);
    const fill = counts.slice();
    pricedExclusions.forEach(({ positions }, b) =>
      positions.forEach((k, entry) => {
        this.entryOf[fill[k]] = entry;
        this.exclusionOf[fill[k]++] = b;
      }),
    );
    const memberships: [number, number][][] = Array.from({ length: base.partCount }, () => []);
    pricedGroups.forEach(({ parts }, g) => parts.forEach((i, member) => memberships[i].push([g, member])));
    this.memberships = memberships;
    this.model = { ...base, cost: base.cost.slice(), leaveOut };
  }

  static of(relaxation: Relaxation): PairPrices {
    const { model, columns } = relaxation;
    const pricedGroups = pricedGroupsOf(relaxation);
    const leaveOut = model.leaveOut.slice();
    for (const { half, parts, first, second } of pricedGroups) {
      for (let q = 0; q < first.length; q++) {
        leaveOut[parts[first[q]]] -= half;
        leaveOut[parts[second[q]]] -= half;
      }
    }
    return new PairPrices(model, columns, pairExclusionsOf(relaxation), pricedGroups, leaveOut);
  }

  /**
   * Restricts the model to the positions that `keep` marks. Both objects share the multipliers: a step of one takes effect in the other
   * when that calls `apply`.
   */
  restrictTo(keep: Uint8Array): PairPrices {
    const base = restrict(this.base, keep);
    const moved = new Int32Array(keep.length).fill(-1);
    originsOf(this.base, keep).forEach((origin, k) => {
      if (origin >= 0) moved[origin] = k;
    });
    const pricedExclusions = this.pricedExclusions.map((exclusion) => {
      const entries = [...exclusion.positions.keys()].filter((entry) => moved[exclusion.positions[entry]] >= 0);
      return {
        ...exclusion,
        positions: Int32Array.from(entries, (entry) => moved[exclusion.positions[entry]]),
        from: Int32Array.from(entries, (entry) => exclusion.from[entry]),
        to: Int32Array.from(entries, (entry) => exclusion.to[entry]),
      };
    });
    return new PairPrices(base, columnsOf(base), pricedExclusions, this.pricedGroups, this.model.leaveOut);
  }

  get isEmpty(): boolean {
    return this.pricedExclusions.length === 0 && this.pricedGroups.length === 0;
  }

  /** Constant to add to the model's bound, in weight units; ≤ 0. */
  get constant(): number {
    let sum = 0;
    for (const { prices } of this.pricedExclusions) for (const price of prices) sum += price;
    return -sum;
  }

  /**
   * The model with the shifts by groups alone, and sets of positions of which a plan without conflicts uses at most one each, which take the
   * place of the prices between related resources.
   */
  program(): { readonly model: PathModel; readonly exclusions: readonly (readonly number[])[] } {
    const cost = this.base.cost.slice();
    this.shiftGroups(cost);
    return { model: { ...this.model, cost }, exclusions: this.pricedExclusions.flatMap(exclusionsOf) };
  }

  /** Counts the parts of a row's path for the next step. */
  observe(row: number, path: Int32Array, length: number): void {
    const { pricedExclusions, pricedGroups, exclusionStart, exclusionOf, entryOf } = this;
    for (let q = 0; q < length; q++) {
      const k = positionOn(this.columns, path[q], row);
      for (let a = exclusionStart[k]; a < exclusionStart[k + 1]; a++) {
        const exclusion = pricedExclusions[exclusionOf[a]];
        exclusion.usage[exclusion.from[entryOf[a]]]++;
        exclusion.usage[exclusion.to[entryOf[a]]]--;
      }
      for (const [g, member] of this.memberships[path[q]]) {
        const group = pricedGroups[g];
        group.there[member * group.placeCount + group.place[row]]++;
      }
    }
  }

  /** Moves the multipliers along the subgradient of the paths observed since the last step, and updates the costs. */
  step(size: number): void {
    for (const exclusion of this.pricedExclusions) stepExclusion(exclusion, size);
    for (const group of this.pricedGroups) stepGroup(group, size);
    this.apply();
  }

  /** Shifts the model's costs according to the multipliers. */
  apply(): void {
    const { cost } = this.model;
    cost.set(this.base.cost);
    for (const { positions, from, to, prices } of this.pricedExclusions) {
      const sums = new Float64Array(prices.length + 1);
      for (let t = 0; t < prices.length; t++) sums[t + 1] = sums[t] + prices[t];
      for (let q = 0; q < positions.length; q++) cost[positions[q]] += sums[to[q]] - sums[from[q]];
    }
    this.shiftGroups(cost);
  }

  private shiftGroups(cost: Float64Array): void {
    const { columnStart, column, row } = this.columns;
    for (const group of this.pricedGroups) {
      const { parts, placeCount, place } = group;
      const shifts = shiftsOf(group);
      parts.forEach((i, member) => {
        for (let a = columnStart[i]; a < columnStart[i + 1]; a++)
          cost[column[a]] += shifts[member * placeCount + place[row[column[a]]]];
      });
    }
  }
}

/** Whether there are such terms, and the model is small enough to price them. */
export const hasPairs = ({ instance: { terms }, model }: Relaxation): boolean =>
  model.part.length <= MOST_POSITIONS &&
  (terms.groups.some(({ cost }) => cost > 0) || terms.adjacencies.some(({ hard }) => hard));

/** The largest sets of positions that an exclusion's points hold at once. */
const exclusionsOf = ({ positions, from, to }: PricedExclusion): readonly (readonly number[])[] => {
  const order = [...positions.keys()].sort((a, b) => from[a] - from[b]);
  const sets: number[][] = [];
  let active: number[] = [];
  for (const entry of order) {
    const left = active.filter((other) => to[other] > from[entry]);
    if (left.length < active.length && active.length > 1) sets.push(active);
    active = [...left, entry];
  }
  if (active.length > 1) sets.push(active);
  return sets.map((entries) => entries.map((entry) => positions[entry]));
};

const stepExclusion = ({ prices, usage }: PricedExclusion, size: number): void => {
  let used = 0;
  for (let t = 0; t < prices.length; t++) {
    used += usage[t];
    prices[t] = Math.max(0, prices[t] + size * (used - 1));
  }
  usage.fill(0);
};

const stepGroup = ({ half, placeCount, first, second, prices, there }: PricedGroup, size: number): void => {
  for (let q = 0, at = 0; q < first.length; q++) {
    const [i, j] = [first[q] * placeCount, second[q] * placeCount];
    for (let p = 0; p < placeCount; p++, at++) {
      const price = prices[at] + size * (there[i + p] - there[j + p]);
      prices[at] = price > half ? half : price < -half ? -half : price;
    }
  }
  there.fill(0);
};

/** Returns the cost shift of each part of the group at each place. */
const shiftsOf = ({ placeCount, parts, first, second, prices }: PricedGroup): Float64Array => {
  const shifts = new Float64Array(parts.length * placeCount);
  for (let q = 0, at = 0; q < first.length; q++) {
    const [i, j] = [first[q] * placeCount, second[q] * placeCount];
    for (let p = 0; p < placeCount; p++, at++) {
      shifts[i + p] += prices[at];
      shifts[j + p] -= prices[at];
    }
  }
  return shifts;
};

const pairExclusionsOf = (relaxation: Relaxation): PricedExclusion[] => {
  const { instance, model } = relaxation;
  const hard = instance.terms.adjacencies.filter((term) => term.hard);
  if (hard.length === 0 || model.partCount === 0 || model.overlapCost < Number.POSITIVE_INFINITY) return [];
  const grid = gridOf(relaxation);
  const pricedExclusions: PricedExclusion[] = [];
  const seen = new Set<string>();
  for (const { own, other, relatedStart, related } of hard) {
    const isSymmetric = own.every((value, part) => value === other[part]);
    for (let row = 0; row < model.rowCount; row++) {
      for (let q = relatedStart[row]; q < relatedStart[row + 1]; q++) {
        const there = related[q];
        const key = isSymmetric ? `${Math.min(row, there)} ${Math.max(row, there)}` : `${row} ${there}`;
        if (there === row || (isSymmetric && seen.has(key))) continue;
        const here = entriesOf(relaxation, grid, row, own);
        const beyond = entriesOf(relaxation, grid, there, other);
        if (here.length === 0 || beyond.length === 0) continue;
        if ((pricedExclusions.length + 1) * grid.points > MOST_MULTIPLIERS) return pricedExclusions;
        if (isSymmetric) seen.add(key);
        pricedExclusions.push(exclusionOf(relaxation, grid, Int32Array.from([...here, ...beyond])));
      }
    }
    seen.clear();
  }
  return pricedExclusions;
};

/** The points in time at which exclusions have prices. */
interface Grid {
  readonly origin: number;
  readonly seconds: number;
  readonly points: number;
}

const gridOf = ({ start, end }: Relaxation): Grid => {
  const origin = start[0];
  let last = origin;
  for (const time of end) if (time > last) last = time;
  const seconds = Math.max(GRID_SECONDS, Math.ceil((last - origin) / MOST_POINTS));
  return { origin, seconds, points: Math.ceil((last - origin) / seconds) + 1 };
};

/** The first point at or after a time. */
const pointOf = ({ origin, seconds }: Grid, time: number): number => Math.ceil((time - origin) / seconds);

/** The positions of a row whose parts the rule counts and that last over a point. */
const entriesOf = (
  { model, partOf, start, end }: Relaxation,
  grid: Grid,
  row: number,
  counts: Uint8Array,
): number[] => {
  const entries: number[] = [];
  for (let k = model.rowStart[row]; k < model.rowStart[row + 1] - 1; k++) {
    const i = model.part[k];
    if (counts[partOf[i]] === 1 && pointOf(grid, start[i]) < pointOf(grid, end[i])) entries.push(k);
  }
  return entries;
};

const exclusionOf = ({ model, start, end }: Relaxation, grid: Grid, positions: Int32Array): PricedExclusion => ({
  positions,
  from: positions.map((k) => pointOf(grid, start[model.part[k]])),
  to: positions.map((k) => pointOf(grid, end[model.part[k]])),
  prices: new Float64Array(grid.points),
  usage: new Float64Array(grid.points + 1),
});

const pricedGroupsOf = ({ instance, partOf }: Relaxation): PricedGroup[] => {
  const pricedGroups: PricedGroup[] = [];
  for (const { cost, member, place } of instance.terms.groups) {
    if (cost <= 0) continue;
    const members = new Map<number, number[]>();
    partOf.forEach((part, i) => {
      if (member[part] === 0 || instance.group[part] < 0) return;
      const own = members.get(instance.group[part]);
      if (own === undefined) members.set(instance.group[part], [i]);
      else own.push(i);
    });
    const numberOf = new Map([...new Set(place)].map((value, index) => [value, index]));
    for (const parts of members.values()) {
      const [first, second]: number[][] = [[], []];
      for (let a = 0; a < parts.length; a++) {
        for (let b = a + 1; b < parts.length && b <= a + MOST_PARTNERS; b++) {
          if (instance.operation[partOf[parts[a]]] === instance.operation[partOf[parts[b]]]) continue;
          first.push(a);
          second.push(b);
        }
      }
      if (first.length === 0) continue;
      if (first.length * numberOf.size > MOST_MULTIPLIERS) continue;
      pricedGroups.push({
        half: cost / 200,
        placeCount: numberOf.size,
        place: place.map((value) => numberOf.get(value)!),
        parts: Int32Array.from(parts),
        first: Int32Array.from(first),
        second: Int32Array.from(second),
        prices: new Float64Array(first.length * numberOf.size),
        there: new Float64Array(parts.length * numberOf.size),
      });
    }
  }
  return pricedGroups;
};
