import { NOT_PINNED } from '../../engine/instance/instance.ts';
import type { Plan } from '../../engine/board/plan.ts';
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
    if (lost > 0 && instance.maxReassignments >= 0 && plan.reassignments() + lost > instance.maxReassignments) continue;
    plan.remove(part);
  }
  const unplaced: number[] = [];
  for (let part = 0; part < instance.partCount; part++) {
    if (instance.pinned[part] === NOT_PINNED && plan.placement[part] < 0) unplaced.push(part);
  }
  return steps + insertByRegret(plan, unplaced, stop);
};
