import type { PathModel } from '../model/pathModel.ts';
import type { RowClasses } from '../model/rowClasses.ts';
import { boundOfDuals, buildCore, type CoreProgram, withoutCostly } from './coreProgram.ts';
import { solveCore } from './coreSearch.ts';
import { loadedHighs } from './loadHighs.ts';
import type { IntegerLimits } from './solveInteger.ts';
import { solveLinear } from './solveLinear.ts';
import { type NearOptimal, startingBasis } from './startingBasis.ts';

export interface RoundingOptions extends IntegerLimits {
  /** 1 for each position that the program contains; the first row of a class stands for the others. Every part may be left out. */
  readonly keep: Uint8Array;
  /** From which the linear program begins. */
  readonly known: NearOptimal;
  /** The largest reduced cost of the columns of the 0-1 program. */
  readonly reducedWidth: number;
  /** Time limit of the 0-1 program; null: none. */
  readonly roundingSeconds: number | null;
  /** Receives the position of each part of every plan found. */
  readonly onPlan: (positions: Int32Array) => void;
}

/** Of a column's value in the linear program, what counts as 1. */
const NEARLY_ONE = 0.99;

/**
 * Solves the linear program of a core and rounds its solution: parts that it places as a whole stay there, and the rest is a small 0-1 program of
 * columns with small reduced costs. Where rows are interchangeable, the program on classes of rows is nearly integral, so that this one is small.
 * Returns a bound on every plan of the core; null when there is no core or time is over.
 * Source: for the program, Krishnamoorthy, Ernst, Baatar, EJOR 219 (2012); for the rounding, relax-and-fix in Pochet, Wolsey, "Production planning by
 * mixed integer programming" (2006).
 */
export const roundLinear = (
  model: PathModel,
  classes: RowClasses,
  { keep, known, reducedWidth, roundingSeconds, onPlan, ...limits }: RoundingOptions,
): number | null => {
  const highs = loadedHighs();
  if (highs === null) return null;
  const core = buildCore(
    model,
    classes,
    (k) => keep[k] === 1,
    () => true,
  );
  if (core === null) return null;
  const start = startingBasis(highs, model, classes, core, known);
  const solution = solveLinear(highs, core, { ...limits, method: 'simplex', start });
  if (solution === null || solution === 'infeasible') return null;
  const { bound, reduced } = boundOfDuals(core, solution.rowDual);
  const upper = withoutCostly(core, reduced, reducedWidth);
  const search = { ...limits, limitSeconds: roundingSeconds, onPlan };
  solveCore(highs, model, classes, core, withoutRivals(core, upper, solution.colValue), search);
  return bound;
};

/** The upper bounds of the columns: 0 also for the other columns of each part that is placed as a whole. */
const withoutRivals = ({ part, columnCount }: CoreProgram, upper: Float64Array, values: Float64Array): Float64Array => {
  const chosen = new Map<number, number>();
  for (let j = 0; j < columnCount; j++) if (part[j] >= 0 && values[j] > NEARLY_ONE) chosen.set(part[j], j);
  return upper.map((most, j) => (part[j] < 0 || (chosen.get(part[j]) ?? j) === j ? most : 0));
};
