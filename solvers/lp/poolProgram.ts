import type { Highs } from 'highs';
import { backward } from '../model/pathModel.ts';
import { solveInteger } from '../integer/solveInteger.ts';
import type { ColumnGeneration } from './columnGeneration.ts';
import type { Column } from './columnPool.ts';
import { type PathProblem, pricedModel } from './pathProblem.ts';

/** Limits on the size and time of an exact program. */
export interface ProgramLimits {
  /** Limit on changes of movable parts. */
  readonly limit: number;
  /** The program includes choices that cost at most this much above the bound at the best prices, in weight units. */
  readonly width: number;
  readonly mostColumns: number;
  /** Every cost is a multiple of this number of weight units. */
  readonly grain: number;
  readonly nodeLimit: number | null;
  readonly limitSeconds: number | null;
  readonly stop: () => boolean;
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
  const { groups, losses } = problem;
  const { prices, changePrice } = generation;
  const model = pricedModel(problem, changePrice);
  const n = model.partCount;
  const scratch = new Float64Array(model.part.length);
  const least = groups.map(([row]) => backward(model, row, prices, scratch));
  const reduced = ({ group, positions, cost, changes }: Column): number => {
    let value = cost + changePrice * changes - least[group];
    for (const k of positions) value -= prices[model.part[k]];
    return value;
  };
  const columns = generation.pool.columns
    .map((column) => ({ column, value: reduced(column) }))
    .filter(({ value }) => value <= options.width)
    .sort((a, b) => a.value - b.value)
    .slice(0, options.mostColumns)
    .map(({ column }) => column);
  const outs: number[] = [];
  for (let i = 0; i < n; i++)
    if (model.leaveOut[i] - Math.min(prices[i], model.leaveOut[i]) <= options.width) outs.push(i);
  const limitRow = n + groups.length;
  const isLimited = options.limit < Number.POSITIVE_INFINITY;
  const starts = [0];
  const indices: number[] = [];
  const values: number[] = [];
  const add = (rows: readonly number[], changes: number): void => {
    for (const row of rows) {
      indices.push(row);
      values.push(1);
    }
    if (isLimited && changes > 0) {
      indices.push(limitRow);
      values.push(changes);
    }
    starts.push(indices.length);
  };
  for (const { group, positions, changes } of columns)
    add([...Array.from(positions, (k) => model.part[k]), n + group], changes);
  for (const i of outs) add([i], losses[i]);
  const numCols = columns.length + outs.length;
  const numRows = limitRow + (isLimited ? 1 : 0);
  const plain = problem.relaxation.model.leaveOut;
  const data = {
    numCols,
    numRows,
    colCost: Float64Array.from([...columns.map(({ cost }) => cost), ...outs.map((i) => plain[i])]),
    colLower: new Float64Array(numCols),
    colUpper: Float64Array.from({ length: numCols }, (_, j) =>
      j < columns.length ? groups[columns[j].group].length : 1,
    ),
    rowLower: Float64Array.from({ length: numRows }, (_, r) => (r < n ? 1 : Number.NEGATIVE_INFINITY)),
    rowUpper: Float64Array.from({ length: numRows }, (_, r) =>
      r < n ? 1 : r < limitRow ? groups[r - n].length : options.limit,
    ),
    matrix: {
      format: 'csc' as const,
      numRows,
      numCols,
      starts: Int32Array.from(starts),
      indices: Int32Array.from(indices),
      values: Float64Array.from(values),
    },
    integrality: new Int32Array(numCols).fill(1),
  };
  const tell = (taken: Float64Array): void => {
    const positions = new Int32Array(n).fill(-1);
    columns.forEach((column, j) => {
      if (taken[j] > 0.5) for (const k of column.positions) positions[model.part[k]] = k;
    });
    options.onPlan(positions);
  };
  solveInteger(highs, data, options, tell);
};
