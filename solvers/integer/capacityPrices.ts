import type { PathModel } from '../model/pathModel.ts';
import type { Relaxation } from '../model/relaxation.ts';
import { type RowClasses, rowsOfEqualOrder } from '../model/rowClasses.ts';
import { placeInClasses } from './classFlow.ts';
import { loadedHighs } from './loadHighs.ts';
import type { IntegerLimits } from './solveInteger.ts';

/**
 * If a program has more columns than this share of the positions, it takes longer than the iterations that it saves, unless there are few columns.
 * With more than the maximum, it always does.
 */
const COLUMNS = { share: 0.1, few: 2500, most: 40_000 } as const;
/** With less time than this for each column, the program would probably not end. */
const SECONDS_A_COLUMN = 1.3e-5;

/**
 * Each part counts as slightly more than one, by at most this much, depending on its time. Many prices are optimal at crowded moments; this
 * perturbation makes two programs with the same parts near a cut agree on them. If they disagreed, the price of a part could be too high, every row
 * would take it, and the bound would be far too low.
 */
const MOST_EXTRA = 1e-4;

/**
 * Computes prices by a linear program that knows of the rows only how many may take the same parts, and lets a part use the cheapest of them. These
 * prices express well what a moment costs at which parts are left out, but nothing about the differences between the rows. There is one program for
 * the whole horizon: separate programs for its periods would take half the time, but the iterations that follow would not correct the prices near the
 * cuts. Returns null when the rows differ so much that the program is large, when parts may overlap at a price, of which it knows nothing, or when
 * time does not suffice.
 */
export const capacityPrices = (
  { model, start, end }: Pick<Relaxation, 'model' | 'start' | 'end'>,
  limits: Pick<IntegerLimits, 'limitSeconds' | 'stop'>,
): Float64Array | null => {
  const highs = loadedHighs();
  if (highs === null || !isSmallProgram(model)) return null;
  const classes = rowsOfEqualOrder(model);
  const { limitSeconds } = limits;
  if (limitSeconds !== null && limitSeconds < SECONDS_A_COLUMN * columnsOf(model, classes)) return null;
  const present = new Int32Array(model.partCount).fill(-1);
  const costOf = (position: number, own: number): number => cheapestOf(model, classes[own], position);
  const extraOf = (part: number): number => MOST_EXTRA * fractionOf(start[part] + end[part]);
  const options = { from: 0, to: model.partCount, costOf, present, isNear: false, extraOf };
  const places = placeInClasses(highs, model, classes, options, limits);
  return places === null ? null : places.prices.map((price, part) => Math.min(model.leaveOut[part], price));
};

/** Whether a program on classes is small, and knows all about the model's rows but their costs: parts may not overlap at a price. */
export const isSmallProgram = (model: PathModel): boolean => {
  if (model.overlapCost < Number.POSITIVE_INFINITY) return false;
  const most = Math.min(COLUMNS.most, Math.max(COLUMNS.few, COLUMNS.share * model.part.length));
  return columnsOf(model, rowsOfEqualOrder(model)) <= most;
};

/** A number from 0 to 1 that differs from those of other numbers as if it were drawn. */
const fractionOf = (value: number): number => (Math.imul(value, 0x9e_37_79_b1) >>> 0) / 2 ** 32;

const columnsOf = ({ rowStart }: PathModel, classes: RowClasses): number =>
  classes.reduce((sum, [row]) => sum + rowStart[row + 1] - rowStart[row] - 1, 0);

/** The least cost of a position of the first of these rows, and of the same place on the others. */
export const cheapestOf = ({ rowStart, cost }: PathModel, rows: readonly number[], position: number): number => {
  const place = position - rowStart[rows[0]];
  let least = cost[position];
  for (let r = 1; r < rows.length; r++) least = Math.min(least, cost[rowStart[rows[r]] + place]);
  return least;
};
