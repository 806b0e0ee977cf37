import { roundLinear } from '../integer/roundLinear.ts';
import { outMarginalsOf, type PathModel } from '../model/pathModel.ts';
import { PathPlan } from '../model/pathPlan.ts';
import type { Relaxation } from '../model/relaxation.ts';
import { programLimits } from '../integer/programLimits.ts';
import { countPositions, isWorthMerging, type RowClasses, rowsOfEqualPaths } from '../model/rowClasses.ts';
import type { Ascent } from '../prices/ascent.ts';
import type { Run } from '../solver.ts';

/** Widths of the linear program in price units; the first with few enough columns is used. */
const WIDTHS = [8.5, 7, 4, 2.5, 1.5] as const;
const MOST_COLUMNS = 12_000;
/** Largest reduced cost in the 0-1 program, in price units. */
const REDUCED_WIDTH = 2;
/**
 * Limits of the linear program and of the 0-1 program in seconds, and of the latter in nodes under a step limit. Most 0-1 programs end in a quarter of
 * the time; those that do not end have poor plans.
 */
const MOST_SECONDS = 3;
const ROUNDING_SECONDS = 0.5;
const MOST_NODES = 20;
/** Steps of a run for which the rounding counts. */
const STEPS = 200;

/** What the linear program on classes of rows found. */
export interface Rounded {
  /** Null: the 0-1 program found none in its time. */
  readonly plan: PathPlan | null;
  /** In weight units. */
  readonly bound: number;
}

/**
 * Rounds the linear program on classes of interchangeable rows. It contains the positions near the ascent's bound. Returns null when too few rows are
 * interchangeable, or when it did not end in time.
 */
export const roundClasses = (
  { model, columns, exact, priceUnit, grain }: Relaxation,
  ascent: Ascent,
  run: Run,
): Rounded | null => {
  if (!exact || run.stop()) return null;
  const classes = rowsOfEqualPaths(model);
  if (!isWorthMerging(classes, model)) return null;
  const limits = programLimits(run, MOST_SECONDS, MOST_NODES);
  const marginals = ascent.renewMarginals();
  const width = widthFor(model, classes, marginals, priceUnit);
  if (width === null) return null;
  const { prices } = ascent;
  let best: PathPlan | null = null;
  const bound = roundLinear(model, classes, {
    keep: ascent.keepWithin(width),
    known: { prices, priceUnit, marginals, outMarginals: outMarginalsOf(model, prices) },
    reducedWidth: REDUCED_WIDTH * priceUnit,
    grain: grain / 100,
    ...limits,
    roundingSeconds: limits.limitSeconds && Math.min(ROUNDING_SECONDS, limits.limitSeconds),
    stop: run.stop,
    onPlan: (positions) => {
      const plan = new PathPlan(model, columns);
      const rest: number[] = [];
      positions.forEach((k, i) => (k < 0 ? rest.push(i) : plan.place(k)));
      plan.insert(rest, null);
      if (best === null || plan.cost() < best.cost()) best = plan;
    },
  });
  run.step(STEPS);
  if (bound === null) return null;
  // A plan outside the program costs more than the ascent's bound and the width.
  const proven = Math.min(bound - 1e-6 * Math.max(1, Math.abs(bound)), ascent.bound + width);
  return { plan: best, bound: Math.max(ascent.bound, proven) };
};

/** Returns the largest width of which the program has few enough columns; null: none. */
const widthFor = (model: PathModel, classes: RowClasses, marginals: Float64Array, priceUnit: number): number | null => {
  for (const units of WIDTHS) {
    const columns = countPositions(model, classes, (k) => marginals[k] <= units * priceUnit);
    if (columns <= MOST_COLUMNS) return units * priceUnit;
  }
  return null;
};
