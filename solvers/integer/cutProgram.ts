import type { Highs } from 'highs';
import type { CoreProgram } from './coreProgram.ts';
import type { Cut } from './roundedCuts.ts';

/** The basis of a linear program, in the form of HiGHS. */
export interface Basis {
  readonly colStatus: Int32Array;
  readonly rowStatus: Int32Array;
}

/** What of a value is not whole. */
export const fraction = (value: number): number => Math.abs(value - Math.round(value));

/** Whether all values are whole, up to 1e−6. */
export const isWhole = (values: Float64Array): boolean => values.every((value) => fraction(value) < 1e-6);

/** Rows of a program in compressed form: row q has the entries from `starts[q]` to `starts[q + 1]`. */
export type Rows = Pick<CoreProgram, 'rowCount' | 'rowLower' | 'rowUpper' | 'starts' | 'indices' | 'values'>;

/** The cuts as rows: each without a lower limit, its columns with its factors at most `most`. */
export const rowsOf = (cuts: readonly Cut[]): Rows => {
  const starts = new Int32Array(cuts.length + 1);
  cuts.forEach(({ columns }, q) => (starts[q + 1] = starts[q] + columns.length));
  return {
    rowCount: cuts.length,
    rowLower: new Float64Array(cuts.length).fill(Number.NEGATIVE_INFINITY),
    rowUpper: Float64Array.from(cuts, ({ most }) => most),
    starts,
    indices: Int32Array.from(cuts.flatMap(({ columns }) => [...columns])),
    values: Float64Array.from(cuts.flatMap(({ factors }) => [...factors])),
  };
};

/** The rows of a, and after them those of b, in new arrays. */
export const joinRows = (a: Rows, b: Rows): Rows => ({
  rowCount: a.rowCount + b.rowCount,
  rowLower: joined(a.rowLower, b.rowLower),
  rowUpper: joined(a.rowUpper, b.rowUpper),
  starts: joined(
    a.starts,
    b.starts.subarray(1).map((start) => start + a.indices.length),
  ),
  indices: joined(a.indices, b.indices),
  values: joined(a.values, b.values),
});

const joined = <T extends Int32Array | Float64Array>(a: T, b: T): T => {
  const both = new (a.constructor as new (length: number) => T)(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
};

/** Some of the rows; columns for which `columnOf` is below 0 are left out. */
export const selectRows = (
  { rowCount, rowLower, rowUpper, starts, indices, values }: Rows,
  keeps: (row: number) => boolean,
  columnOf: (column: number) => number = (column) => column,
): Rows => {
  const kept: number[] = [];
  const entries: number[] = [];
  const from = [0];
  for (let row = 0; row < rowCount; row++) {
    if (!keeps(row)) continue;
    kept.push(row);
    for (let q = starts[row]; q < starts[row + 1]; q++) if (columnOf(indices[q]) >= 0) entries.push(q);
    from.push(entries.length);
  }
  return {
    rowCount: kept.length,
    rowLower: Float64Array.from(kept, (row) => rowLower[row]),
    rowUpper: Float64Array.from(kept, (row) => rowUpper[row]),
    starts: Int32Array.from(from),
    indices: Int32Array.from(entries, (q) => columnOf(indices[q])),
    values: Float64Array.from(entries, (q) => values[q]),
  };
};

/**
 * The core without the columns whose upper bound is 0 and without rows that no solution violates, and the basis that is left: null if it has not as
 * many basic columns and rows as there are rows.
 */
export const narrow = (highs: Highs, core: CoreProgram, upper: Float64Array, { colStatus, rowStatus }: Basis) => {
  const { basic } = highs.constants.basisStatus;
  const columnOf = new Int32Array(core.columnCount).fill(-1);
  const origin: number[] = [];
  for (let j = 0; j < core.columnCount; j++) if (upper[j] > 0) columnOf[j] = origin.push(j) - 1;
  const isFree = (row: number): boolean => {
    let most = 0;
    for (let q = core.starts[row]; q < core.starts[row + 1]; q++)
      if (core.values[q] > 0) most += core.values[q] * upper[core.indices[q]];
    return core.rowLower[row] === Number.NEGATIVE_INFINITY && most <= core.rowUpper[row];
  };
  const keeps = Uint8Array.from(rowStatus, (status, row) => (status === basic && isFree(row) ? 0 : 1));
  const rows = selectRows(
    core,
    (row) => keeps[row] === 1,
    (j) => columnOf[j],
  );
  const pick = <T extends Int32Array | Float64Array>(list: T): T => list.filter((_, j) => columnOf[j] >= 0) as T;
  const program: CoreProgram = {
    ...rows,
    columnCount: origin.length,
    part: pick(core.part),
    position: pick(core.position),
    cost: pick(core.cost),
    upper: pick(upper),
    classOf: pick(core.classOf),
  };
  const basis = { colStatus: pick(colStatus), rowStatus: rowStatus.filter((_, row) => keeps[row] === 1) };
  const count = [...basis.colStatus, ...basis.rowStatus].filter((status) => status === basic).length;
  return { program, origin, basis: count === rows.rowCount ? basis : null };
};
