import { backward, type PathModel, type Restriction, restriction, tracePath } from '../model/pathModel.ts';
import { FEWEST_UNITS, pathInUnits, type RowUnits, setPrice, unitScaleOf, unitsOf } from '../model/rowUnits.ts';

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
  const scale = unitScaleOf(model);
  return { model, units: scale.scale * leastStep < FEWEST_UNITS ? null : unitsOf(model, scale) };
};

/** Restricts the model to the positions that `keep` marks. `last`: a restriction that is no longer needed, whose memory this one takes. */
export const restrictSweep = (
  { model, units }: SweepModel,
  keep: Uint8Array,
  last: SweepModel | null = null,
): SweepModel & Restriction => {
  const restricted = restriction(model, keep);
  return { ...restricted, units: units === null ? null : unitsOf(restricted.model, units, last?.units) };
};

/** Converts the prices to units; call it before each sweep. */
export const writeUnits = ({ units }: SweepModel, { prices, sharedUnits }: SweepArrays): void => {
  if (units === null) return;
  const { cells, pricesAt } = units;
  for (let i = 0; i < prices.length; i++) setPrice(units, i, prices[i]);
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
    const converted = setPrice(units, i, price);
    if (sharedUnits !== null) sharedUnits[i] = converted;
  }
  return length;
};
