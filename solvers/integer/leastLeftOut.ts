import type { Relaxation } from '../model/relaxation.ts';
import { rowsOfEqualOrder } from '../model/rowClasses.ts';
import { cheapestOf, isSmallProgram } from './capacityPrices.ts';
import { buildClassFlow } from './classFlow.ts';
import { modelData } from './coreProgram.ts';
import { loadedHighs } from './loadHighs.ts';
import { type IntegerLimits, solveInteger } from './solveInteger.ts';

/**
 * The share of what places cost that counts, so that the program has one best solution instead of a great many: with nothing, it takes twice to ten times
 * as long.
 */
const PLACE_SHARE = 0.05;
/** The bound may be too low by this share of a typical cost of leaving a part out. */
const TOLERANCE = 0.01;

/** An inequality that every plan satisfies: what its places cost by `placeCost`, with what leaving parts out costs in the model, is `least` or more; weight units. */
export interface LeastLeftOut {
  /** By position of the model. */
  readonly placeCost: Float64Array;
  readonly least: number;
}

/**
 * Computes a lower bound on the cost of the parts that are left out, by an integer program in which rows that may take the same parts are only
 * counted. A week of 7,000 parts on 150 rows of three classes takes 1 to 12 s. Returns null where the rows differ so much that the program is large,
 * or parts may overlap at a price. Source: as `buildClassFlow`; unlike the linear relaxation, it requires an integral number of parts at each moment.
 */
export const leastLeftOut = (
  { model, typicalLeaveOut }: Pick<Relaxation, 'model' | 'typicalLeaveOut'>,
  limits: Pick<IntegerLimits, 'limitSeconds' | 'nodeLimit' | 'stop'>,
): LeastLeftOut | null => {
  const highs = loadedHighs();
  if (highs === null || !isSmallProgram(model)) return null;
  const classes = rowsOfEqualOrder(model);
  const flow = buildClassFlow({ ...model, usage: new Float64Array(model.rowCount) }, classes, {
    from: 0,
    to: model.partCount,
    costOf: (position, own) => PLACE_SHARE * cheapestOf(model, classes[own], position),
    present: new Int32Array(model.partCount).fill(-1),
    extraOf: null,
  });
  // Where whole numbers of parts enter and leave, whole numbers of rows are idle.
  const integrality = new Int32Array(flow.columnCount).fill(1, 0, flow.part.length);
  const options = { ...limits, grain: TOLERANCE * typicalLeaveOut };
  const { bound } = solveInteger(highs, { ...modelData(flow), integrality }, options, () => {});
  if (!Number.isFinite(bound)) return null;
  const placeCost = new Float64Array(model.cost.length);
  for (const rows of classes) {
    const [first] = rows;
    for (let k = model.rowStart[first]; k < model.rowStart[first + 1] - 1; k++) {
      const cost = PLACE_SHARE * cheapestOf(model, rows, k);
      for (const row of rows) placeCost[model.rowStart[row] + k - model.rowStart[first]] = cost;
    }
  }
  return { placeCost, least: bound };
};
