import type { Placement } from '../../engine/objective/score.ts';
import type { Range } from '../model/crossings.ts';
import { backward, gapCost, type PathModel, rowScratch } from '../model/pathModel.ts';
import type { Relaxation } from '../model/relaxation.ts';
import { positionsOf } from '../model/translate.ts';

/** Losses of this many parts for each row are summed up: one part too many that is left out may show as several losses near one another. */
const NEIGHBORHOOD = 0.75;

/** The parts in a row with the largest loss whose middle is in the range and not near one that was tried; null: none. */
export const worstLoss = (
  relaxation: Relaxation,
  placement: Placement,
  prices: Float64Array,
  { from, to }: Range,
  tried: readonly number[],
): { readonly middle: number; readonly loss: number } | null => {
  const loss = lossByPart(relaxation, placement, prices);
  const width = Math.ceil(NEIGHBORHOOD * relaxation.model.rowCount);
  let worst: { middle: number; loss: number } | null = null;
  let sum = 0;
  for (let i = 0; i < loss.length; i++) {
    sum += loss[i] - (i >= width ? loss[i - width] : 0);
    const middle = Math.max(0, i - (width >> 1));
    if (middle < from || middle >= to || sum <= (worst?.loss ?? 0)) continue;
    if (tried.every((other) => Math.abs(other - middle) >= width)) worst = { middle, loss: sum };
  }
  return worst;
};

/**
 * Where a plan costs more than the prices prove: for each part of the model the excess there, in weight units, which is never negative. The sum is the
 * plan's cost in the model minus the bound of the prices. Near optimal prices, nearly all of it is within the few hours in which the plan leaves out a
 * part too many.
 * Source: reduced costs of paths, Ahuja, Magnanti, Orlin, "Network Flows", Prentice Hall (1993), section 2.4.
 */
export const lossByPart = (relaxation: Relaxation, placement: Placement, prices: Float64Array): Float64Array => {
  const { model, columns } = relaxation;
  const loss = new Float64Array(model.partCount);
  const rows: number[][] = Array.from({ length: model.rowCount }, () => []);
  positionsOf(relaxation, placement).forEach((k, i) => {
    if (k >= 0) rows[columns.row[k]].push(k);
    else loss[i] = Math.max(0, model.leaveOut[i] - prices[i]);
  });
  const best = rowScratch(model);
  rows.forEach((taken, row) => addLossOf(model, row, taken, prices, best, loss));
  return loss;
};

/**
 * Adds what the row loses by its path through the positions `taken`, which are ascending, instead of its cheapest one: to the part at each position, what
 * is lost between it and the next one.
 */
const addLossOf = (
  model: PathModel,
  row: number,
  taken: readonly number[],
  prices: Float64Array,
  best: Float64Array,
  loss: Float64Array,
): void => {
  const { rowStart, part, cost, usage, gapCosts } = model;
  const from = rowStart[row];
  if (rowStart[row + 1] - 1 === from) return;
  const cheapest = backward(model, row, prices, best);
  let rest = 0;
  let lost = 0;
  for (let q = taken.length - 1; q >= 0; q--) {
    const k = taken[q];
    if (gapCosts !== null && q + 1 < taken.length) rest += gapCost(gapCosts, k, taken[q + 1]);
    rest += cost[k] - prices[part[k]];
    loss[part[k]] += rest - best[k - from] - lost;
    lost = rest - best[k - from];
  }
  const first = taken.length > 0 ? taken[0] : from;
  loss[part[first]] += rest + (taken.length > 0 ? usage[row] : 0) - cheapest - lost;
};
