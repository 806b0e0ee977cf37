import type { PathModel } from '../model/pathModel.ts';
import { type RowClasses, rowsOfEqualParts } from '../model/rowClasses.ts';
import { buildCore } from './coreProgram.ts';
import { MOST_SIMPLEX_COLUMNS, solveLinear } from './coreSearch.ts';
import { loadedHighs } from './loadHighs.ts';
import type { IntegerLimits } from './solveInteger.ts';

/** A program with more columns takes longer than the iterations that it saves. */
const MOST_COLUMNS = 8000;

/**
 * Computes prices by a linear program that knows of the rows only how many may take the same parts, and lets a part use the cheapest of them. They say well what a
 * moment costs at which parts are left out, and nothing about the differences between the rows. Returns null when the rows differ so much that there are more columns than `mostColumns`, or time is over.
 */
export const capacityPrices = (
  model: PathModel,
  limits: Pick<IntegerLimits, 'limitSeconds' | 'stop'>,
  mostColumns = MOST_COLUMNS,
): Float64Array | null => {
  const highs = loadedHighs();
  const classes = rowsOfEqualParts(model);
  if (highs === null || columnsOf(model, classes) > mostColumns) return null;
  const everything = (): boolean => true;
  const core = buildCore({ ...model, cost: cheapestCosts(model, classes) }, classes, everything, everything);
  if (core === null) return null;
  // A part is placed once, so that limits on its columns would only take what its price should say.
  const upper = core.upper.map((most, column) => (core.part[column] < 0 ? most : Number.POSITIVE_INFINITY));
  const presolves = core.columnCount > MOST_SIMPLEX_COLUMNS;
  const solution = solveLinear(highs, { ...core, upper }, { ...limits, method: 'simplex', presolves });
  if (solution === null || solution === 'infeasible') return null;
  return model.leaveOut.slice(0, model.partCount).map((most, part) => Math.min(most, solution.rowDual[part]));
};

const columnsOf = ({ rowStart }: PathModel, { members }: RowClasses): number =>
  members.reduce((sum, [row]) => sum + rowStart[row + 1] - rowStart[row] - 1, 0);

/** The costs of the positions, in the first row of each class those of the cheapest row. */
const cheapestCosts = ({ rowStart, cost }: PathModel, { members }: RowClasses): Float64Array => {
  const cheapest = cost.slice();
  for (const [first, ...others] of members) {
    for (const row of others) {
      const shift = rowStart[row] - rowStart[first];
      for (let k = rowStart[first]; k < rowStart[first + 1]; k++)
        if (cost[k + shift] < cheapest[k]) cheapest[k] = cost[k + shift];
    }
  }
  return cheapest;
};
