import { type PathModel, type Restriction, restriction } from '../model/pathModel.ts';
import { type RowPaths, rowPathsOf } from '../model/rowWeights.ts';
import { FEWEST_UNITS, pathInUnits, type RowUnits, setPrice, unitScaleOf, unitsOf } from '../model/rowUnits.ts';

/**
 * A model as an ascent visits its rows: in units, or in weights where units would be too coarse, or where costs are not of positions alone. Rounding changes
 * what an ascent's steps do, and never a bound, which is computed from prices alone.
 */
export type SweepModel =
  | { readonly model: PathModel; readonly units: RowUnits; readonly paths: null }
  | { readonly model: PathModel; readonly units: null; readonly paths: RowPaths };

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
  readonly path: Int32Array;
}

/** Returns the model with its costs in units, if the least step, in weight units, has enough of them. */
export const sweepModelOf = (model: PathModel, leastStep: number): SweepModel => {
  const scale = unitScaleOf(model);
  return scale.scale * leastStep < FEWEST_UNITS
    ? inWeights(model)
    : { model, units: unitsOf(model, scale), paths: null };
};

/** Returns the model with its costs in weights. */
export const inWeights = (model: PathModel): SweepModel => ({ model, units: null, paths: rowPathsOf(model) });

/** Restricts the model to the positions that `keep` marks. `last`: a restriction that is no longer needed, whose memory this one takes. */
export const restrictSweep = (
  { model: whole, units }: SweepModel,
  keep: Uint8Array,
  last: SweepModel | null = null,
): SweepModel & Restriction => {
  const { model, origin } = restriction(whole, keep);
  const sweep: SweepModel =
    units === null ? inWeights(model) : { model, units: unitsOf(model, units, last?.units), paths: null };
  return { ...sweep, origin };
};

/** Takes over the prices; call it before each sweep. */
export const writePrices = ({ units, paths }: SweepModel, { prices, sharedUnits }: SweepArrays): void => {
  if (units === null) {
    paths.prices.set(prices);
    return;
  }
  const { cells, pricesAt } = units;
  for (let i = 0; i < prices.length; i++) setPrice(units, i, prices[i]);
  sharedUnits?.set(cells.subarray(pricesAt, pricesAt + prices.length));
};

/** Takes over the prices that other threads have changed. */
export const readPrices = ({ units, paths }: SweepModel, { prices, sharedUnits }: SweepArrays): void => {
  if (units === null) paths.prices.set(prices);
  else if (sharedUnits !== null) units.cells.set(sharedUnits, units.pricesAt);
};

/** Finds a row's cheapest path, lowers the price of each of its parts by `step` and counts it. Returns the number of parts; they are in `path`. */
export const visitRow = (
  { model, units, paths }: SweepModel,
  row: number,
  step: number,
  arrays: SweepArrays,
): number => {
  const { prices, sharedUnits, count, least, path } = arrays;
  let length = 0;
  if (units !== null) {
    length = pathInUnits(model, units, row, path);
    for (let q = 0; q < length; q++) path[q] = model.part[path[q]];
  } else length = paths.cheapestPath(row, path);
  for (let q = 0; q < length; q++) {
    const i = path[q];
    const lowered = prices[i] - step;
    const price = lowered > least[i] ? lowered : least[i];
    prices[i] = price;
    count[i]++;
    if (units === null) {
      paths.prices[i] = price;
      continue;
    }
    const converted = setPrice(units, i, price);
    if (sharedUnits !== null) sharedUnits[i] = converted;
  }
  return length;
};
