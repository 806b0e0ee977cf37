import { NO_PART, type RowClass } from './rowClass.ts';

/** Smaller savings are errors of rounding. */
const LEAST_SAVED = 1e-9;

/** Lets rows exchange what they have taken. */
export class RowExchange {
  private readonly rows: readonly ComparedRow[];
  /** Whether rows of different classes exchange, too. */
  private readonly isAcross: boolean;
  private changes = 0;
  /** Of each exchange of the present pair of rows: where what the one row gives begins and ends in its list, and the same of the other row. */
  private readonly ranges: number[] = [];

  constructor(classes: readonly RowClass[], isAcross: boolean) {
    this.isAcross = isAcross;
    this.rows = classes.flatMap((own) => {
      const costs = costsByPlace(own);
      return own.rows.map((_, row) => new ComparedRow(own, row, costs));
    });
  }

  /**
   * Lets each two rows exchange what they have taken between moments at which both are free, where that costs less. Compares only rows of which one was
   * changed since the last time. Returns what that saves, unless costs of gaps change.
   * Source: crossovers of the tails of two routes, Potvin, Rousseau, "An exchange heuristic for routeing problems with time windows", Journal of the
   * Operational Research Society 46 (1995); here, all exchanges of two rows that save something are made at once.
   */
  exchange(stop: () => boolean): number {
    const { rows, isAcross } = this;
    let saved = 0;
    for (let a = 0; a < rows.length; a++) {
      if (stop()) return saved;
      const first = rows[a];
      const since = this.changes;
      for (let b = a + 1; b < rows.length && (isAcross || rows[b].own === first.own); b++)
        if (Math.max(first.changedAt, rows[b].changedAt) > first.comparedAt) saved += this.exchangePair(first, rows[b]);
      first.comparedAt = since;
    }
    return saved;
  }

  private exchangePair(first: ComparedRow, second: ComparedRow): number {
    const { ranges } = this;
    first.begin();
    second.begin();
    ranges.length = 0;
    let [saved, change] = [0, 0];
    for (;;) {
      if (first.isFree(second) && second.isFree(first)) {
        if (change < -LEAST_SAVED) {
          saved -= change;
          ranges.push(first.from, first.at, second.from, second.at);
        }
        // Only behind the last part of both rows are they equal.
        if (first.part === second.part) break;
        first.beginRange();
        second.beginRange();
        change = 0;
      }
      change += first.part < second.part ? first.passOn(second) : second.passOn(first);
    }
    if (ranges.length > 0) this.exchangeRanges(first, second);
    return saved;
  }

  private exchangeRanges(first: ComparedRow, second: ComparedRow): void {
    const { ranges } = this;
    const [fromFirst, fromSecond]: [number[], number[]] = [[], []];
    for (let r = 0; r < ranges.length; r += 4) {
      for (let i = ranges[r]; i < ranges[r + 1]; i++) fromFirst.push(first.parts[i]);
      for (let j = ranges[r + 2]; j < ranges[r + 3]; j++) fromSecond.push(second.parts[j]);
    }
    first.give(fromFirst);
    second.give(fromSecond);
    first.take(fromSecond);
    second.take(fromFirst);
    this.changes++;
    first.changedAt = this.changes;
    second.changedAt = this.changes;
  }
}

/** A row that is compared with another one, in order of time. */
class ComparedRow {
  readonly own: RowClass;
  /** What it has taken: the parts and `NO_PART`, the first part that may follow each of them, and what each costs here. */
  parts = new Int32Array(0);
  private until = new Int32Array(0);
  private cost = new Float64Array(0);
  /** The index of the next part, and of the first one of the present range. */
  at = 0;
  from = 0;
  /** The next part, or `NO_PART`. */
  part = NO_PART;
  /** The first part for which the row is free, whichever of the two has taken what came before. */
  private free = 0;
  /** The first part for which it is free after what it would get in the present range. */
  private given = 0;
  /** When it was changed last, and how many changes there were when its last comparison with those behind it began. */
  changedAt = 0;
  comparedAt = -1;
  private readonly row: number;
  /** What each place costs on each row of the class, and the number of these rows. */
  private readonly costs: Float64Array;
  private readonly count: number;

  constructor(own: RowClass, row: number, costs: Float64Array) {
    this.own = own;
    this.row = row;
    this.costs = costs;
    this.count = own.rows.length;
    this.readTaken();
  }

  begin(): void {
    this.at = 0;
    this.free = 0;
    this.part = this.parts[0];
    this.beginRange();
  }

  beginRange(): void {
    this.from = this.at;
    this.given = 0;
  }

  /** Whether what follows, on this row or on the other one, may follow on this row. */
  isFree({ part }: ComparedRow): boolean {
    return this.free <= this.part && (this.free <= part || this.own.placeOf[part] < 0);
  }

  /** Passes the next part on to the other row. Returns what that costs more; infinite where it may not go there. */
  passOn(other: ComparedRow): number {
    const { part, at } = this;
    const place = other.own.placeOf[part];
    if (this.until[at] > this.free) this.free = this.until[at];
    this.at = at + 1;
    this.part = this.parts[at + 1];
    if (place < 0 || other.given > part) return Number.POSITIVE_INFINITY;
    other.given = other.own.until[place];
    if (other.given > other.free) other.free = other.given;
    return other.costs[place * other.count + other.row] - this.cost[at];
  }

  give(parts: readonly number[]): void {
    for (const part of parts) this.own.leave(this.own.placeOf[part], this.row);
  }

  take(parts: readonly number[]): void {
    for (const part of parts) this.own.enter(this.own.placeOf[part], this.row);
    this.readTaken();
  }

  private readTaken(): void {
    const { own, row } = this;
    const taken = own.taken[row];
    if (this.parts.length <= taken.length) {
      const room = 2 * taken.length + 1;
      this.parts = new Int32Array(room);
      this.until = new Int32Array(room);
      this.cost = new Float64Array(room);
    }
    for (let at = 0; at < taken.length; at++) {
      this.parts[at] = own.parts[taken[at]];
      this.until[at] = own.until[taken[at]];
      this.cost[at] = own.costOf(taken[at], row);
    }
    this.parts[taken.length] = NO_PART;
  }
}

/** So many places at a time are near enough to one another in memory to stay in the processor's cache. */
const PLACES = 64;

/** What each place costs on each row, place by place, so that what rows cost that are compared one after another is near in memory. */
const costsByPlace = (own: RowClass): Float64Array => {
  const costs = new Float64Array(own.parts.length * own.rows.length);
  for (let from = 0; from < own.parts.length; from += PLACES)
    for (let row = 0; row < own.rows.length; row++) copyCosts(own, row, from, costs);
  return costs;
};

/** A function of its own, because V8 compiles inner loops of a function that is called once again and again. */
const copyCosts = ({ parts, starts, cost }: RowClass, row: number, from: number, costs: Float64Array): void => {
  const end = Math.min(from + PLACES, parts.length);
  const first = starts[row];
  for (let place = from; place < end; place++) costs[place * starts.length + row] = cost[first + place];
};
