import type { PathModel } from '../model/pathModel.ts';
import { type RowClasses, rowsOfEqualOrder } from '../model/rowClasses.ts';
import { buildCore } from './coreProgram.ts';
import { solveLinear } from './coreSearch.ts';
import { loadedHighs } from './loadHighs.ts';
import type { IntegerLimits } from './solveInteger.ts';

/**
 * A program takes longer than the iterations that it saves if it has more columns than this share of the positions, unless they are few; with more than
 * the most, in any case.
 */
const COLUMNS = { share: 0.1, few: 2500, most: 40_000 } as const;
/** With less time than this for each column, the program would probably not end. */
const SECONDS_A_COLUMN = 1.3e-5;

/**
 * Computes prices by a linear program that knows of the rows only how many may take the same parts, and lets a part use the cheapest of them. They say
 * well what a moment costs at which parts are left out, and nothing about the differences between the rows. Returns null when the rows differ so much
 * that the program is large, when parts may overlap at a price, of which it knows nothing, or when time does not suffice.
 */
export const capacityPrices = (
  model: PathModel,
  limits: Pick<IntegerLimits, 'limitSeconds' | 'stop'>,
): Float64Array | null => {
  const highs = loadedHighs();
  if (highs === null || model.overlapCost < Number.POSITIVE_INFINITY) return null;
  const classes = rowsOfEqualOrder(model);
  const columns = columnsOf(model, classes);
  const most = Math.min(COLUMNS.most, Math.max(COLUMNS.few, COLUMNS.share * model.part.length));
  const { limitSeconds } = limits;
  if (columns > most || (limitSeconds !== null && limitSeconds < SECONDS_A_COLUMN * columns)) return null;
  const everything = (): boolean => true;
  const core = buildCore({ ...model, cost: cheapestCosts(model, classes) }, classes, everything, everything);
  if (core === null) return null;
  // A part is placed once, so that limits on its columns would only take what its price should say.
  const upper = core.upper.map((most, column) => (core.part[column] < 0 ? most : Number.POSITIVE_INFINITY));
  const solution = solveLinear(
    highs,
    { ...core, upper },
    { ...limits, method: 'simplex', pricing: 'devex', presolves: false },
  );
  if (solution === null || solution === 'infeasible') return null;
  return model.leaveOut.slice(0, model.partCount).map((most, part) => Math.min(most, solution.rowDual[part]));
};

const columnsOf = ({ rowStart }: PathModel, classes: RowClasses): number =>
  classes.reduce((sum, [row]) => sum + rowStart[row + 1] - rowStart[row] - 1, 0);

/** The costs of the positions, in the first row of each class those of the cheapest row. */
const cheapestCosts = ({ rowStart, cost }: PathModel, classes: RowClasses): Float64Array => {
  const cheapest = cost.slice();
  for (const [first, ...others] of classes) {
    for (const row of others) {
      const shift = rowStart[row] - rowStart[first];
      for (let k = rowStart[first]; k < rowStart[first + 1]; k++)
        if (cost[k + shift] < cheapest[k]) cheapest[k] = cost[k + shift];
    }
  }
  return cheapest;
};
