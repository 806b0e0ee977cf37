import { NO_PART, type RowClass } from './rowClass.ts';

/** Smaller savings are errors of rounding. */
const LEAST_SAVED = 1e-9;

/** Lets rows of two classes exchange what they have taken; both may be the same class. */
export class ClassPair {
  private readonly one: RowClass;
  private readonly other: RowClass;
  /** For each place of the one class, the place of the same part in the other one, and vice versa; −1: it may not go there. */
  private readonly there: Int32Array;
  private readonly back: Int32Array;
  /** How many changes each class had when the last comparison of all pairs of rows began. */
  private compared: readonly [one: number, other: number] = [-1, -1];
  /** Of each exchange of the present pair of rows: where what the one row gives begins and ends in its list, and the same of the other row. */
  private readonly ranges: number[] = [];

  constructor(one: RowClass, other: RowClass) {
    this.one = one;
    this.other = other;
    this.there = placesIn(other, one.parts);
    this.back = one === other ? this.there : placesIn(one, other.parts);
  }

  /**
   * Lets each row of the one class and each of the other one exchange what they have taken between moments at which both are free, where that costs less.
   * Compares only pairs of which one was changed since the last time. Returns what that saves, unless costs of gaps change.
   * Source: crossovers of the tails of two routes, Potvin, Rousseau, "An exchange heuristic for routeing problems with time windows", Journal of the
   * Operational Research Society 46 (1995); here, all exchanges of two rows that save something are made at once.
   */
  exchange(stop: () => boolean): number {
    const { one, other, compared } = this;
    const since = [one.changes, other.changes] as const;
    let saved = 0;
    for (let a = 0; a < one.rows.length; a++) {
      if (stop()) return saved;
      for (let b = one === other ? a + 1 : 0; b < other.rows.length; b++)
        if (one.changedAt[a] > compared[0] || other.changedAt[b] > compared[1]) saved += this.exchangePair(a, b);
    }
    this.compared = since;
    return saved;
  }

  private exchangePair(a: number, b: number): number {
    const { one, other, there, back, ranges } = this;
    const [ofA, ofB] = [one.taken[a], other.taken[b]];
    const { parts: partsA, until: untilA, cost } = one;
    const { parts: partsB, until: untilB } = other;
    const [costsA, costsB] = [one.starts[a], other.starts[b]];
    ranges.length = 0;
    let saved = 0;
    let change = 0;
    let fits = true;
    let [i, j, fromI, fromJ] = [0, 0, 0, 0];
    let p = ofA.length > 0 ? partsA[ofA[0]] : NO_PART;
    let q = ofB.length > 0 ? partsB[ofB[0]] : NO_PART;
    // The first part for which each row is free, whichever has taken what came before, and for which it is after what it gets from the other one.
    let [freeA, freeB, gotA, gotB] = [0, 0, 0, 0];
    for (;;) {
      const isFreeA = freeA <= p && (freeA <= q || back[ofB[j]] < 0);
      if (isFreeA && freeB <= q && (freeB <= p || there[ofA[i]] < 0)) {
        if (fits && change < -LEAST_SAVED) {
          saved -= change;
          ranges.push(fromI, i, fromJ, j);
        }
        if (p === NO_PART && q === NO_PART) break;
        fromI = i;
        fromJ = j;
        change = 0;
        fits = true;
        gotA = 0;
        gotB = 0;
      }
      if (p < q) {
        const place = ofA[i++];
        const moved = there[place];
        if (untilA[place] > freeA) freeA = untilA[place];
        if (moved < 0 || gotB > p) fits = false;
        else {
          change += cost[costsB + moved] - cost[costsA + place];
          gotB = untilB[moved];
          if (gotB > freeB) freeB = gotB;
        }
        p = i < ofA.length ? partsA[ofA[i]] : NO_PART;
      } else {
        const place = ofB[j++];
        const moved = back[place];
        if (untilB[place] > freeB) freeB = untilB[place];
        if (moved < 0 || gotA > q) fits = false;
        else {
          change += cost[costsA + moved] - cost[costsB + place];
          gotA = untilA[moved];
          if (gotA > freeA) freeA = gotA;
        }
        q = j < ofB.length ? partsB[ofB[j]] : NO_PART;
      }
    }
    if (ranges.length > 0) this.exchangeRanges(a, b);
    return saved;
  }

  private exchangeRanges(a: number, b: number): void {
    const { one, other, there, back, ranges } = this;
    const fromA: number[] = [];
    const fromB: number[] = [];
    for (let r = 0; r < ranges.length; r += 4) {
      for (let i = ranges[r]; i < ranges[r + 1]; i++) fromA.push(one.taken[a][i]);
      for (let j = ranges[r + 2]; j < ranges[r + 3]; j++) fromB.push(other.taken[b][j]);
    }
    for (const place of fromA) one.leave(place, a);
    for (const place of fromB) other.leave(place, b);
    for (const place of fromA) other.enter(there[place], b);
    for (const place of fromB) one.enter(back[place], a);
  }
}

/** The place in the class of each of the parts, which are ascending; −1: it may not go there. */
const placesIn = ({ parts }: RowClass, wanted: Int32Array): Int32Array => {
  let place = 0;
  return wanted.map((part) => {
    while (place < parts.length && parts[place] < part) place++;
    return parts[place] === part ? place : -1;
  });
};
