import type { PathModel } from './pathModel.ts';

/** Index of a path model by part: the positions of each part, and the row of each position. */
export interface Columns {
  readonly columnStart: Int32Array;
  /** Positions of each part, in order of row. */
  readonly column: Int32Array;
  readonly row: Int32Array;
}

/** Indexes the model's positions by part, sentinels left out. O(positions). */
export const columnsOf = (model: PathModel): Columns => {
  const total = model.rowStart[model.rowCount];
  const row = new Int32Array(total);
  const columnStart = new Int32Array(model.partCount + 1);
  for (let r = 0; r < model.rowCount; r++) row.fill(r, model.rowStart[r], model.rowStart[r + 1]);
  for (let k = 0; k < total; k++) if (model.part[k] >= 0) columnStart[model.part[k] + 1]++;
  for (let i = 0; i < model.partCount; i++) columnStart[i + 1] += columnStart[i];
  const column = new Int32Array(columnStart[model.partCount]);
  const fill = columnStart.slice();
  for (let k = 0; k < total; k++) {
    const i = model.part[k];
    if (i >= 0) column[fill[i]++] = k;
  }
  return { columnStart, column, row };
};

/** Returns the part's position on the row; −1 where it has none there, or the row is −1. */
export const positionOn = ({ columnStart, column, row }: Columns, part: number, wanted: number): number => {
  let low = columnStart[part];
  let high = columnStart[part + 1] - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = row[column[middle]];
    if (found === wanted) return column[middle];
    if (found < wanted) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
};

/** Returns the index at which position k would be inserted in an ascending list of positions. */
export const slotIn = (row: readonly number[], k: number): number => {
  let low = 0;
  let high = row.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (row[middle] < k) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** A plan without overlaps on a path model: the position of each part (−1: none), and the occupied positions of each row. */
export class PathPlan {
  readonly position: Int32Array;
  /** Occupied positions of each row, ascending. */
  readonly rows: number[][];
  readonly model: PathModel;
  readonly columns: Columns;

  constructor(model: PathModel, columns: Columns) {
    this.model = model;
    this.columns = columns;
    this.position = new Int32Array(model.partCount).fill(-1);
    this.rows = Array.from({ length: model.rowCount }, () => []);
  }

  cost(): number {
    let cost = 0;
    for (let i = 0; i < this.position.length; i++) {
      const k = this.position[i];
      cost += k < 0 ? this.model.leaveOut[i] : this.model.cost[k];
    }
    for (let r = 0; r < this.rows.length; r++) if (this.rows[r].length > 0) cost += this.model.usage[r];
    return cost;
  }

  /** Returns the first part without a place at or after `first`, then from the beginning; −1: none. */
  unplacedFrom(first: number): number {
    const after = this.position.indexOf(-1, first);
    return after >= 0 ? after : this.position.indexOf(-1);
  }

  fits(k: number): boolean {
    const row = this.rows[this.columns.row[k]];
    const at = slotIn(row, k);
    const { next } = this.model;
    return (at === row.length || row[at] >= next[k]) && (at === 0 || next[row[at - 1]] <= k);
  }

  /** Places a part at position k. Requires fits(k). */
  place(k: number): void {
    const row = this.rows[this.columns.row[k]];
    row.splice(slotIn(row, k), 0, k);
    this.position[this.model.part[k]] = k;
  }

  remove(i: number): void {
    const k = this.position[i];
    if (k < 0) return;
    const row = this.rows[this.columns.row[k]];
    row.splice(slotIn(row, k), 1);
    this.position[i] = -1;
  }

  /**
   * Regret insertion of `parts` on the rows that `open` marks (all when null): the next part is the one whose second cheapest place
   * costs most above its cheapest one. Source: Potvin, Rousseau, EJOR 66 (1993).
   */
  insert(parts: number[], open: Uint8Array | null): void {
    const { model, columns } = this;
    const rest = parts.slice();
    while (rest.length > 0) {
      let chosen = -1;
      let place = -1;
      let largest = Number.NEGATIVE_INFINITY;
      for (let q = rest.length - 1; q >= 0; q--) {
        const i = rest[q];
        let first = model.leaveOut[i];
        let second = first;
        let at = -1;
        for (let a = columns.columnStart[i]; a < columns.columnStart[i + 1]; a++) {
          const k = columns.column[a];
          const row = columns.row[k];
          if (open !== null && open[row] === 0) continue;
          const cost = model.cost[k] + (this.rows[row].length === 0 ? model.usage[row] : 0);
          if (cost >= second || !this.fits(k)) continue;
          if (cost < first) {
            second = first;
            first = cost;
            at = k;
          } else second = cost;
        }
        if (at < 0) {
          if (chosen === rest.length - 1) chosen = q;
          rest[q] = rest[rest.length - 1];
          rest.pop();
        } else if (second - first > largest) {
          largest = second - first;
          chosen = q;
          place = at;
        }
      }
      if (chosen < 0) return;
      this.place(place);
      rest[chosen] = rest[rest.length - 1];
      rest.pop();
    }
  }
}
