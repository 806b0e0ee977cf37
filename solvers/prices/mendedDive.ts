import type { Plan } from '../../engine/board/plan.ts';
import type { Placement } from '../../engine/objective/score.ts';
import { mend } from '../insertion/mend.ts';
import type { Restriction } from '../model/pathModel.ts';
import type { Relaxation } from '../model/relaxation.ts';
import { toPlan } from '../model/translate.ts';
import type { Run } from '../solver.ts';
import { type DiveOptions, diveForPlan } from './dive.ts';
import { OpenPositions } from './openPositions.ts';

/**
 * Makes a plan of the model's parts by a dive over the positions of `near`, and mends it. All other parts of the instance stay in their places in
 * `others`, or without one. Returns null when the run stops earlier, because a dive that is stopped leaves out most parts.
 */
export const mendedDive = (
  relaxation: Relaxation,
  prices: Float64Array,
  near: Restriction,
  options: Omit<DiveOptions, 'step'>,
  run: Run,
  others?: Placement,
): Plan | null => {
  const { priceUnit: step, instance, partOf } = relaxation;
  let iterations = 0;
  const counted = { ...run, step: (n: number) => (iterations += n) };
  const open = OpenPositions.of(relaxation, near);
  const { position } = diveForPlan(relaxation, prices, near, { ...options, step }, counted, open);
  // A dive whose own iterations are the last ones has ended.
  if (run.stop()) return null;
  run.step(iterations);
  // What is not in the model is worth no place.
  const worth = Float64Array.from(instance.unassignedCost, (cost) => cost / 100);
  partOf.forEach((part, i) => (worth[part] = prices[i]));
  const found = toPlan(relaxation, position, others);
  mend(relaxation, run, found, worth);
  return found;
};
