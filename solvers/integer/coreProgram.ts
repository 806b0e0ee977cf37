import type { PathModel } from '../model/pathModel.ts';
import type { RowClasses } from '../model/rowClasses.ts';
import { visitCliques } from './visitCliques.ts';

const NONE = -1;

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

/** What of a program costs and restricts: columns are between 0 and `upper`, the sums of rows between `rowLower` and `rowUpper`. */
export type LinearProgram = Pick<
  CoreProgram,
  'columnCount' | 'cost' | 'upper' | 'rowCount' | 'rowLower' | 'rowUpper' | 'starts' | 'indices' | 'values'
>;

/**
 * Builds the program. `keeps(position)` and `keepsOut(part)` choose the columns, `concerns(part)` the parts that must be placed or left
 * out. Returns null when such a part has no column, because then no such plan exists.
 */
export const buildCore = (
  model: PathModel,
  classes: RowClasses,
  keeps: (position: number) => boolean,
  keepsOut: (part: number) => boolean,
  concerns: (part: number) => boolean = () => true,
): CoreProgram | null => {
  const builder = new CoreBuilder(model);
  builder.addParts(keepsOut, concerns);
  classes.forEach((alike, c) => builder.addClass(alike, c, keeps));
  return builder.program();
};

/** Collects the columns and rows of a core program. Linear programs of a long horizon have a million coefficients, so that a row is no object of its own. */
class CoreBuilder {
  private readonly model: PathModel;
  private readonly part: number[] = [];
  private readonly position: number[] = [];
  private readonly cost: number[] = [];
  private readonly upper: number[] = [];
  private readonly classOf: number[] = [];
  /** The row which requires that a part is placed or left out; −1 for a part that does not matter. */
  private readonly rowOf: Int32Array;
  private partRows = 0;
  /** The columns of the cliques, one clique after another, where each ends, and the most of them that may be chosen. */
  private entries = new Int32Array(1024);
  private entryCount = 0;
  private readonly ends: number[] = [];
  private readonly most: number[] = [];

  constructor(model: PathModel) {
    this.model = model;
    this.rowOf = new Int32Array(model.partCount).fill(-1);
  }

  /** Adds a row for each part that matters, with the column that leaves it out. */
  addParts(keepsOut: (part: number) => boolean, concerns: (part: number) => boolean): void {
    const { partCount, leaveOut } = this.model;
    for (let part = 0; part < partCount; part++) {
      if (!concerns(part)) continue;
      this.rowOf[part] = this.partRows++;
      if (keepsOut(part)) this.addColumn(part, -1, leaveOut[part], 1, -1);
    }
  }

  /** Adds a class of interchangeable rows: the columns of its first one, and a row for each clique of overlapping columns. */
  addClass(alike: readonly number[], number: number, keeps: (position: number) => boolean): void {
    const { rowStart, usage, part, cost } = this.model;
    const [row] = alike;
    const first = this.part.length;
    for (let k = rowStart[row]; k < rowStart[row + 1] - 1; k++)
      if (this.rowOf[part[k]] >= 0 && keeps(k)) this.addColumn(part[k], k, cost[k], 1, number);
    const end = this.part.length;
    const paid = usage[row] > 0 ? this.addColumn(-1, -1, usage[row], alike.length, number) : NONE;
    this.addCliques(first, end, alike.length, paid);
  }

  /** The program; null when some part has no column. */
  program(): CoreProgram | null {
    const { part, ends, most, partRows, rowOf } = this;
    const entries = this.entries.subarray(0, this.entryCount);
    const lengths = new Int32Array(partRows);
    for (const own of part) if (own >= 0) lengths[rowOf[own]]++;
    if (lengths.includes(0)) return null;
    const starts = new Int32Array(partRows + ends.length + 1);
    for (let row = 0; row < partRows; row++) starts[row + 1] = starts[row] + lengths[row];
    const shift = starts[partRows];
    ends.forEach((end, clique) => (starts[partRows + clique + 1] = shift + end));
    const indices = new Int32Array(shift + entries.length);
    const fill = starts.slice(0, partRows);
    part.forEach((own, column) => {
      if (own >= 0) indices[fill[rowOf[own]]++] = column;
    });
    indices.set(entries, shift);
    const values = new Float64Array(indices.length).fill(1);
    const rowUpper = new Float64Array(partRows + most.length).fill(1);
    rowUpper.set(most, partRows);
    // What a paid clique may choose is its last column.
    most.forEach((count, clique) => {
      if (count === 0) values[shift + ends[clique] - 1] = -1;
    });
    return {
      columnCount: part.length,
      part: Int32Array.from(part),
      position: Int32Array.from(this.position),
      cost: Float64Array.from(this.cost),
      upper: Float64Array.from(this.upper),
      classOf: Int32Array.from(this.classOf),
      rowCount: rowUpper.length,
      rowLower: rowUpper.map((upper, row) => (row < partRows ? upper : Number.NEGATIVE_INFINITY)),
      rowUpper,
      starts,
      indices,
      values,
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

  /**
   * Adds a row for each maximal set of the columns from `first` to `end`, which are in order of start, that overlap at one time: at most `most` of them
   * are chosen, or as many as the column `paid` says. Sets that are no larger than `most` need no row.
   */
  private addCliques(first: number, end: number, most: number, paid: number): void {
    const { next } = this.model;
    const positions = Int32Array.from(this.position.slice(first, end));
    const until = positions.map((k) => next[k]);
    visitCliques(positions, until, (columns) => this.addClique(columns, first, most, paid));
  }

  /** `columns` are counted from `first`. */
  private addClique(columns: Int32Array, first: number, most: number, paid: number): void {
    if (paid === NONE && columns.length <= most) return;
    const length = columns.length + (paid === NONE ? 0 : 1);
    if (this.entryCount + length > this.entries.length) {
      const grown = new Int32Array(2 * (this.entryCount + length));
      grown.set(this.entries.subarray(0, this.entryCount));
      this.entries = grown;
    }
    for (let q = 0; q < columns.length; q++) this.entries[this.entryCount + q] = first + columns[q];
    this.entryCount += length;
    if (paid !== NONE) this.entries[this.entryCount - 1] = paid;
    this.ends.push(this.entryCount);
    this.most.push(paid === NONE ? most : 0);
  }
}

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

/** The program in the form of a HiGHS model. */
export const modelData = (core: LinearProgram, upper = core.upper) => ({
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

/** The same as a 0-1 program. */
export const integerData = (core: LinearProgram, upper = core.upper) => ({
  ...modelData(core, upper),
  integrality: new Int32Array(core.columnCount).fill(1),
});

/** The upper bounds of the core's columns, 0 where the reduced cost is above the threshold. */
export const withoutCostly = (core: CoreProgram, reduced: Float64Array, threshold: number): Float64Array =>
  core.upper.map((most, j) => (core.part[j] >= 0 && reduced[j] > threshold ? 0 : most));

/** Converts chosen columns to the position of each part; each part of a class gets the first of its rows that is free. */
export const decodeCore = (
  model: PathModel,
  classes: RowClasses,
  core: CoreProgram,
  values: Float64Array,
): Int32Array => {
  const positions = new Int32Array(model.partCount).fill(-1);
  const freeFrom = classes.map((alike) => alike.map(() => -1));
  for (let j = 0; j < core.columnCount; j++) {
    if (core.position[j] < 0 || values[j] < 0.5) continue;
    const k = core.position[j];
    const c = core.classOf[j];
    const lane = freeFrom[c].findIndex((until) => until <= k);
    if (lane < 0) continue;
    freeFrom[c][lane] = model.next[k];
    positions[core.part[j]] = k - model.rowStart[classes[c][0]] + model.rowStart[classes[c][lane]];
  }
  return positions;
};
