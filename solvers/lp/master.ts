import type { Highs, Model } from 'highs';
import { interruptWhen } from '../integer/loadHighs.ts';
import type { Column } from './columnPool.ts';
import type { PathProblem } from './pathProblem.ts';

/** An optimum of the restricted master. */
export interface MasterPoint {
  /** In weight units, without the constant. */
  readonly objective: number;
  /** Value of each column of the pool. */
  readonly taken: Float64Array;
  /** Duals: the price of each part, and of a change (≥ 0). */
  readonly prices: Float64Array;
  readonly changePrice: number;
  /** The box around the prices is active: without it, the optimum would be lower. */
  readonly isBoxed: boolean;
}

/** Number of simplex iterations that count as one step of the run. */
const CHEAPER = 20;

/**
 * The restricted master program: each part is on one path or left out, there are no more paths than resources, and changes are limited.
 * A box around good prices keeps its duals near them: two columns for each part sell and buy it at the edges of the box.
 * Source: Dantzig, Wolfe, "Decomposition principle for linear programs", Operations Research 8 (1960); Marsten, Hogan,
 * Blankenship, "The BOXSTEP method for large-scale optimization", Operations Research 23 (1975); solved by HiGHS.
 */
export class Master {
  private readonly model: Model;
  private readonly highs: Highs;
  private readonly partCount: number;
  /** Number of columns before those of the pool: leaving out, selling, buying, and changes beyond the limit. */
  private readonly baseCount: number;
  private readonly limitRow: number;
  private readonly part: Int32Array;
  private readonly addSteps: (steps: number) => void;
  private columnCount = 0;

  constructor(highs: Highs, problem: PathProblem, excessPrice: number, addSteps: (steps: number) => void) {
    const { classes, losses } = problem;
    const { partCount, leaveOut, part } = problem.relaxation.model;
    this.highs = highs;
    this.partCount = partCount;
    this.baseCount = 3 * partCount + 1;
    this.limitRow = partCount + classes.length;
    this.part = part;
    this.addSteps = addSteps;
    this.model = highs.createModel();
    this.model.options.set({ output_flag: false, presolve: 'off', random_seed: 1 });
    const rowCount = this.limitRow + 1;
    const colCost = new Float64Array(this.baseCount);
    colCost.set(leaveOut.subarray(0, partCount));
    colCost[this.baseCount - 1] = excessPrice;
    const colUpper = new Float64Array(this.baseCount).fill(Number.POSITIVE_INFINITY);
    colUpper.fill(0, partCount, 3 * partCount);
    const rowLower = new Float64Array(rowCount).fill(Number.NEGATIVE_INFINITY);
    rowLower.fill(1, 0, partCount);
    const rowUpper = new Float64Array(rowCount).fill(1);
    classes.forEach((rows, c) => {
      rowUpper[partCount + c] = rows.length;
    });
    rowUpper[this.limitRow] = Number.POSITIVE_INFINITY;
    this.model.passModel({
      numCols: this.baseCount,
      numRows: rowCount,
      colCost,
      colLower: new Float64Array(this.baseCount),
      colUpper,
      rowLower,
      rowUpper,
      matrix: this.baseMatrix(losses),
    });
    const { basic, lower } = highs.constants.basisStatus;
    const colStatus = new Int32Array(this.baseCount).fill(lower);
    const rowStatus = new Int32Array(rowCount).fill(basic);
    colStatus.fill(basic, 0, partCount);
    rowStatus.fill(lower, 0, partCount);
    this.model.setBasis({ colStatus, rowStatus });
  }

  /** The matrix of the columns before those of the pool. */
  private baseMatrix(losses: Uint8Array) {
    const { partCount, baseCount, limitRow } = this;
    const indices: number[] = [];
    const values: number[] = [];
    const starts = new Int32Array(baseCount + 1);
    for (let j = 0; j < baseCount; j++) {
      const isLimit = j === baseCount - 1;
      indices.push(isLimit ? limitRow : j % partCount);
      values.push(isLimit || j >= 2 * partCount ? -1 : 1);
      if (j < partCount && losses[j] === 1) {
        indices.push(limitRow);
        values.push(1);
      }
      starts[j + 1] = indices.length;
    }
    return this.matrix(baseCount, starts, indices, values);
  }

  /** A matrix by columns, in the form of HiGHS. */
  private matrix(numCols: number, starts: Int32Array, indices: readonly number[], values: readonly number[]) {
    return {
      format: 'csc' as const,
      numRows: this.limitRow + 1,
      numCols,
      starts,
      indices: Int32Array.from(indices),
      values: Float64Array.from(values),
    };
  }

  /** Adds the next columns of the pool, in the pool's order. */
  add(columns: readonly Column[]): void {
    if (columns.length === 0) return;
    const starts = new Int32Array(columns.length + 1);
    const indices: number[] = [];
    const values: number[] = [];
    columns.forEach(({ rowClass, positions, changes }, j) => {
      for (const k of positions) indices.push(this.part[k]);
      indices.push(this.partCount + rowClass);
      for (let q = 0; q <= positions.length; q++) values.push(1);
      if (changes > 0) {
        indices.push(this.limitRow);
        values.push(changes);
      }
      starts[j + 1] = indices.length;
    });
    this.model.addCols({
      cost: Float64Array.from(columns, ({ cost }) => cost),
      lower: new Float64Array(columns.length),
      upper: new Float64Array(columns.length).fill(Number.POSITIVE_INFINITY),
      matrix: this.matrix(columns.length, starts, indices, values),
    });
    this.columnCount += columns.length;
  }

  /** Lets parts be bought and sold at `width` weight units around these prices; null: not at all. */
  setBox(prices: Float64Array | null, width = 0): void {
    const n = this.partCount;
    const selection = { kind: 'range' as const, from: n, to: 3 * n - 1 };
    const upper = new Float64Array(2 * n).fill(prices === null ? 0 : Number.POSITIVE_INFINITY);
    this.model.changeColsBounds(selection, new Float64Array(2 * n), upper);
    if (prices === null) return;
    const costs = new Float64Array(2 * n);
    for (let i = 0; i < n; i++) {
      costs[i] = prices[i] + width;
      costs[n + i] = width - prices[i];
    }
    this.model.changeColsCost(selection, costs);
  }

  /** Sets the limit on changes of movable parts; infinity: any number. */
  setLimit(changes: number): void {
    this.model.changeRowBounds(this.limitRow, Number.NEGATIVE_INFINITY, changes);
  }

  /** Allows only the columns that `allows` accepts; null: all. */
  restrict(allows: ((column: number) => boolean) | null): void {
    const count = this.columnCount;
    if (count === 0) return;
    const upper = new Float64Array(count).fill(Number.POSITIVE_INFINITY);
    if (allows !== null) for (let j = 0; j < count; j++) if (!allows(j)) upper[j] = 0;
    const selection = { kind: 'range' as const, from: this.baseCount, to: this.baseCount + count - 1 };
    this.model.changeColsBounds(selection, new Float64Array(count), upper);
  }

  /**
   * Solves the program; use `primal` after columns or costs have changed and `dual` after bounds have changed. Returns null when it was
   * stopped.
   */
  solve(simplex: 'primal' | 'dual', stop: () => boolean): MasterPoint | null {
    const { model, highs, partCount, baseCount, limitRow } = this;
    const { simplexInterrupt } = highs.constants.callbackType;
    model.options.set({ simplex_strategy: simplex === 'primal' ? 4 : 1 });
    model.run({ [simplexInterrupt]: interruptWhen(stop) });
    this.addSteps(1 + Math.ceil(Math.max(0, Number(model.info.get('simplex_iteration_count'))) / CHEAPER));
    if (model.getModelStatus() !== highs.constants.modelStatus.optimal) return null;
    const { colValue, rowDual } = model.getSolution();
    let isBoxed = false;
    for (let j = partCount; j < 3 * partCount && !isBoxed; j++) isBoxed = colValue[j] > 1e-7;
    return {
      objective: model.getObjectiveValue(),
      taken: colValue.slice(baseCount),
      prices: rowDual.slice(0, partCount),
      changePrice: Math.max(0, -rowDual[limitRow]),
      isBoxed,
    };
  }

  /** Frees the memory that HiGHS holds. */
  dispose(): void {
    this.model.dispose();
  }
}
