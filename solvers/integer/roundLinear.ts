import type { PathModel } from '../model/pathModel.ts';
import type { RowClasses } from '../model/rowClasses.ts';
import { boundOfDuals, buildCore, type CoreProgram } from './coreProgram.ts';
import { solveCore, solveLinear } from './coreSearch.ts';
import { loadedHighs } from './loadHighs.ts';
import type { IntegerLimits } from './solveInteger.ts';

export interface RoundingOptions extends IntegerLimits {
  /** 1 for each position that the program contains; the first row of a class stands for the others. Every part may be left out. */
  readonly keep: Uint8Array;
  /** If the first plan is not good enough, columns are tried whose reduced cost is at most this. */
  readonly reducedWidth: number;
  /** Receives the position of each part of every plan found, and returns its cost in weight units. */
  readonly onPlan: (positions: Int32Array) => number;
}

/** Of a column's value in the linear program, what counts as 1. */
const NEARLY_ONE = 0.99;
/** A plan that costs at most this share more than the bound is good enough. Below it, a second program takes seconds and hardly finds a better plan. */
const GOOD_SHARE = 0.005;

/**
 * Solves the linear program of a core and rounds its solution: parts that it places as a whole stay there, and the rest is a small 0-1 program.
 * If the plan is not good enough, a second 0-1 program has the columns with small reduced costs. Where rows are interchangeable, the program
 * on classes of rows is nearly integral, so that both are small. Returns a bound on every plan of the core; null when there is no core or time is over.
 * Source: for the program, Krishnamoorthy, Ernst, Baatar, EJOR 219 (2012); for the rounding, relax-and-fix in Pochet, Wolsey, "Production planning by
 * mixed integer programming" (2006).
 */
export const roundLinear = (
  model: PathModel,
  classes: RowClasses,
  { keep, reducedWidth, onPlan, ...limits }: RoundingOptions,
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
  const solution = solveLinear(highs, core, { ...limits, method: 'simplex', presolves: false });
  if (solution === null || solution === 'infeasible') return null;
  const { bound, reduced } = boundOfDuals(core, solution.rowDual);
  let least = Number.POSITIVE_INFINITY;
  const search = (upper: Float64Array): void => {
    const take = (positions: Int32Array): void => void (least = Math.min(least, onPlan(positions)));
    solveCore(highs, model, classes, core, upper, { ...limits, onPlan: take });
  };
  search(withoutRivals(core, solution.colValue));
  const gap = least - limits.grain - bound;
  if (gap > GOOD_SHARE * Math.abs(bound) && gap < Number.POSITIVE_INFINITY && !limits.stop()) {
    const most = Math.min(gap, reducedWidth);
    search(core.upper.map((value, j) => (core.part[j] >= 0 && reduced[j] > most ? 0 : value)));
  }
  return bound;
};

/** The upper bounds of the columns: 0 for the other columns of each part that is placed as a whole. */
const withoutRivals = ({ part, upper, columnCount }: CoreProgram, values: Float64Array): Float64Array => {
  const chosen = new Map<number, number>();
  for (let j = 0; j < columnCount; j++) if (part[j] >= 0 && values[j] > NEARLY_ONE) chosen.set(part[j], j);
  return upper.map((most, j) => (part[j] < 0 || (chosen.get(part[j]) ?? j) === j ? most : 0));
};
