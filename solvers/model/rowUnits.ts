import { RowMemory } from '../webAssembly/rowMemory.ts';
import { backward, longestRow, type PathModel, rowScratch } from './pathModel.ts';

/** A step of the prices has as many units at least, or it is made without units. */
export const FEWEST_UNITS = 4;
/** No number of units in a search is as large as this. */
const MOST_UNITS = 2 ** 31;
/** Numbers of each position in `cells`: its cost, the address of its part's price, and the address of the rest of a path that contains it. */
const WIDTH = 3;
/** Addresses count bytes: that of cell n is n << ADDRESS_BITS. */
const ADDRESS_BITS = 2;
/** The costs of paths are not lower than this. */
const LEAST = -(2 ** 31);

/**
 * A model's costs and prices in whole multiples of 1 / `scale` weight units. The search for the cheapest path of a row takes a third of the time with them: it is
 * in WebAssembly, and the lesser of two integers is found without a branch, which no processor could predict.
 */
export interface RowUnits {
  /**
   * All positions, the price of each part from `pricesAt` on, and of the present row the cheapest rests of paths from `restsAt` on and the cheapest path from
   * `pathAt` on. They are the content of `memory`.
   */
  readonly cells: Int32Array;
  readonly memory: RowMemory;
  readonly pricesAt: number;
  readonly restsAt: number;
  readonly pathAt: number;
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

/** Returns the positions of the model in units; no price is set. `reuse`: units that are no longer needed, whose memory these take. */
export const unitsOf = (model: PathModel, { scale, leastPrice }: UnitScale, reuse?: RowUnits | null): RowUnits => {
  const { partCount, rowCount, rowStart } = model;
  const pricesAt = WIDTH * rowStart[rowCount];
  const restsAt = pricesAt + partCount;
  const pathAt = restsAt + longestRow(model);
  const length = pathAt + longestRow(model);
  const memory = reuse?.memory ?? new RowMemory(length << ADDRESS_BITS);
  const units = {
    cells: new Int32Array(memory.atLeast(length << ADDRESS_BITS)),
    memory,
    pricesAt,
    restsAt,
    pathAt,
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
    cells[WIDTH * k + 1] = (pricesAt + part[k]) << ADDRESS_BITS;
    cells[WIDTH * k + 2] = (restsAt + next[k] - from) << ADDRESS_BITS;
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
  { cells, memory, restsAt, pathAt, scale }: RowUnits,
  row: number,
  path: Int32Array,
): number => {
  const from = rowStart[row];
  const end = restsAt + rowStart[row + 1] - 1 - from;
  const limit = Math.max(LEAST, Math.ceil(-scale * usage[row]));
  const length = memory.paths.cheapestPath(
    (WIDTH * from) << ADDRESS_BITS,
    restsAt << ADDRESS_BITS,
    end << ADDRESS_BITS,
    limit,
    pathAt << ADDRESS_BITS,
  );
  for (let q = 0; q < length; q++) path[q] = from + cells[pathAt + q];
  return length;
};
