import { reachOf } from './compileUncertainty.ts';

const MEMBERS = 3;

/** Distinct distributions in rows of (location, scale, shape), to which more can be added. */
export class DistributionTable {
  private values: Float64Array;
  private count: number;
  private view: Float64Array | null = null;
  private readonly rowByKey = new Map<string, number>();
  /** How far each reaches before its time, and after it, in seconds. */
  private readonly before: number[] = [];
  private readonly after: number[] = [];

  constructor(rows: Float64Array) {
    this.values = rows.slice();
    this.count = rows.length / MEMBERS;
    for (let row = 0; row < this.count; row++) this.note(row);
  }

  get size(): number {
    return this.count;
  }

  /** The row of the distribution in the given row of other ones; it is added if it is new. */
  add(others: Float64Array, other: number): number {
    const own = others.subarray(MEMBERS * other, MEMBERS * (other + 1));
    const known = this.rowByKey.get(own.join(' '));
    if (known !== undefined) return known;
    const row = this.count++;
    this.view = null;
    if (this.values.length < MEMBERS * this.count) {
      const larger = new Float64Array(2 * MEMBERS * this.count);
      larger.set(this.values);
      this.values = larger;
    }
    this.values.set(own, MEMBERS * row);
    this.note(row);
    return row;
  }

  /** The rows as an instance has them; the same array until one is added, by which readers keep what they know about it. */
  rows(): Float64Array {
    return (this.view ??= this.values.subarray(0, MEMBERS * this.count));
  }

  /** Parts that are this far apart are certain not to overlap. The rows are those of the starts and ends of parts, −1 for none. */
  horizonSeconds(startRows: Int32Array, endRows: Int32Array): number {
    return Math.ceil(largest(startRows, this.before) + largest(endRows, this.after));
  }

  private note(row: number): void {
    const [location, scale, shape] = this.values.subarray(MEMBERS * row, MEMBERS * (row + 1));
    this.rowByKey.set([location, scale, shape].join(' '), row);
    this.before.push(reachOf({ location, scale, shape }, -1));
    this.after.push(reachOf({ location, scale, shape }, 1));
  }
}

const largest = (rows: Int32Array, reaches: readonly number[]): number => {
  let most = 0;
  for (const row of rows) if (row >= 0 && reaches[row] > most) most = reaches[row];
  return most;
};
