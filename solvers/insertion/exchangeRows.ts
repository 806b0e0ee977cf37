import { NO_PART, type RowClass } from './rowClass.ts';

/** Smaller savings are errors of rounding. */
const LEAST_SAVED = 1e-9;

/** Lets rows of two classes exchange what they have taken; both may be the same class. */
export class ClassPair {
  private readonly first: ComparedRow;
  private readonly second: ComparedRow;
  /** How many changes each class had when the last comparison of all pairs of rows began. */
  private compared: readonly [one: number, other: number] = [-1, -1];
  /** Of each exchange of the present pair of rows: where what the one row gives begins and ends in its list, and the same of the other row. */
  private readonly ranges: number[] = [];

  constructor(one: RowClass, other: RowClass) {
    const there = placesIn(other, one.parts);
    this.first = new ComparedRow(one, there);
    this.second = new ComparedRow(other, one === other ? there : placesIn(one, other.parts));
  }

  /**
   * Lets each row of the one class and each of the other one exchange what they have taken between moments at which both are free, where that costs less.
   * Compares only pairs of which one was changed since the last time. Returns what that saves, unless costs of gaps change.
   * Source: crossovers of the tails of two routes, Potvin, Rousseau, "An exchange heuristic for routeing problems with time windows", Journal of the
   * Operational Research Society 46 (1995); here, all exchanges of two rows that save something are made at once.
   */
  exchange(stop: () => boolean): number {
    const { compared } = this;
    const [one, other] = [this.first.own, this.second.own];
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
    const { first, second, ranges } = this;
    first.begin(a);
    second.begin(b);
    ranges.length = 0;
    let [saved, change] = [0, 0];
    for (;;) {
      if (first.isFree(second) && second.isFree(first)) {
        if (change < -LEAST_SAVED) {
          saved -= change;
          ranges.push(first.from, first.at, second.from, second.at);
        }
        if (first.part === NO_PART && second.part === NO_PART) break;
        first.beginRange();
        second.beginRange();
        change = 0;
      }
      change += first.part < second.part ? first.passOn(second) : second.passOn(first);
    }
    if (ranges.length > 0) this.exchangeRanges(a, b);
    return saved;
  }

  private exchangeRanges(a: number, b: number): void {
    const { first, second, ranges } = this;
    const [fromA, fromB]: [number[], number[]] = [[], []];
    for (let r = 0; r < ranges.length; r += 4) {
      for (let i = ranges[r]; i < ranges[r + 1]; i++) fromA.push(first.taken[i]);
      for (let j = ranges[r + 2]; j < ranges[r + 3]; j++) fromB.push(second.taken[j]);
    }
    for (const place of fromA) first.own.leave(place, a);
    for (const place of fromB) second.own.leave(place, b);
    for (const place of fromA) second.own.enter(first.link[place], b);
    for (const place of fromB) first.own.enter(second.link[place], a);
  }
}

/** A row that is compared with another one, in order of time. */
class ComparedRow {
  readonly own: RowClass;
  /** For each place, that of the same part in the class of the other row, or −1. */
  readonly link: Int32Array;
  taken: readonly number[] = [];
  /** The index in `taken` of the next place, and of the first one of the present range. */
  at = 0;
  from = 0;
  /** The part at the next place, or `NO_PART`. */
  part = NO_PART;
  /** The first part for which the row is free, whichever of the two has taken what came before. */
  private free = 0;
  /** The first part for which the other row is free after what it would get in the present range. */
  private given = 0;
  /** The position of its first place. */
  private start = 0;

  constructor(own: RowClass, link: Int32Array) {
    this.own = own;
    this.link = link;
  }

  begin(row: number): void {
    this.taken = this.own.taken[row];
    this.start = this.own.starts[row];
    this.at = 0;
    this.free = 0;
    this.part = this.partAt(0);
    this.beginRange();
  }

  beginRange(): void {
    this.from = this.at;
    this.given = 0;
  }

  /** Whether what follows, on this row or on the other one, may follow on this row. */
  isFree(other: ComparedRow): boolean {
    const { free } = this;
    return free <= this.part && (free <= other.part || other.link[other.taken[other.at]] < 0);
  }

  /** Passes the part at the next place on to the other row. Returns what that costs more; infinite where it may not go there. */
  passOn(other: ComparedRow): number {
    const { own, part } = this;
    const place = this.taken[this.at++];
    const moved = this.link[place];
    if (own.until[place] > this.free) this.free = own.until[place]!;
    this.part = this.partAt(this.at);
    if (moved < 0 || this.given > part) return Number.POSITIVE_INFINITY;
    this.given = other.own.until[moved]!;
    if (this.given > other.free) other.free = this.given;
    return other.own.cost[other.start + moved] - own.cost[this.start + place];
  }

  private partAt(at: number): number {
    return at < this.taken.length ? this.own.parts[this.taken[at]] : NO_PART;
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
