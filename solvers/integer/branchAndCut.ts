import type { Highs, Model } from 'highs';
import { boundOfDuals, type CoreProgram, modelData } from './coreProgram.ts';
import { type Basis, fraction, isWhole, joinRows, narrow, rowsOf, selectRows } from './cutProgram.ts';
import { endingWith } from './loadHighs.ts';
import { type Combination, type Cut, RoundedCuts } from './roundedCuts.ts';
import type { IntegerLimits } from './solveInteger.ts';

export interface CutOptions extends IntegerLimits {
  /** An optimal basis of the core's linear program. */
  readonly basis: Basis;
  /** Only solutions that cost at most this matter. */
  readonly target: number;
}

export interface CutResult {
  /** Bound on every whole solution that costs at most `target`; infinity when there is none. */
  readonly bound: number;
  /** The last solution received is the best one that costs at most `target`; there is none if none was received. */
  readonly solved: boolean;
}

/** Rounds of cuts at the root and at each other node, and the most cuts that a round adds. */
const MOST_ROUNDS = { root: 15, node: 5 };
const MOST_CUTS = 20;
/** Fractional columns whose row of the tableau is a source of cuts. */
const MOST_SOURCES = 30;
/** No further round follows this many in a row in which the bound rises by less than `LEAST_RISE`. */
const PATIENCE = 4;
const LEAST_RISE = 1e-3;
const MOST_NODES = 100;
const TOLERANCE = 1e-6;

/**
 * Solves a core's 0-1 program by cuts and, where they do not suffice, branches. The programs of a day have a gap of a few units, which the cuts mostly close in one
 * to six rounds; a general solver looks for many kinds of cuts and takes ten times as long. `onSolution` receives each better solution, by column.
 * Source: Padberg, Rinaldi, "A branch-and-cut algorithm for the resolution of large-scale symmetric traveling salesman problems", SIAM Review 33 (1991).
 */
export const branchAndCut = (
  highs: Highs,
  core: CoreProgram,
  upper: Float64Array,
  options: CutOptions,
  onSolution: (values: Float64Array) => void,
): CutResult => {
  const { program, origin, basis } = narrow(highs, core, upper, options.basis);
  const search = new CutSearch(highs, program, basis, options, (values) => {
    const whole = new Float64Array(core.columnCount);
    origin.forEach((j, q) => (whole[j] = Math.round(values[q])));
    onSolution(whole);
  });
  try {
    return search.run();
  } finally {
    search.dispose();
  }
};

/** A solution of the linear program at a node. */
interface Point {
  readonly cost: number;
  readonly values: Float64Array;
  /** Bound of the node. */
  readonly bound: number;
  /** The bound that the last duals prove, and the reduced costs at them. */
  readonly proven: number;
  readonly reduced: Float64Array;
}

class CutSearch {
  private readonly highs: Highs;
  private readonly model: Model;
  private readonly options: CutOptions;
  private readonly onSolution: (values: Float64Array) => void;
  /** Number of rows that are no cuts. */
  private readonly firstCut: number;
  private readonly cuts: RoundedCuts;
  private program: CoreProgram;
  /** Bounds of the columns at the node. */
  private readonly lower: Float64Array;
  private readonly upper: Float64Array;
  private target: number;
  private nodes = 0;
  private isLimited = false;

  constructor(
    highs: Highs,
    program: CoreProgram,
    basis: Basis | null,
    options: CutOptions,
    onSolution: (values: Float64Array) => void,
  ) {
    this.highs = highs;
    this.program = program;
    this.options = options;
    this.onSolution = onSolution;
    this.target = options.target;
    this.firstCut = program.rowCount;
    this.cuts = new RoundedCuts(program.upper);
    this.lower = new Float64Array(program.columnCount);
    this.upper = program.upper.slice();
    this.model = highs.createModel();
    // Weights of steepest edges are computed anew after each change of the rows, which takes longer than the few iterations that follow.
    const simplex = { presolve: 'off', solver: 'simplex', simplex_dual_edge_weight_strategy: 1 } as const;
    this.model.options.set({ output_flag: false, random_seed: 1, ...simplex });
    if (options.limitSeconds !== null) this.model.options.set({ time_limit: options.limitSeconds });
    this.model.passModel(modelData(program, program.upper));
    if (basis !== null) this.model.setBasis(basis);
  }

  dispose(): void {
    this.model.dispose();
  }

  run(): CutResult {
    const root = this.raise(MOST_ROUNDS.root);
    if (root === null) return this.isLimited ? { bound: Number.NEGATIVE_INFINITY, solved: false } : this.proven();
    if (root.bound <= this.target) this.search(root);
    return this.isLimited ? { bound: root.bound, solved: false } : this.proven();
  }

  /** What follows from a search that has come to its end: nothing costs at most the target. */
  private proven(): CutResult {
    const { grain, target } = this.options;
    return { bound: this.target < target ? this.target + grain - TOLERANCE : Number.POSITIVE_INFINITY, solved: true };
  }

  /** Searches a node and those below it, depth first, so that each linear program starts from a similar one. */
  private search(point: Point): void {
    const { nodeLimit, grain, stop } = this.options;
    if (isWhole(point.values)) {
      this.target = point.cost - grain + TOLERANCE;
      this.onSolution(point.values);
      return;
    }
    if (++this.nodes > Math.min(MOST_NODES, nodeLimit ?? MOST_NODES) || stop()) this.isLimited = true;
    if (this.isLimited) return;
    const [lower, upper] = [this.lower.slice(), this.upper.slice()];
    this.fixCostly(point);
    const [column] = fractionalFirst(point.values.keys(), point.values);
    for (const isUp of [true, false]) {
      const [low, high] = this.restrict(column, point.values[column], isUp);
      const child = this.raise(MOST_ROUNDS.node);
      if (child !== null && child.bound <= this.target) this.search(child);
      this.setBounds(column, low, high);
      if (this.isLimited || point.bound > this.target) break;
    }
    for (let j = 0; j < lower.length; j++)
      if (this.lower[j] !== lower[j] || this.upper[j] !== upper[j]) this.setBounds(j, lower[j], upper[j]);
  }

  /** Restricts a column to one side of its value. Returns the bounds that it had. */
  private restrict(column: number, value: number, isUp: boolean): readonly [number, number] {
    const [low, high] = [this.lower[column], this.upper[column]];
    this.setBounds(column, isUp ? Math.ceil(value) : low, isUp ? high : Math.floor(value));
    return [low, high];
  }

  private setBounds(column: number, low: number, high: number): void {
    this.lower[column] = low;
    this.upper[column] = high;
    this.model.changeColBounds(column, low, high);
  }

  /** Fixes the columns that cost more than the target as soon as they leave their bound. */
  private fixCostly({ proven, reduced }: Point): void {
    const most = this.target - proven + TOLERANCE;
    reduced.forEach((cost, j) => {
      if (this.lower[j] === this.upper[j]) return;
      if (cost > most) this.setBounds(j, this.lower[j], this.lower[j]);
      else if (-cost > most) this.setBounds(j, this.upper[j], this.upper[j]);
    });
  }

  /** Solves the linear program of the node and raises its bound by cuts. Returns null when it has no solution, or was not solved. */
  private raise(mostRounds: number): Point | null {
    const { optimal, infeasible } = this.highs.constants.modelStatus;
    let bound = Number.NEGATIVE_INFINITY;
    for (let round = 0, idle = 0; ; round++) {
      const status = this.solve();
      if (status !== optimal) {
        if (status !== infeasible) this.isLimited = true;
        return null;
      }
      const { colValue: values, rowValue, rowDual } = this.model.getSolution();
      const { bound: proven, reduced } = boundOfDuals(this.program, rowDual, this.upper, this.lower);
      idle = proven > bound + LEAST_RISE ? 0 : idle + 1;
      bound = Math.max(bound, proven);
      const point = { cost: this.model.getObjectiveValue(), values, bound, proven, reduced };
      const isEnough = bound > this.target || isWhole(values);
      if (isEnough || round >= mostRounds || idle > PATIENCE || this.options.stop()) return point;
      const cuts = this.separate(values);
      if (cuts.length === 0) return point;
      this.dropSlack(rowValue);
      this.add(cuts);
    }
  }

  /** Solves the linear program and returns its status; null when it ended early. */
  private solve(): number | null {
    const { limitSeconds, stop } = this.options;
    const ended = endingWith(limitSeconds === null ? null : stop, () => void this.model.run({}));
    return ended ? this.model.getModelStatus() : null;
  }

  /** Finds cuts that hold at every node: they use no bounds but those of the root. */
  private separate(values: Float64Array): readonly Cut[] {
    const { program } = this;
    const atUpper = (column: number): boolean => values[column] > program.upper[column] - TOLERANCE;
    return this.cuts.separate(program, this.sources(values), values, atUpper, MOST_CUTS);
  }

  /** The combinations of rows in which fractional columns are basic. */
  private *sources(values: Float64Array): Generator<Combination> {
    const basic = this.model.getBasicVariables();
    const rowOf = new Map([...basic].map((column, row) => [column, row]));
    for (const column of fractionalFirst(
      basic.filter((j) => j >= 0),
      values,
    ).slice(0, MOST_SOURCES)) {
      const { values: weights, nonzeroIndices } = this.model.getBasisInverseRow(rowOf.get(column)!, true);
      const rows = nonzeroIndices!.filter((row) => Math.abs(weights[row]) > TOLERANCE);
      yield { rows, weights: Float64Array.from(rows, (row) => weights[row]) };
    }
  }

  /** Removes the cuts that the solution does not reach. */
  private dropSlack(rowValue: Float64Array): void {
    const { program, firstCut } = this;
    const isSlack = (row: number): boolean => row >= firstCut && program.rowUpper[row] - rowValue[row] > TOLERANCE;
    const slack = Int32Array.from([...rowValue.keys()].filter(isSlack));
    if (slack.length === 0) return;
    this.model.deleteRows({ kind: 'set', indices: slack });
    this.program = { ...program, ...selectRows(program, (row) => !isSlack(row)) };
  }

  private add(cuts: readonly Cut[]): void {
    const rows = rowsOf(cuts);
    const { rowCount: numRows, rowLower: lower, rowUpper: upper, starts, indices, values } = rows;
    const matrix = { format: 'csr' as const, numRows, numCols: this.program.columnCount, starts, indices, values };
    this.model.addRows({ lower, upper, matrix });
    this.program = { ...this.program, ...joinRows(this.program, rows) };
  }
}

/** The columns with a fractional value, the most fractional ones first. */
const fractionalFirst = (columns: Iterable<number>, values: Float64Array): number[] =>
  [...columns]
    .filter((j) => fraction(values[j]) > TOLERANCE)
    .sort((a, b) => fraction(values[b]) - fraction(values[a]) || a - b);
