import type { Highs } from 'highs';
import { firstIndex } from '../../engine/binarySearch.ts';
import { branchAndCut, type CutOptions } from './branchAndCut.ts';
import { boundOfDuals, buildCore, type CoreProgram, decodeCore, integerData, withoutCostly } from './coreProgram.ts';
import { loadedHighs } from './loadHighs.ts';
import { buildFlow } from './flowProgram.ts';
import type { PairTerms } from '../model/pairTerms.ts';
import type { PathPlan } from '../model/pathPlan.ts';
import type { PathModel } from '../model/pathModel.ts';
import { countPositions, type RowClasses, singleRows } from '../model/rowClasses.ts';
import { type NearOptimal, startingBasis } from './startingBasis.ts';
import { type IntegerLimits, solveInteger } from './solveInteger.ts';
import { solveLinear } from './solveLinear.ts';

/** In a core with more columns than this, the interior point method is faster than the simplex method. */
const MOST_SIMPLEX_COLUMNS = 1500;
const NO_TERMS: PairTerms = { exclusions: [], groups: [], nearnesses: () => [] };

export interface ProofOptions extends Omit<IntegerLimits, 'below' | 'isFlow'> {
  /** A bound on every plan; and for each position, and for leaving each part out, how far above that bound every plan with it costs at least. */
  readonly bound: number;
  readonly marginals: Float64Array;
  readonly outMarginals: Float64Array;
  /** The core contains the choices that cost at most this much above the bound. */
  readonly width: number;
  /** Terms that the model leaves out. */
  readonly terms?: PairTerms;
  /** Whether plans are welcome of which no proof is possible at this width; the search takes longer. */
  readonly seeksPlans: boolean;
  /** A core with more positions than this is searched for a proof only, and not where its linear program already proves all that its width allows. */
  readonly mostSearched: number;
  /** Cost of the best plan known, in weight units, without the constant. */
  readonly incumbent: number;
  readonly mostColumns: number;
  /** Receives the position of each part of every plan found during the search. */
  readonly onPlan: (positions: Int32Array) => void;
  readonly onBound: (bound: number) => void;
  /** Prices at which the bound and the marginals hold, and their unit; null: not known. */
  readonly known: Pick<NearOptimal, 'prices' | 'priceUnit'> | null;
}

export interface Proof {
  /** Bound on every plan. */
  readonly bound: number;
  /** Nothing more can be proven at this width. */
  readonly solved: boolean;
}

/**
 * Exact search near the relaxation: a plan that uses anything outside the core costs more than bound + width, so the best plan of the
 * core is the best of all when it costs no more than that. HiGHS solves first the core's linear program, whose reduced costs narrow the
 * core further, then its 0-1 program. Returns null when the core is too large.
 * Source: reduced-cost fixing, Dantzig, Fulkerson, Johnson (1954); Huangfu, Hall, "Parallelizing the dual revised simplex method"
 * (2018).
 */
export const prove = (model: PathModel, classes: RowClasses, options: ProofOptions): Proof | null => {
  const highs = loadedHighs();
  const { marginals, outMarginals, width, incumbent, grain, terms = NO_TERMS } = options;
  if (highs === null) return null;
  const keeps = (k: number): boolean => marginals[k] <= width;
  const columns = countPositions(model, classes, keeps);
  if (columns > options.mostColumns) return null;
  const outside = options.bound + width;
  const keepsOut = (i: number): boolean => outMarginals[i] <= width;
  const isPlain = model.gapCosts === null && terms === NO_TERMS;
  const core = isPlain ? buildCore(model, classes, keeps, keepsOut) : buildFlow(model, keeps, keepsOut, terms);
  if (core === null) return { bound: Math.min(incumbent, outside), solved: true };
  const solution = solveNear(highs, model, classes, core, options, isPlain);
  if (solution === 'infeasible') return { bound: Math.min(incumbent, outside), solved: true };
  if (solution === null) return { bound: options.bound, solved: false };
  const { bound: linear, reduced } = boundOfDuals(core, solution.rowDual);
  const safe = Math.max(options.bound, Math.min(linear, outside, incumbent));
  options.onBound(safe);
  // Only plans cheaper than the incumbent matter. Beyond the width plans outside the core may be cheaper, so that nothing is proven there.
  const isLarge = columns > options.mostSearched;
  const most = options.seeksPlans && !isLarge ? Math.max(outside, linear + width) : outside;
  const threshold = Math.min(incumbent - grain, most) - linear + 1e-6;
  const upper = withoutCostly(core, reduced, threshold);
  const dropped = Math.min(incumbent, outside);
  if (threshold < 0 || (isLarge && linear >= outside))
    return { bound: Math.max(safe, Math.min(dropped, linear)), solved: true };
  const limits = {
    ...options,
    below: Math.min(incumbent, most + grain),
    target: linear + threshold,
    basis: solution.basis,
  };
  const found = searchWhole(highs, core, upper, limits, isPlain, (values) =>
    options.onPlan(decodeCore(model, classes, core, values)),
  );
  const solved = found.solved || found.bound >= dropped;
  return { bound: Math.max(safe, Math.min(dropped, found.bound)), solved };
};

/** Solves the core's linear program, a small one of cliques from a basis near the known prices. */
const solveNear = (
  highs: Highs,
  model: PathModel,
  classes: RowClasses,
  core: CoreProgram,
  options: ProofOptions,
  isPlain: boolean,
): ReturnType<typeof solveLinear> => {
  const { known, stop, limitSeconds } = options;
  if (core.columnCount > MOST_SIMPLEX_COLUMNS) return solveLinear(highs, core, { stop, limitSeconds, method: 'ipm' });
  const start = isPlain && known !== null ? startingBasis(highs, model, classes, core, { ...options, ...known }) : null;
  return solveLinear(highs, core, { stop, limitSeconds, method: 'simplex', start });
};

/** The width at which a core without equal rows has `most` positions. */
export const widthOf = (marginals: Float64Array, most: number): number =>
  marginals.toSorted()[most - 1] ?? Number.POSITIVE_INFINITY;

/** Searches the 0-1 program; that of a small core of cliques by cuts, and by HiGHS where those do not suffice. */
const searchWhole = (
  highs: Highs,
  core: CoreProgram,
  upper: Float64Array,
  options: CutOptions,
  isPlain: boolean,
  onSolution: (values: Float64Array) => void,
): { readonly bound: number; readonly solved: boolean } => {
  let least = Number.NEGATIVE_INFINITY;
  if (isPlain && core.columnCount <= MOST_SIMPLEX_COLUMNS) {
    const cut = branchAndCut(highs, core, upper, options, onSolution);
    if (cut.solved || options.stop()) return cut;
    least = cut.bound;
  }
  const { bound, solved } = solveInteger(highs, integerData(core, upper), { ...options, isFlow: !isPlain }, onSolution);
  return { bound: Math.max(bound, least), solved };
};

export interface WindowOptions
  extends Pick<
    ProofOptions,
    'marginals' | 'outMarginals' | 'width' | 'grain' | 'mostColumns' | 'nodeLimit' | 'limitSeconds' | 'stop'
  > {
  /** The parts to place anew, ascending. */
  readonly parts: Int32Array;
  readonly plan: PathPlan;
}

export interface WindowResult {
  /** `limited`: the search ended early; `tooLarge`: the window was not searched. */
  readonly outcome: 'better' | 'same' | 'limited' | 'tooLarge';
  /** Positions of a better plan; null: none was found. */
  readonly positions: Int32Array | null;
}

/** Searches the places of some parts exactly, with all others kept where the plan has them. Does not change the plan. */
export const solveWindow = (model: PathModel, options: WindowOptions): WindowResult => {
  const { marginals, outMarginals, width, plan, parts } = options;
  const isFree = marksOf(model, parts);
  const before = plan.position.slice();
  for (const i of parts) plan.remove(i);
  const singles = singleRows(model);
  const keeps = (k: number): boolean => (marginals[k] <= width || before[model.part[k]] === k) && plan.fits(k);
  const keepsOut = (i: number): boolean => outMarginals[i] <= width || before[i] < 0;
  const usage = model.usage.map((cost, row) => (plan.rows[row].length > 0 ? 0 : cost));
  const core = buildCore({ ...model, usage }, singles, keeps, keepsOut, (i) => isFree[i] === 1);
  for (const i of parts) if (before[i] >= 0) plan.place(before[i]);
  const cost = (positions: Int32Array): number => costOf(model, usage, parts, positions);
  const result = searchCore(model, singles, core, options, cost, before);
  if (result.positions === null) return result;
  const whole = before.slice();
  for (const i of parts) whole[i] = result.positions[i];
  return { ...result, positions: whole };
};

const marksOf = ({ partCount }: PathModel, parts: Int32Array): Uint8Array => {
  const marks = new Uint8Array(partCount);
  for (const i of parts) marks[i] = 1;
  return marks;
};

/**
 * Like solveWindow, for models in which many rows are interchangeable: a part outside the window stays on its class of rows but may
 * swap rows with others there, which changes no cost and leaves fewer gaps that no part can use.
 */
export const solveMerged = (model: PathModel, classes: RowClasses, options: WindowOptions): WindowResult => {
  const { marginals, outMarginals, width, plan, parts, mostColumns } = options;
  const offset = new Int32Array(model.rowCount);
  for (const alike of classes) for (const row of alike) offset[row] = model.rowStart[alike[0]] - model.rowStart[row];
  const before = plan.position;
  const home = before.map((k) => (k < 0 ? -1 : k + offset[plan.columns.row[k]]));
  const isFree = marksOf(model, parts);
  const mayMove = (k: number): boolean => isFree[model.part[k]] === 1 && marginals[k] <= width;
  if (countPositions(model, classes, mayMove) > mostColumns) return { outcome: 'tooLarge', positions: null };
  const core = buildCore(
    model,
    classes,
    (k) => home[model.part[k]] === k || mayMove(k),
    (i) => home[i] < 0 || (isFree[i] === 1 && outMarginals[i] <= width),
  );
  const all = Int32Array.from(home, (_, i) => i);
  const cost = (positions: Int32Array): number => costOf(model, model.usage, all, positions);
  const unlimited = { ...options, mostColumns: Number.POSITIVE_INFINITY };
  return searchCore(model, classes, core, unlimited, cost, before);
};

/** Searches the core for positions that cost less than those of `before`, by `costOfPlan`. */
const searchCore = (
  model: PathModel,
  classes: RowClasses,
  core: CoreProgram | null,
  options: WindowOptions,
  costOfPlan: (positions: Int32Array) => number,
  before: Int32Array,
): WindowResult => {
  const solver = loadedHighs();
  if (solver === null || core === null || core.columnCount > options.mostColumns)
    return { outcome: 'tooLarge', positions: null };
  let best = costOfPlan(before) - options.grain / 2;
  let found: Int32Array | null = null;
  const onPlan = (positions: Int32Array): void => {
    const cost = costOfPlan(positions);
    if (cost >= best) return;
    best = cost;
    found = positions;
  };
  const { solved } = solveCore(solver, model, classes, core, core.upper, { ...options, onPlan });
  if (!solved) return { outcome: 'limited', positions: found };
  return { outcome: found === null ? 'same' : 'better', positions: found };
};

/** Returns the cost of these parts on those positions, including the usage of rows that they alone use. */
const costOf = (
  model: PathModel,
  usage: Float64Array,
  parts: ArrayLike<number> & Iterable<number>,
  positions: Int32Array,
): number => {
  let cost = 0;
  const used = new Set<number>();
  for (const i of parts) {
    const k = positions[i];
    cost += k < 0 ? model.leaveOut[i] : model.cost[k];
    if (k >= 0) used.add(rowAt(model, k));
  }
  for (const row of used) cost += usage[row];
  return cost;
};

const rowAt = ({ rowStart, rowCount }: PathModel, k: number): number =>
  firstIndex(0, rowCount, (row) => rowStart[row + 1] > k);

/** Solves the core as a 0-1 program in which column j is at most `upper[j]`; `onPlan` is told each plan that is found. */
export const solveCore = (
  solver: Highs,
  paths: PathModel,
  classes: RowClasses,
  core: CoreProgram,
  upper: Float64Array,
  { onPlan, ...limits }: IntegerLimits & Pick<ProofOptions, 'onPlan'>,
): { bound: number; solved: boolean } => {
  const take = (values: Float64Array): void => onPlan(decodeCore(paths, classes, core, values));
  return solveInteger(solver, integerData(core, upper), limits, take);
};
