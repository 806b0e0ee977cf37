import type { Placement } from '../../engine/objective/score.ts';
import { backward, rowScratch, tracePath } from '../model/pathModel.ts';
import type { Relaxation } from '../model/relaxation.ts';

/** What an hour on a row costs, in price units, so that among paths that cost the same one with more room is chosen. */
const HOUR = 0.5;
const NEVER = Number.NEGATIVE_INFINITY;

/**
 * Gives each row in turn its cheapest path through its own parts and those without a place, which exchanges one part for several others or for one
 * that is shorter. Repeats this while a row changes, at most `sweeps` times, until `stop` returns true. Returns the whole placement.
 */
export const refillRows = (
  relaxation: Relaxation,
  placement: Placement,
  sweeps: number,
  stop: () => boolean,
): Int32Array => {
  const { model, partOf, start, end, priceUnit } = relaxation;
  const result = Int32Array.from(placement);
  const best = rowScratch(model);
  const path = new Int32Array(model.partCount + 1);
  const worth = Float64Array.from(model.leaveOut, (out, i) => out - ((HOUR * priceUnit) / 3600) * (end[i] - start[i]));
  const own: number[][] = Array.from({ length: model.rowCount }, () => []);
  const prices = Float64Array.from(partOf, (part, i) => {
    if (placement[part] < 0) return worth[i];
    own[placement[part]].push(i);
    return NEVER;
  });
  for (let sweep = 0, hasChanged = true; hasChanged && sweep < sweeps; sweep++) {
    hasChanged = false;
    for (let row = 0; row < model.rowCount; row++) {
      if (stop()) return result;
      for (const i of own[row]) prices[i] = worth[i];
      backward(model, row, prices, best);
      const chosen = Array.from(path.subarray(0, tracePath(model, row, best, path)));
      for (const i of own[row]) result[partOf[i]] = -1;
      for (const i of chosen) result[partOf[i]] = row;
      hasChanged ||= chosen.length !== own[row].length || chosen.some((i, q) => i !== own[row][q]);
      for (const i of chosen) prices[i] = NEVER;
      own[row] = chosen;
    }
  }
  return result;
};
