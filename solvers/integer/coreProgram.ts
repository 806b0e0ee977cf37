import type { PathModel } from '../model/pathModel.ts';
import type { RowClasses } from '../model/rowClasses.ts';

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
  const builder = new CoreBuilder(model);
  builder.addParts(keepsOut, concerns);
  members.forEach((alike, c) => builder.addClass(alike, c, keeps));
  return builder.program();
};

interface CoreRow {
  /** Columns with the coefficient 1. */
  readonly entries: number[];
  readonly lower: number;
  readonly upper: number;
  /** A column with the coefficient −1, or −1 for none. */
  readonly paid: number;
}

/** Collects the columns and rows of a core program. */
class CoreBuilder {
  private readonly model: PathModel;
  private readonly part: number[] = [];
  private readonly position: number[] = [];
  private readonly cost: number[] = [];
  private readonly upper: number[] = [];
  private readonly classOf: number[] = [];
  private readonly rows: CoreRow[] = [];
  /** The row which requires that a part is placed or left out; −1 for a part that does not matter. */
  private readonly rowOf: Int32Array;

  constructor(model: PathModel) {
    this.model = model;
    this.rowOf = new Int32Array(model.partCount).fill(-1);
  }

  /** Adds a row for each part that matters, with the column that leaves it out. */
  addParts(keepsOut: (part: number) => boolean, concerns: (part: number) => boolean): void {
    const { partCount, leaveOut } = this.model;
    for (let part = 0; part < partCount; part++) {
      if (!concerns(part)) continue;
      this.rowOf[part] = this.rows.length;
      const entries = keepsOut(part) ? [this.addColumn(part, -1, leaveOut[part], 1, -1)] : [];
      this.rows.push({ entries, lower: 1, upper: 1, paid: -1 });
    }
  }

  /** Adds a class of interchangeable rows: the columns of its first one, and a row for each clique of overlapping columns. */
  addClass(alike: readonly number[], number: number, keeps: (position: number) => boolean): void {
    const { rowStart, usage } = this.model;
    const [row] = alike;
    const columns: number[] = [];
    for (let k = rowStart[row]; k < rowStart[row + 1] - 1; k++) {
      const own = this.rowOf[this.model.part[k]];
      if (own < 0 || !keeps(k)) continue;
      const column = this.addColumn(this.model.part[k], k, this.model.cost[k], 1, number);
      columns.push(column);
      this.rows[own].entries.push(column);
    }
    const paid = usage[row] > 0 ? this.addColumn(-1, -1, usage[row], alike.length, number) : -1;
    for (const clique of this.cliquesOf(columns)) {
      if (paid >= 0) this.rows.push({ entries: clique, lower: Number.NEGATIVE_INFINITY, upper: 0, paid });
      else if (clique.length > alike.length) {
        this.rows.push({ entries: clique, lower: Number.NEGATIVE_INFINITY, upper: alike.length, paid });
      }
    }
  }

  /** The program; null when some row has no column. */
  program(): CoreProgram | null {
    const { rows } = this;
    if (rows.some(({ entries }) => entries.length === 0)) return null;
    return {
      columnCount: this.part.length,
      part: Int32Array.from(this.part),
      position: Int32Array.from(this.position),
      cost: Float64Array.from(this.cost),
      upper: Float64Array.from(this.upper),
      classOf: Int32Array.from(this.classOf),
      rowCount: rows.length,
      rowLower: Float64Array.from(rows, ({ lower }) => lower),
      rowUpper: Float64Array.from(rows, ({ upper }) => upper),
      ...matrixOf(rows),
    };
  }

  private addColumn(part: number, position: number, cost: number, most: number, owner: number): number {
    this.part.push(part);
    this.position.push(position);
    this.cost.push(cost);
    this.upper.push(most);
    this.classOf.push(owner);
    return this.part.length - 1;
  }

  /** The maximal sets of columns that overlap at one time. `columns` are in order of start. */
  private cliquesOf(columns: readonly number[]): readonly number[][] {
    const { next } = this.model;
    const cliques: number[][] = [];
    let active: number[] = [];
    let grew = false;
    for (const column of columns) {
      const left = active.filter((other) => next[this.position[other]] > this.position[column]);
      if (grew && left.length < active.length) cliques.push(active);
      active = [...left, column];
      grew = true;
    }
    if (grew) cliques.push(active);
    return cliques;
  }
}

/** The coefficients of the rows, row by row. */
const matrixOf = (rows: readonly CoreRow[]): Pick<CoreProgram, 'starts' | 'indices' | 'values'> => {
  const count = rows.reduce((sum, { entries, paid }) => sum + entries.length + (paid >= 0 ? 1 : 0), 0);
  const starts = new Int32Array(rows.length + 1);
  const indices = new Int32Array(count);
  const values = new Float64Array(count).fill(1);
  let at = 0;
  rows.forEach(({ entries, paid }, row) => {
    starts[row] = at;
    for (const column of entries) indices[at++] = column;
    if (paid >= 0) {
      indices[at] = paid;
      values[at++] = -1;
    }
  });
  starts[rows.length] = at;
  return { starts, indices, values };
};

/**
 * Computes the bound that the row duals prove, independently of the solver, and the reduced costs: Σ right-hand sides × duals + Σ
 * reduced cost × upper where it is negative, and × lower where it is positive. The bound is valid for any duals. Without `lower`, the least value of each column is 0.
 */
export const boundOfDuals = (
  core: CoreProgram,
  duals: Float64Array,
  upper = core.upper,
  lower: Float64Array | null = null,
): { bound: number; reduced: Float64Array } => {
  const reduced = core.cost.slice();
  let bound = 0;
  for (let r = 0; r < core.rowCount; r++) {
    const dual = core.rowLower[r] === core.rowUpper[r] ? duals[r] : Math.min(0, duals[r]);
    bound += dual * core.rowUpper[r];
    for (let q = core.starts[r]; q < core.starts[r + 1]; q++) reduced[core.indices[q]] -= dual * core.values[q];
  }
  for (let j = 0; j < core.columnCount; j++) {
    if (reduced[j] < 0) bound += reduced[j] * upper[j];
    else if (lower !== null) bound += reduced[j] * lower[j];
  }
  return { bound, reduced };
};

/** The core in the form of a HiGHS model. */
export const modelData = (core: CoreProgram, upper: Float64Array) => ({
  numCols: core.columnCount,
  numRows: core.rowCount,
  colCost: core.cost,
  colLower: new Float64Array(core.columnCount),
  colUpper: upper,
  rowLower: core.rowLower,
  rowUpper: core.rowUpper,
  matrix: {
    format: 'csr' as const,
    numRows: core.rowCount,
    numCols: core.columnCount,
    starts: core.starts,
    indices: core.indices,
    values: core.values,
  },
});

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
