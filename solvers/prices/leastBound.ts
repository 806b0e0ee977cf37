import type { LeastLeftOut } from '../integer/leastLeftOut.ts';
import type { Relaxation } from '../model/relaxation.ts';
import type { Run } from '../solver.ts';
import { Ascent } from './ascent.ts';

/**
 * The multiplier. It reduces the cost of leaving a part out to a tenth, which is still more than the differences between rows. With 0.95 the cost
 * would be less than these, and with smaller multipliers the bound is proportionally lower.
 */
const MULTIPLIER = 0.9;
const ASCENT = { coarse: 100, fine: 200, high: 20 } as const;
const FINER = 200;

/**
 * Computes a bound, in weight units, from the inequality and a multiplier on it, by an ascent from `prices`, which are near optimal without it.
 * Source: Geoffrion, "Lagrangean relaxation for integer programming", Mathematical Programming Study 2 (1974): an inequality that the relaxation lacks
 * raises its bound by its multiplier.
 */
export const boundByLeast = (
  relaxation: Relaxation,
  run: Run,
  prices: Float64Array,
  { placeCost, least }: LeastLeftOut,
): number => {
  const { model } = relaxation;
  const reduced = {
    ...model,
    cost: model.cost.map((cost, k) => cost - MULTIPLIER * placeCost[k]),
    leaveOut: model.leaveOut.map((cost) => (1 - MULTIPLIER) * cost),
  };
  const ascent = new Ascent({ ...relaxation, model: reduced }, run, () => {});
  const { least: lowest } = ascent.dual;
  ascent.beginFrom(prices.map((price, part) => lowest[part] + (1 - MULTIPLIER) * (price - lowest[part])));
  ascent.resume(ASCENT);
  if (!run.stop()) ascent.refineThrice(FINER, Number.POSITIVE_INFINITY);
  return ascent.bound + MULTIPLIER * least;
};
