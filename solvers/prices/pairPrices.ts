import { type Columns, columnsOf, positionOn } from '../model/pathPlan.ts';
import { type Exclusion, type Nearness, type PairedGroup, type PairTerms, pairTermsOf } from '../model/pairTerms.ts';
import { type PathModel, restriction } from '../model/pathModel.ts';
import type { Relaxation } from '../model/relaxation.ts';
import { type RowPaths, rowPathsOf } from '../model/rowWeights.ts';

/** Over a day, nearnesses that name more positions than this are left out, so that an iteration does not take much longer; over a long horizon, all of them. */
const MOST_NEAR = 20_000;
/** Where there are more, only those count that are among positions within so many price units, or half as many, and so on, this many times at most. */
const NEAR_UNITS = 12;
const MOST_WIDTHS = 6;

/** An exclusion, with a price for each of its points, which is at most `most`: what it costs, in weight units, to take one position too many. */
interface PricedExclusion extends Exclusion {
  readonly most: number;
  readonly prices: Float64Array;
  readonly usage: Float64Array;
}

/** A group, each pair of which has one multiplier for each place. */
interface PricedGroup extends PairedGroup {
  /** Multipliers by pair and place. */
  readonly prices: Float64Array;
  /** For each part of the group and each place, the number of paths that have the part there. */
  readonly there: Float64Array;
}

interface Priced {
  /** On the positions of the whole model. */
  readonly terms: PairTerms;
  readonly pricedExclusions: readonly PricedExclusion[];
  readonly pricedGroups: readonly PricedGroup[];
}

/**
 * Multipliers of terms that a path model leaves out because they concern several resources: adjacency, and groups that should stay
 * together. They shift the costs of its positions, so that the relaxation still consists of paths:
 * - Related resources r, s and a point of time t: x(r, t) + x(s, t) ≤ 1, with a price ≥ 0. Valid when no optimal plan has a conflict.
 * - A position k and positions L of which one at most is taken, each of which costs w together with k: w z for x(k) + Σ x(L) ≤ 1 + z, with a price
 *   between 0 and w.
 * - A pair i, j of a group that costs w when apart, and a place p: the cost is at least Σ ν(p) (x(i, p) − x(j, p)) for −w/2 ≤ ν ≤ w/2;
 *   when one of the two is left out, at least that less w/2.
 * Source of the last: the linear relaxation of uniform metric labeling, Kleinberg, Tardos, "Approximation algorithms for
 * classification problems with pairwise relationships", J. ACM 49 (2002).
 */
export class PairPrices {
  /** The cheapest paths with shifted costs. */
  readonly paths: RowPaths;
  readonly columns: Columns;
  private readonly base: PathModel;
  private readonly terms: PairTerms;
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
    { terms, pricedExclusions, pricedGroups }: Priced,
    leaveOut: Float64Array,
  ) {
    this.terms = terms;
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
    this.paths = rowPathsOf({ ...base, leaveOut });
  }

  /** The path model with shifted costs. */
  get model(): PathModel {
    return this.paths.model;
  }

  /** `marginals`: how much each position costs at least above the cheapest. Where there are too many nearnesses, only those of the cheapest have prices. */
  static of(relaxation: Relaxation, marginals: Float64Array): PairPrices {
    const { model, columns } = relaxation;
    const terms = pairTermsOf(relaxation);
    const pricedGroups = terms.groups.map(
      (group): PricedGroup => ({
        ...group,
        prices: new Float64Array(group.first.length * group.placeCount),
        there: new Float64Array(group.parts.length * group.placeCount),
      }),
    );
    const near = relaxation.isLong ? [] : nearnessesOf(terms, marginals, NEAR_UNITS * relaxation.priceUnit);
    const exclusions = [
      ...terms.exclusions.map((exclusion) => ({ ...exclusion, most: Number.POSITIVE_INFINITY })),
      ...near.map((nearness) => ({ ...momentOf(nearness), most: nearness.cost })),
    ];
    const pricedExclusions = exclusions.map(
      (exclusion): PricedExclusion => ({
        ...exclusion,
        prices: new Float64Array(exclusion.points),
        usage: new Float64Array(exclusion.points + 1),
      }),
    );
    const leaveOut = model.leaveOut.slice();
    for (const { half, parts, first, second } of pricedGroups) {
      for (let q = 0; q < first.length; q++) {
        leaveOut[parts[first[q]]] -= half;
        leaveOut[parts[second[q]]] -= half;
      }
    }
    return new PairPrices(model, columns, { terms, pricedExclusions, pricedGroups }, leaveOut);
  }

  /**
   * Restricts the model to the positions that `keep` marks. Both objects share the multipliers: a step of one takes effect in the other
   * when that calls `apply`.
   */
  restrictTo(keep: Uint8Array): PairPrices {
    const { model: base, origin } = restriction(this.base, keep);
    const moved = new Int32Array(keep.length).fill(-1);
    origin.forEach((from, k) => (moved[from] = k));
    const pricedExclusions = this.pricedExclusions.map((exclusion) => {
      const entries = [...exclusion.positions.keys()].filter((entry) => moved[exclusion.positions[entry]] >= 0);
      return {
        ...exclusion,
        positions: Int32Array.from(entries, (entry) => moved[exclusion.positions[entry]]),
        from: Int32Array.from(entries, (entry) => exclusion.from[entry]),
        to: Int32Array.from(entries, (entry) => exclusion.to[entry]),
      };
    });
    const priced = { terms: this.terms, pricedExclusions, pricedGroups: this.pricedGroups };
    return new PairPrices(base, columnsOf(base), priced, this.model.leaveOut);
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

  /** The model without prices, and the terms that they stand for. */
  get priced(): { readonly model: PathModel; readonly terms: PairTerms } {
    return { model: this.base, terms: this.terms };
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
      if (prices.length === 1) {
        if (prices[0] > 0) for (const k of positions) cost[k] += prices[0];
        continue;
      }
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

/** All nearnesses, or those of the positions within the greatest of ever smaller widths for which there are few enough. */
const nearnessesOf = ({ nearnesses }: PairTerms, marginals: Float64Array, widest: number): readonly Nearness[] => {
  const within = (width: number): readonly Nearness[] =>
    nearnesses((position) => marginals[position] <= width, MOST_NEAR);
  let found = within(Number.POSITIVE_INFINITY);
  for (let halved = 0; halved < MOST_WIDTHS && nameMost(found); halved++) found = within(widest / 2 ** halved);
  return found;
};

const nameMost = (nearnesses: readonly Nearness[]): boolean =>
  nearnesses.reduce((sum, { others }) => sum + others.length, 0) >= MOST_NEAR;

/** A nearness as an exclusion of one point. */
const momentOf = ({ position, others }: Nearness): Exclusion => {
  const positions = Int32Array.of(position, ...others);
  return { positions, from: new Int32Array(positions.length), to: new Int32Array(positions.length).fill(1), points: 1 };
};

const stepExclusion = ({ most, prices, usage }: PricedExclusion, size: number): void => {
  let used = 0;
  for (let t = 0; t < prices.length; t++) {
    used += usage[t];
    prices[t] = Math.min(most, Math.max(0, prices[t] + size * (used - 1)));
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
