import type { PathModel } from '../model/pathModel.ts';
import { slotIn } from '../model/pathPlan.ts';

const NONE = -1;
const NEVER = Number.POSITIVE_INFINITY;
/** Greater than the index of any part. */
export const NO_PART = 2 ** 31 - 1;
/** Of the rows that could exchange what follows, so many are compared. */
const MOST_COMPARED = 16;

/**
 * Rows that may take the same parts, one after another in the same ways, and what each of them has taken. A place is a position relative to the start of its
 * row; the part at place k occupies the places from k to next[k] (exclusive). Costs are in weight units.
 */
export class RowClass {
  /** Rows of the model. Where the text below says a row, it is an index of this list. */
  readonly rows: readonly number[];
  /** The part at each place, ascending. */
  readonly parts: Int32Array;
  /** The place of each part; −1: it may not use these rows. */
  readonly placeOf: Int32Array;
  readonly next: Int32Array;
  /** For each place, the first part that may follow on its row, wherever else that one may go; `NO_PART`: none. */
  readonly until: Int32Array;
  /** The number of rows that are occupied at each place. */
  readonly load: Int32Array;
  /** The places that each row has taken, ascending. */
  readonly taken: number[][];
  /** The costs of all positions of the model, and the position of the first place of each row. */
  readonly cost: Float64Array;
  readonly starts: readonly number[];
  /** What the rows that were changed had taken at the last `keep`. */
  private readonly before = new Map<number, number[]>();

  constructor({ partCount, rowStart, part, next, cost }: PathModel, rows: readonly number[]) {
    const [first] = rows;
    const [from, end] = [rowStart[first], rowStart[first + 1] - 1];
    this.rows = rows;
    this.parts = part.subarray(from, end);
    this.placeOf = new Int32Array(partCount).fill(NONE);
    this.parts.forEach((own, place) => (this.placeOf[own] = place));
    this.next = next.slice(from, end).map((k) => k - from);
    this.until = this.next.map((k) => (k < end - from ? this.parts[k] : NO_PART));
    this.load = new Int32Array(end - from);
    this.taken = rows.map(() => []);
    this.cost = cost;
    this.starts = rows.map((row) => rowStart[row]);
  }

  /** What the place costs on one of the rows. */
  costOf(place: number, row: number): number {
    return this.cost[this.starts[row] + place];
  }

  /** What the place costs on the dearest of the rows. */
  mostOf(place: number): number {
    const { cost, starts } = this;
    let most = cost[starts[0] + place];
    for (let row = 1; row < starts.length; row++) most = Math.max(most, cost[starts[row] + place]);
    return most;
  }

  /** Begins with the place on this row; places come in order. */
  put(place: number, row: number): void {
    this.taken[row].push(place);
    this.count(place, 1);
  }

  /**
   * The first and the last place at which all rows are occupied while the part at `place` is present; null: it finds room. `others`: places that are taken besides,
   * and those that are given up, the latter as −1 − place.
   */
  fullWithin(place: number, others: readonly number[]): readonly [number, number] | null {
    const { load, next, rows } = this;
    let first = NONE;
    let last = NONE;
    for (let k = place; k < next[place]; k++) {
      if (load[k] + this.countAmong(others, k) < rows.length) continue;
      if (first === NONE) first = k;
      last = k;
    }
    return first === NONE ? null : [first, last];
  }

  /** Gives the place up. */
  leave(place: number, row: number): void {
    const places = this.change(row);
    places.splice(slotIn(places, place), 1);
    this.count(place, -1);
  }

  /** Takes the place on this row, where what it has taken leaves room. */
  enter(place: number, row: number): void {
    const places = this.change(row);
    places.splice(slotIn(places, place), 0, place);
    this.count(place, 1);
  }

  /**
   * Takes the place on some row if a row is free at each moment, although perhaps none all the time: rows then exchange what follows, as intervals can be
   * colored with as many colors as overlap. Otherwise returns false.
   */
  take(place: number): boolean {
    if (this.fullWithin(place, []) !== null) return false;
    const row = this.rowWithRoom(place);
    const places = this.change(row);
    const end = this.next[place];
    let at = slotIn(places, place);
    while (at < places.length && places[at] < end) {
      this.exchangeRest(row, places[at], end);
      at = slotIn(places, place);
    }
    places.splice(at, 0, place);
    this.count(place, 1);
    return true;
  }

  /** The rows that were changed since the last `keep`, and what each had taken then. */
  changed(): Iterable<readonly [row: number, before: readonly number[]]> {
    return this.before;
  }

  keep(): void {
    this.before.clear();
  }

  /** Goes back to what the rows had taken at the last `keep`. */
  restore(): void {
    for (const [row, places] of this.before) {
      for (const place of this.taken[row]) this.count(place, -1);
      for (const place of places) this.count(place, 1);
      this.taken[row] = places;
    }
    this.before.clear();
  }

  private change(row: number): number[] {
    const places = this.taken[row];
    if (!this.before.has(row)) this.before.set(row, places.slice());
    return places;
  }

  private count(place: number, by: number): void {
    const { load, next } = this;
    for (let k = place; k < next[place]; k++) load[k] += by;
  }

  private countAmong(others: readonly number[], k: number): number {
    let count = 0;
    for (const other of others) {
      const place = other < 0 ? -1 - other : other;
      if (place <= k && k < this.next[place]) count += other < 0 ? -1 : 1;
    }
    return count;
  }

  /** Whether the row is free at `place`, `at` being the first of its places that is not before it. */
  private isFree(row: number, place: number, at: number): boolean {
    return at === 0 || this.next[this.taken[row][at - 1]] <= place;
  }

  /** The cheapest of the rows that are free until the part at `place` ends; if there is none, of those that are free longest. */
  private rowWithRoom(place: number): number {
    const { taken, next, cost, starts } = this;
    let chosen = NONE;
    let longest = NONE;
    let cheapest = NEVER;
    for (let row = 0; row < taken.length; row++) {
      const at = slotIn(taken[row], place);
      if (!this.isFree(row, place, at)) continue;
      const until = at < taken[row].length ? Math.min(taken[row][at], next[place]) : next[place];
      const price = cost[starts[row] + place];
      if (until < longest || (until === longest && price >= cheapest)) continue;
      chosen = row;
      longest = until;
      cheapest = price;
    }
    return chosen;
  }

  /**
   * Lets the row exchange what it has taken from `place` on with the cheapest other row that is free there, until both may go on as before, and
   * nothing that the row had taken itself remains before `end`.
   */
  private exchangeRest(row: number, place: number, end: number): void {
    const { taken } = this;
    const from = slotIn(taken[row], place);
    let least = NEVER;
    let chosen = NONE;
    let [at, to, until] = [0, 0, 0];
    for (let other = 0, compared = 0; other < taken.length && compared < MOST_COMPARED; other++) {
      const first = slotIn(taken[other], place);
      if (other === row || !this.isFree(other, place, first)) continue;
      compared++;
      const [own, others] = this.endOfExchange(row, from, other, first, end);
      const change = this.changeOfCost(row, from, own, other) + this.changeOfCost(other, first, others, row);
      if (change >= least) continue;
      least = change;
      chosen = other;
      [at, to, until] = [first, own, others];
    }
    const own = this.change(row);
    const others = this.change(chosen);
    const moved = own.splice(from, to - from, ...others.slice(at, until));
    others.splice(at, until - at, ...moved);
  }

  /** Where an exchange of what the rows have taken from these indexes on may end. */
  private endOfExchange(row: number, from: number, other: number, at: number, end: number): readonly [number, number] {
    const { next, taken } = this;
    const [own, others] = [taken[row], taken[other]];
    for (let i = from + 1, j = at; ; ) {
      const free = j > at ? Math.max(end, next[others[j - 1]]) : end;
      if (j < others.length && next[own[i - 1]] > others[j]) j++;
      else if (i < own.length && free > own[i]) i++;
      else return [i, j];
    }
  }

  /** What it costs more if another row takes a range of the places of this one. */
  private changeOfCost(row: number, from: number, to: number, other: number): number {
    const { starts, cost, taken } = this;
    let change = 0;
    for (let q = from; q < to; q++) {
      const place = taken[row][q];
      change += cost[starts[other] + place] - cost[starts[row] + place];
    }
    return change;
  }
}
