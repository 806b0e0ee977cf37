import { NOT_PINNED } from '../../engine/instance/instance.ts';
import type { Plan } from '../../engine/board/plan.ts';
import { mayReassign } from '../../engine/moves/move.ts';
import { insertByRegret } from './insertByRegret.ts';

/**
 * Removes, one at a time, the parts that cost more at their place than without one, then inserts every part without a place. Never
 * makes the plan worse and respects maxReassignments. Returns the number of steps taken.
 */
export const firstPlan = (plan: Plan, stop: () => boolean): number => {
  const { instance } = plan;
  let steps = 0;
  for (let part = 0; part < instance.partCount && !((part & 63) === 0 && stop()); part++) {
    if (instance.pinned[part] !== NOT_PINNED || plan.placement[part] < 0) continue;
    steps++;
    if (plan.removeDelta(part) >= 0) continue;
    const lost = plan.reassignmentDelta(part, -1);
    if (mayReassign(plan, lost)) plan.remove(part);
  }
  return steps + insertByRegret(plan, unplacedParts(plan), stop);
};

/** The parts without a place that may have one, in order of start. */
export const unplacedParts = ({ instance, placement }: Plan): readonly number[] =>
  [...placement.keys()].filter((part) => placement[part] < 0 && instance.pinned[part] === NOT_PINNED);
