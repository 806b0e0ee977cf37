import { NOT_PINNED } from '../../engine/instance/instance.ts';
import type { Plan } from '../../engine/board/plan.ts';
import { mayReassign } from '../../engine/moves/move.ts';
import { insertByRegret } from './insertByRegret.ts';

/**
 * Removes, one at a time, the parts that cost more at their place than without one, then inserts every part without a place. Never
 * makes the plan worse and respects maxReassignments. Returns the number of steps taken.
 */
export const firstPlan = (plan: Plan, stop: () => boolean): number =>
  insertAnew(plan, Int32Array.from(plan.placement.keys()), stop);

/** The same for some of the parts, which are in order of start. */
export const insertAnew = (plan: Plan, parts: Int32Array, stop: () => boolean): number => {
  const { pinned } = plan.instance;
  let steps = 0;
  for (let i = 0; i < parts.length && !((i & 63) === 0 && stop()); i++) {
    const part = parts[i];
    if (pinned[part] !== NOT_PINNED || plan.placement[part] < 0) continue;
    steps++;
    if (plan.removeDelta(part) >= 0) continue;
    const lost = plan.reassignmentDelta(part, -1);
    if (mayReassign(plan, lost)) plan.remove(part);
  }
  return steps + insertByRegret(plan, unplacedAmong(plan, parts), stop);
};

/** The parts without a place that may have one, in order of start. */
export const unplacedParts = (plan: Plan): readonly number[] => unplacedAmong(plan, plan.placement.keys());

const unplacedAmong = ({ instance, placement }: Plan, parts: Iterable<number>): readonly number[] =>
  [...parts].filter((part) => placement[part] < 0 && instance.pinned[part] === NOT_PINNED);
