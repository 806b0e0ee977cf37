import { backward, type PathModel, type Restriction, restriction, rowScratch, tracePath } from '../model/pathModel.ts';

/** No number of units in a visit is as large as this. */
const MOST_UNITS = 2 ** 31;
/** The least step of an ascent has as many units at least. */
const FINEST_STEP = 4;
/** Numbers of each position in `cells`: its cost, where the price of its part is, and where the rest of a path that contains it is. */
const WIDTH = 3;

/**
 * A model's costs in whole multiples of 1 / `scale` weight units, for visits that look for the cheapest path of a row. They take two thirds of the time: the
 * lesser of two integers is found without a branch, which no processor could predict, and with one array the loop has registers for all that it needs.
 * Rounding changes what an ascent's steps do, and never a bound, which is computed from prices alone.
 */
interface Units {
  /** All positions, the price of each part from `pricesAt` on, and the cheapest rests of paths on the present row from `restsAt` on. */
  readonly cells: Int32Array;
  readonly pricesAt: number;
  readonly restsAt: number;
  readonly scale: number;
}

/** A model as an ascent visits its rows. `units`: null where they would be too coarse, or where costs are not of positions alone. */
export interface SweepModel {
  readonly model: PathModel;
  readonly units: Units | null;
}

/** The arrays that visits need besides the model. */
export interface SweepArrays {
  /** None is above the cost of leaving the part out. */
  readonly prices: Float64Array;
  /** The prices in units, for threads that share them; null: for none. */
  readonly sharedUnits: Int32Array | null;
  /** The number of paths that contain each part. */
  readonly count: Int32Array;
  /** No price falls below these. */
  readonly least: Float64Array;
  /** For one row. */
  readonly best: Float64Array;
  readonly path: Int32Array;
}

/** Returns the model with its costs in units, if the least step, in weight units, has enough of them. */
export const sweepModelOf = (model: PathModel, leastStep: number): SweepModel => {
  const scale = scaleOf(model);
  return { model, units: scale * leastStep < FINEST_STEP ? null : unitsOf(model, scale) };
};

/** Units of a weight unit, a power of two; 0 where units do not suffice. */
const scaleOf = (model: PathModel): number => {
  const { rowCount, cost, leaveOut, gapCosts, overlapCost } = model;
  if (gapCosts !== null || overlapCost !== Number.POSITIVE_INFINITY) return 0;
  let [most, longest] = [1, 0];
  for (let i = 0; i < leaveOut.length; i++) most = Math.max(most, Math.abs(leaveOut[i]));
  for (let k = 0; k < cost.length; k++) most = Math.max(most, Math.abs(cost[k]));
  const best = rowScratch(model);
  for (let row = 0; row < rowCount; row++) {
    backward(model, row, leaveOut, best);
    longest = Math.max(longest, -best[0]);
  }
  // A visit subtracts from the cost and the rest of one path the price and the rest of another one. One weight unit more leaves room for what rounding adds up to.
  return 2 ** Math.floor(Math.log2(MOST_UNITS / (2 * most + longest + 1)));
};

const unitsOf = (model: PathModel, scale: number): Units => {
  const { partCount, rowCount, rowStart, part, cost, next } = model;
  const pricesAt = WIDTH * part.length;
  const restsAt = pricesAt + partCount;
  const cells = new Int32Array(restsAt + rowScratch(model).length);
  for (let row = 0; row < rowCount; row++) {
    const from = rowStart[row];
    for (let k = from; k < rowStart[row + 1] - 1; k++) {
      cells[WIDTH * k] = Math.round(scale * cost[k]);
      cells[WIDTH * k + 1] = pricesAt + part[k];
      cells[WIDTH * k + 2] = restsAt + next[k] - from;
    }
  }
  return { cells, pricesAt, restsAt, scale };
};

/** Restricts the model to the positions that `keep` marks. */
export const restrictSweep = ({ model, units }: SweepModel, keep: Uint8Array): SweepModel & Restriction => {
  const restricted = restriction(model, keep);
  return { ...restricted, units: units === null ? null : unitsOf(restricted.model, units.scale) };
};

/** Rounds to the nearest or to the next one, which takes less time than `Math.round`. */
const inUnits = (scale: number, value: number): number => (scale * value + 0.5) | 0;

/** Converts the prices to units; call it before each sweep. */
export const writeUnits = ({ model, units }: SweepModel, { prices, sharedUnits }: SweepArrays): void => {
  if (units === null) return;
  const { cells, pricesAt, scale } = units;
  const { leaveOut } = model;
  for (let i = 0; i < prices.length; i++) {
    const low = -leaveOut[i];
    const price = prices[i];
    cells[pricesAt + i] = inUnits(scale, price > low ? price : low);
  }
  sharedUnits?.set(cells.subarray(pricesAt, pricesAt + prices.length));
};

/** Takes over the prices that other threads have changed. */
export const readUnits = ({ units }: SweepModel, { sharedUnits }: SweepArrays): void => {
  if (units !== null && sharedUnits !== null) units.cells.set(sharedUnits, units.pricesAt);
};

/** Finds a row's cheapest path, lowers the price of each of its parts by `step` and counts it. Returns the number of parts; they are in `path`. */
export const visitRow = ({ model, units }: SweepModel, row: number, step: number, arrays: SweepArrays): number => {
  const { prices, sharedUnits, count, least, best, path } = arrays;
  let length = 0;
  if (units !== null) length = findPathInUnits(model, units, row, path);
  else if (backward(model, row, prices, best) < 0) length = tracePath(model, row, best, path);
  for (let q = 0; q < length; q++) {
    const i = path[q];
    const lowered = prices[i] - step;
    const price = lowered > least[i] ? lowered : least[i];
    prices[i] = price;
    count[i]++;
    if (units === null) continue;
    const converted = inUnits(units.scale, price);
    units.cells[units.pricesAt + i] = converted;
    if (sharedUnits !== null) sharedUnits[i] = converted;
  }
  return length;
};

/** Like `backward` and `tracePath`. */
const findPathInUnits = (
  { rowStart, usage }: PathModel,
  { cells, pricesAt, restsAt, scale }: Units,
  row: number,
  path: Int32Array,
): number => {
  const first = WIDTH * rowStart[row];
  const end = restsAt + rowStart[row + 1] - 1 - rowStart[row];
  let after = 0;
  cells[end] = 0;
  for (let at = end, cell = first + WIDTH * (end - restsAt); at > restsAt; ) {
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
      const cell = first + WIDTH * (at - restsAt);
      path[length++] = cells[cell + 1] - pricesAt;
      at = cells[cell + 2]!;
    }
  }
  return length;
};
