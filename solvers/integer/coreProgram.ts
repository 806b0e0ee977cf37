import type { PathModel } from '../model/pathModel.ts';

/** Classes of interchangeable rows of a path model: rows of one class cannot be told apart by any cost or rule. */
export interface RowClasses {
  /** Rows of each class; the first one represents the class. */
  readonly members: readonly (readonly number[])[];
}

export const classifyRows = ({ rowCount, rowStart, part, cost, next, usage }: PathModel): RowClasses => {
  const classes: number[][] = [];
  const byHash = new Map<number, number[][]>();
  const same = (a: number, b: number): boolean => {
    const length = rowStart[a + 1] - rowStart[a];
    if (rowStart[b + 1] - rowStart[b] !== length || usage[a] !== usage[b]) return false;
    for (let o = 0; o < length; o++) {
      const ka = rowStart[a] + o;
      const kb = rowStart[b] + o;
      if (part[ka] !== part[kb] || cost[ka] !== cost[kb] || next[ka] - rowStart[a] !== next[kb] - rowStart[b])
        return false;
    }
    return true;
  };
  for (let row = 0; row < rowCount; row++) {
    let hash = rowStart[row + 1] - rowStart[row];
    for (let k = rowStart[row]; k < rowStart[row + 1]; k++)
      hash = (Math.imul(hash, 31) + part[k] + Math.round(100 * cost[k])) | 0;
    const alike = byHash.get(hash) ?? [];
    byHash.set(hash, alike);
    const found = alike.find((members) => same(members[0], row));
    if (found) found.push(row);
    else {
      const members = [row];
      alike.push(members);
      classes.push(members);
    }
  }
  return { members: classes };
};

/**
 * The core problem as a 0-1 program. Columns are pairs of part and row class, and leaving a part out. Rows require that each part is on
 * one class or left out, and that no clique of overlapping parts exceeds the number of rows in the class, or of those rows of it that
 * are paid for.
 */
export interface CoreProgram {
  readonly columnCount: number;
  /** Part and position (on the class's first row) of each column. Position −1 leaves the part out; part −1 is the number of rows in use. */
  readonly part: Int32Array;
  readonly position: Int32Array;
  readonly cost: Float64Array;
  readonly upper: Float64Array;
  readonly classOf: Int32Array;
  readonly rowCount: number;
  readonly rowLower: Float64Array;
  readonly rowUpper: Float64Array;
  readonly starts: Int32Array;
  readonly indices: Int32Array;
  readonly values: Float64Array;
}

/**
 * Builds the program. `keeps(position)` and `keepsOut(part)` choose the columns, `concerns(part)` the parts that must be placed or left
 * out. Returns null when such a part has no column, because then no such plan exists.
 */
export const buildCore = (
  model: PathModel,
  { members }: RowClasses,
  keeps: (position: number) => boolean,
  keepsOut: (part: number) => boolean,
  concerns: (part: number) => boolean = () => true,
): CoreProgram | null => {
  const part: number[] = [];
  const position: number[] = [];
  const cost: number[] = [];
  const upper: number[] = [];
  const classOf: number[] = [];
  const addColumn = (i: number, k: number, value: number, most: number, owner: number): number => {
    part.push(i);
    position.push(k);
    cost.push(value);
    upper.push(most);
    classOf.push(owner);
    return part.length - 1;
  };
  const rows: { entries: number[]; lower: number; upper: number; last: number }[] = [];
  const rowOf = new Int32Array(model.partCount);
  for (let i = 0; i < model.partCount; i++) {
    rowOf[i] = -1;
    if (!concerns(i)) continue;
    rowOf[i] = rows.length;
    const entries = keepsOut(i) ? [addColumn(i, -1, model.leaveOut[i], 1, -1)] : [];
    rows.push({ entries, lower: 1, upper: 1, last: -1 });
  }
  members.forEach((alike, c) => {
    const [row] = alike;
    const columns: number[] = [];
    for (let k = model.rowStart[row]; k < model.rowStart[row + 1] - 1; k++) {
      if (rowOf[model.part[k]] < 0 || !keeps(k)) continue;
      const column = addColumn(model.part[k], k, model.cost[k], 1, c);
      columns.push(column);
      rows[rowOf[model.part[k]]].entries.push(column);
    }
    const paid = model.usage[row] > 0 ? addColumn(-1, -1, model.usage[row], alike.length, c) : -1;
    let active: number[] = [];
    let grew = false;
    const close = (): void => {
      if (grew && (active.length > alike.length || paid >= 0)) {
        rows.push({
          entries: active,
          lower: Number.NEGATIVE_INFINITY,
          upper: paid >= 0 ? 0 : alike.length,
          last: paid,
        });
      }
      grew = false;
    };
    for (const column of columns) {
      const left = active.filter((other) => model.next[position[other]] > position[column]);
      if (left.length < active.length) close();
      active = [...left, column];
      grew = true;
    }
    close();
  });
  if (rows.some(({ entries }) => entries.length === 0)) return null;
  const count = rows.reduce((sum, { entries, last }) => sum + entries.length + (last >= 0 ? 1 : 0), 0);
  const starts = new Int32Array(rows.length + 1);
  const indices = new Int32Array(count);
  const values = new Float64Array(count).fill(1);
  let at = 0;
  rows.forEach(({ entries, last }, r) => {
    starts[r] = at;
    for (const column of entries) indices[at++] = column;
    if (last >= 0) {
      indices[at] = last;
      values[at++] = -1;
    }
  });
  starts[rows.length] = at;
  return {
    columnCount: part.length,
    part: Int32Array.from(part),
    position: Int32Array.from(position),
    cost: Float64Array.from(cost),
    upper: Float64Array.from(upper),
    classOf: Int32Array.from(classOf),
    rowCount: rows.length,
    rowLower: Float64Array.from(rows, ({ lower }) => lower),
    rowUpper: Float64Array.from(rows, ({ upper: most }) => most),
    starts,
    indices,
    values,
  };
};

/**
 * Computes the bound that the row duals prove, independently of the solver, and the reduced costs: Σ right-hand sides × duals + Σ
 * min(0, reduced cost) × upper. The bound is valid for any duals.
 */
export const boundOfDuals = (core: CoreProgram, duals: Float64Array): { bound: number; reduced: Float64Array } => {
  const reduced = core.cost.slice();
  let bound = 0;
  for (let r = 0; r < core.rowCount; r++) {
    const dual = core.rowLower[r] === core.rowUpper[r] ? duals[r] : Math.min(0, duals[r]);
    bound += dual * core.rowUpper[r];
    for (let q = core.starts[r]; q < core.starts[r + 1]; q++) reduced[core.indices[q]] -= dual * core.values[q];
  }
  for (let j = 0; j < core.columnCount; j++) if (reduced[j] < 0) bound += reduced[j] * core.upper[j];
  return { bound, reduced };
};

/** Converts chosen columns to the position of each part; each part of a class gets the first of its rows that is free. */
export const decodeCore = (
  model: PathModel,
  { members }: RowClasses,
  core: CoreProgram,
  values: Float64Array,
): Int32Array => {
  const positions = new Int32Array(model.partCount).fill(-1);
  const freeFrom = members.map((alike) => alike.map(() => -1));
  for (let j = 0; j < core.columnCount; j++) {
    if (core.position[j] < 0 || values[j] < 0.5) continue;
    const k = core.position[j];
    const c = core.classOf[j];
    const lane = freeFrom[c].findIndex((until) => until <= k);
    if (lane < 0) continue;
    freeFrom[c][lane] = model.next[k];
    positions[core.part[j]] = k - model.rowStart[members[c][0]] + model.rowStart[members[c][lane]];
  }
  return positions;
};
