import { backward, type PathModel, type Restriction, restriction, tracePath } from '../model/pathModel.ts';
import { inUnits, pathInUnits, type RowUnits, scaleOf, unitsOf } from '../model/rowUnits.ts';

/** The least step of an ascent has as many units at least. */
const FINEST_STEP = 4;

/**
 * A model as an ascent visits its rows. `units`: null where they would be too coarse, or where costs are not of positions alone. Rounding changes
 * what an ascent's steps do, and never a bound, which is computed from prices alone.
 */
export interface SweepModel {
  readonly model: PathModel;
  readonly units: RowUnits | null;
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

/** Restricts the model to the positions that `keep` marks. */
export const restrictSweep = ({ model, units }: SweepModel, keep: Uint8Array): SweepModel & Restriction => {
  const restricted = restriction(model, keep);
  return { ...restricted, units: units === null ? null : unitsOf(restricted.model, units.scale) };
};

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
  if (units !== null) {
    length = pathInUnits(model, units, row, path);
    for (let q = 0; q < length; q++) path[q] = model.part[path[q]]!;
  } else if (backward(model, row, prices, best) < 0) length = tracePath(model, row, best, path);
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
