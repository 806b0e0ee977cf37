import type { Highs, ModelData } from 'highs';
import { backward, type PathModel, rowScratch } from '../model/pathModel.ts';
import { type IntegerLimits, solveInteger } from '../integer/solveInteger.ts';
import type { ColumnGeneration } from './columnGeneration.ts';
import type { Column } from './columnPool.ts';
import { type PathProblem, pricedModel } from './pathProblem.ts';

/** Limits on the size and time of an exact program. */
export interface ProgramLimits extends Omit<IntegerLimits, 'below' | 'isFlow'> {
  /** Limit on changes of movable parts. */
  readonly limit: number;
  /** The program includes choices that cost at most this much above the bound at the best prices, in weight units. */
  readonly width: number;
  readonly mostColumns: number;
  /** Receives the position of each part of every plan found. */
  readonly onPlan: (positions: Int32Array) => void;
}

/**
 * Finds the best plan of the columns found so far, by a 0-1 program over those with small reduced cost.
 * Source: the restricted master heuristic, Joncour et al., Electronic Notes in Discrete Mathematics 36 (2010); HiGHS.
 */
export const solvePool = (
  highs: Highs,
  problem: PathProblem,
  generation: ColumnGeneration,
  options: ProgramLimits,
): void => {
  const model = pricedModel(problem, generation.changePrice);
  const columns = promisingColumns(problem, generation, model, options);
  const outs = promisingOuts(model, generation.prices, options.width);
  solveInteger(highs, programOf(problem, columns, outs, options.limit), options, (taken) => {
    const positions = new Int32Array(model.partCount).fill(-1);
    columns.forEach((column, j) => {
      if (taken[j] > 0.5) for (const k of column.positions) positions[model.part[k]] = k;
    });
    options.onPlan(positions);
  });
};

/** The columns with the smallest reduced costs. */
const promisingColumns = (
  { classes }: PathProblem,
  { prices, changePrice, pool }: ColumnGeneration,
  model: PathModel,
  { width, mostColumns }: ProgramLimits,
): readonly Column[] => {
  const scratch = rowScratch(model);
  const least = classes.map(([row]) => backward(model, row, prices, scratch));
  const reduced = ({ rowClass, positions, cost, changes }: Column): number => {
    let value = cost + changePrice * changes - least[rowClass];
    for (const k of positions) value -= prices[model.part[k]];
    return value;
  };
  return pool.columns
    .map((column) => ({ column, value: reduced(column) }))
    .filter(({ value }) => value <= width)
    .sort((a, b) => a.value - b.value)
    .slice(0, mostColumns)
    .map(({ column }) => column);
};

/** The parts that may be left out: those for which this has a small reduced cost. */
const promisingOuts = ({ partCount, leaveOut }: PathModel, prices: Float64Array, width: number): readonly number[] => {
  const outs: number[] = [];
  for (let i = 0; i < partCount; i++) if (leaveOut[i] - Math.min(prices[i], leaveOut[i]) <= width) outs.push(i);
  return outs;
};

/**
 * The 0-1 program: its columns are the given ones and then the parts that may be left out. Its rows require that each part is covered once, that no
 * class has more columns than rows, and that at most `limit` parts change.
 */
const programOf = (
  { classes, losses, relaxation }: PathProblem,
  columns: readonly Column[],
  outs: readonly number[],
  limit: number,
): ModelData => {
  const { model } = relaxation;
  const n = model.partCount;
  const limitRow = n + classes.length;
  const isLimited = limit < Number.POSITIVE_INFINITY;
  const numCols = columns.length + outs.length;
  const numRows = limitRow + (isLimited ? 1 : 0);
  const matrix = new ColumnMatrix(isLimited ? limitRow : -1);
  for (const { rowClass, positions, changes } of columns) {
    matrix.add([...Array.from(positions, (k) => model.part[k]), n + rowClass], changes);
  }
  for (const part of outs) matrix.add([part], losses[part]);
  return {
    numCols,
    numRows,
    colCost: Float64Array.from([...columns.map(({ cost }) => cost), ...outs.map((i) => model.leaveOut[i])]),
    colLower: new Float64Array(numCols),
    colUpper: Float64Array.from({ length: numCols }, (_, j) =>
      j < columns.length ? classes[columns[j].rowClass].length : 1,
    ),
    rowLower: Float64Array.from({ length: numRows }, (_, r) => (r < n ? 1 : Number.NEGATIVE_INFINITY)),
    rowUpper: Float64Array.from({ length: numRows }, (_, r) =>
      r < n ? 1 : r < limitRow ? classes[r - n].length : limit,
    ),
    matrix: { format: 'csc', numRows, numCols, ...matrix.arrays() },
    integrality: new Int32Array(numCols).fill(1),
  };
};

/** A sparse matrix, column by column. Its entries are 1, and in the row `limitRow` (−1: none) the number of changes. */
class ColumnMatrix {
  private readonly limitRow: number;
  private readonly starts = [0];
  private readonly indices: number[] = [];
  private readonly values: number[] = [];

  constructor(limitRow: number) {
    this.limitRow = limitRow;
  }

  add(rows: readonly number[], changes: number): void {
    for (const row of rows) this.enter(row, 1);
    if (this.limitRow >= 0 && changes > 0) this.enter(this.limitRow, changes);
    this.starts.push(this.indices.length);
  }

  arrays() {
    const { starts, indices, values } = this;
    return {
      starts: Int32Array.from(starts),
      indices: Int32Array.from(indices),
      values: Float64Array.from(values),
    };
  }

  private enter(row: number, value: number): void {
    this.indices.push(row);
    this.values.push(value);
  }
}
