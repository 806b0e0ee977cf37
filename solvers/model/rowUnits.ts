import { backward, longestRow, type PathModel, rowScratch } from './pathModel.ts';

/** A step of the prices has as many units at least, or it is made without units. */
export const FEWEST_UNITS = 4;
/** No number of units in a search is as large as this. */
const MOST_UNITS = 2 ** 31;
/** Numbers of each position in `cells`: its cost, where the price of its part is, and where the rest of a path that contains it is. */
const WIDTH = 3;

/**
 * A model's costs and prices in whole multiples of 1 / `scale` weight units. The search for the cheapest path of a row takes two thirds of the time with them: the
 * lesser of two integers is found without a branch, which no processor could predict, and with one array the loop has registers for all that it needs.
 */
export interface RowUnits {
  /** All positions, the price of each part from `pricesAt` on, and the cheapest rests of paths on the present row from `restsAt` on. */
  readonly cells: Int32Array;
  readonly pricesAt: number;
  readonly restsAt: number;
  readonly scale: number;
  /** No price is lower, in weight units: at this one, no path takes a part. */
  readonly leastPrice: number;
}

/** How fine units are, and the least price that they can express. */
export type UnitScale = Pick<RowUnits, 'scale' | 'leastPrice'>;

type Rows = Pick<PathModel, 'rowCount' | 'rowStart' | 'part' | 'cost' | 'next'>;

/**
 * The scale is a power of two, so that no sum of a path exceeds 32 bits as long as no price is above the cost of leaving its part out, or below
 * `leastPrice`; 0 where costs are not of positions alone.
 */
export const unitScaleOf = (model: PathModel): UnitScale => {
  const { partCount, rowCount, rowStart, cost, leaveOut, gapCosts, overlapCost } = model;
  if (gapCosts !== null || overlapCost !== Number.POSITIVE_INFINITY) return { scale: 0, leastPrice: 0 };
  let [most, longest] = [1, 0];
  for (let i = 0; i < partCount; i++) most = Math.max(most, Math.abs(leaveOut[i]));
  for (let k = 0; k < rowStart[rowCount]; k++) most = Math.max(most, Math.abs(cost[k]));
  const best = rowScratch(model);
  for (let row = 0; row < rowCount; row++) {
    backward(model, row, leaveOut, best);
    longest = Math.max(longest, -best[0]);
  }
  // A search subtracts from the cost and the rest of one path the price and the rest of another one. One weight unit more leaves room for what rounding adds up to.
  return { scale: 2 ** Math.floor(Math.log2(MOST_UNITS / (2 * most + longest + 1))), leastPrice: -most };
};

/** Returns the positions of the model in units; no price is set. `reuse`: an array that may be written to. */
export const unitsOf = (
  model: PathModel,
  { scale, leastPrice }: UnitScale,
  reuse: Int32Array | null = null,
): RowUnits => {
  const { partCount, rowCount, rowStart } = model;
  const pricesAt = WIDTH * rowStart[rowCount];
  const restsAt = pricesAt + partCount;
  const length = restsAt + longestRow(model);
  const units = {
    cells: reuse !== null && reuse.length >= length ? reuse : new Int32Array(length),
    pricesAt,
    restsAt,
    scale,
    leastPrice,
  };
  writePositions(units, model);
  return units;
};

/** Writes the positions again, after some have been removed from the model. */
export const writePositions = (units: RowUnits, model: Rows): void => {
  for (let row = 0; row < model.rowCount; row++) writeRow(units, model, row);
};

const writeRow = (
  { cells, pricesAt, restsAt, scale }: RowUnits,
  { rowStart, part, cost, next }: Rows,
  row: number,
): void => {
  const from = rowStart[row];
  for (let k = from; k < rowStart[row + 1] - 1; k++) {
    cells[WIDTH * k] = inUnits(scale, cost[k]);
    cells[WIDTH * k + 1] = pricesAt + part[k];
    cells[WIDTH * k + 2] = restsAt + next[k] - from;
  }
};

/** Rounds to the nearest number of units, or to the next one if the value is negative, which takes less time than `Math.round`. */
const inUnits = (scale: number, value: number): number => (scale * value + 0.5) | 0;

/** Sets the price of part i, and returns it in units. */
export const setPrice = ({ cells, pricesAt, scale, leastPrice }: RowUnits, i: number, price: number): number => {
  const units = inUnits(scale, price > leastPrice ? price : leastPrice);
  cells[pricesAt + i] = units;
  return units;
};

/** Finds the cheapest path of a row, like `backward` and `tracePath`. Writes its positions to `path` and returns their number. */
export const pathInUnits = (
  { rowStart, usage }: Pick<PathModel, 'rowStart' | 'usage'>,
  { cells, restsAt, scale }: RowUnits,
  row: number,
  path: Int32Array,
): number => {
  const from = rowStart[row];
  const end = restsAt + rowStart[row + 1] - 1 - from;
  let after = 0;
  cells[end] = 0;
  for (let at = end, cell = WIDTH * (from + end - restsAt); at > restsAt; ) {
    cell -= WIDTH;
    const less = (cells[cell] - cells[cells[cell + 1]] + cells[cells[cell + 2]] - after) | 0;
    // The mask is all ones if `less` is negative, and zero otherwise.
    after = (after + (less & (less >> 31))) | 0;
    cells[--at] = after;
  }
  if (after + scale * usage[row] >= 0) return 0;
  let length = 0;
  for (let at = restsAt; at < end; ) {
    if (cells[at] === cells[at + 1]) at++;
    else {
      const k = from + at - restsAt;
      path[length++] = k;
      at = cells[WIDTH * k + 2]!;
    }
  }
  return length;
};
