import type { Highs } from 'highs';
import { buildCore, type CoreProgram, decodeCore, integerData } from '../integer/coreProgram.ts';
import { joinRows } from '../integer/cutProgram.ts';
import { minMarginals, rowScratch } from '../model/pathModel.ts';
import { countPositions } from '../model/rowClasses.ts';
import { solveInteger } from '../integer/solveInteger.ts';
import { type PathProblem, pricedModel } from './pathProblem.ts';
import type { ProgramLimits } from './poolProgram.ts';
import type { PricedBound } from './columnGeneration.ts';

export interface OpenProgramOptions extends ProgramLimits {
  /** Good prices, the best ones last. */
  readonly good: readonly PricedBound[];
}

/**
 * Finds, by a 0-1 program, the best plan on the places whose min-marginal at all `good` prices is at most `width` above the best bound.
 * A plan that uses any other place costs more than that, so the result is a bound on every plan with at most `limit` changes, in weight
 * units. Returns null when there are too many places, or when overlaps may be worth their cost, which this program does not model: within a limit on
 * changes, it may take an overlap to keep it, so there the bound is at most what a plan with one costs.
 * Source: reduced-cost fixing, Dantzig, Fulkerson, Johnson, "Solution of a large-scale traveling-salesman problem", Operations
 * Research 2 (1954), on min-marginals of the path program; HiGHS.
 */
export const solveOpen = (
  highs: Highs,
  problem: PathProblem,
  { good, limit, width, grain, mostColumns, nodeLimit, limitSeconds, stop, onPlan }: OpenProgramOptions,
): number | null => {
  const outside = good[good.length - 1].bound + width;
  const { model } = problem.relaxation;
  const isOpen = new Uint8Array(model.part.length).fill(1);
  const mayBeOut = new Uint8Array(model.partCount).fill(1);
  const { classes } = problem;
  /** A plan with an overlap costs at least this, because without one of the two parts it would cost that much less, and yet no less than the bound. */
  let overlapping = Number.NEGATIVE_INFINITY;
  const overlapGain = problem.instance.conflictCost / 100 - problem.costliest;
  const scratch = rowScratch(model);
  const marginals = new Float64Array(model.part.length);
  for (const { prices, changePrice, bound } of good) {
    const priced = pricedModel(problem, changePrice);
    if (priced.overlapCost < Number.POSITIVE_INFINITY) return null;
    minMarginals(priced, prices, scratch, marginals, marginals);
    overlapping = Math.max(overlapping, bound + overlapGain - changePrice);
    const most = outside - bound;
    for (let k = 0; k < isOpen.length; k++) if (marginals[k] > most) isOpen[k] = 0;
    for (let i = 0; i < mayBeOut.length; i++) if (priced.leaveOut[i] - prices[i] > most) mayBeOut[i] = 0;
  }
  const keeps = (k: number): boolean => isOpen[k] === 1;
  if (countPositions(model, classes, keeps) > mostColumns) return null;
  const core = buildCore(model, classes, keeps, (i) => mayBeOut[i] === 1);
  const atMost = limit === Number.POSITIVE_INFINITY ? outside : Math.min(outside, overlapping);
  if (core === null) return atMost;
  const inside = solveInteger(
    highs,
    programOf(problem, core, limit),
    { grain, nodeLimit, limitSeconds, stop },
    (values) => onPlan(decodeCore(model, classes, core, values)),
  );
  return Math.min(atMost, inside.bound);
};

/** Builds the program of the core, with a row for changes when they are limited. */
const programOf = ({ changes, losses }: PathProblem, core: CoreProgram, limit: number) => {
  const changing: number[] = [];
  if (limit < Number.POSITIVE_INFINITY) {
    for (let j = 0; j < core.columnCount; j++) {
      if (core.part[j] < 0) continue;
      if ((core.position[j] < 0 ? losses[core.part[j]] : changes[core.position[j]]) === 1) changing.push(j);
    }
  }
  const limitRow = {
    rowCount: 1,
    rowLower: Float64Array.of(Number.NEGATIVE_INFINITY),
    rowUpper: Float64Array.of(limit),
    starts: Int32Array.of(0, changing.length),
    indices: Int32Array.from(changing),
    values: new Float64Array(changing.length).fill(1),
  };
  return integerData({ ...core, ...joinRows(core, limitRow) });
};
