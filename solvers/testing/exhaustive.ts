import { type Instance, NOT_PINNED, pinnedPlacement, unpinnedParts } from '../../engine/instance/instance.ts';
import { Plan } from '../../engine/board/plan.ts';
import { isWithinLimit } from '../../engine/moves/move.ts';

/**
 * Returns the cost of the best plan, in hundredths, by trying every plan; for instances of a handful of parts. Returns infinity when no
 * plan respects maxReassignments.
 */
export const exhaustiveCost = (instance: Instance): number => {
  const plan = new Plan(instance, pinnedPlacement(instance));
  const movable = unpinnedParts(instance);
  const { arcStart, arcResource } = instance;
  let best = Number.POSITIVE_INFINITY;
  const visit = (depth: number): void => {
    if (depth === movable.length) {
      if (isWithinLimit(plan)) best = Math.min(best, plan.cost);
      return;
    }
    const part = movable[depth];
    visit(depth + 1);
    for (let arc = arcStart[part]; arc < arcStart[part + 1]; arc++) {
      plan.place(part, arcResource[arc]);
      visit(depth + 1);
      plan.remove(part);
    }
  };
  visit(0);
  return best;
};

/** Returns the number of plans that exhaustiveCost would try. */
export const planCount = (instance: Instance): number => {
  let count = 1;
  for (let part = 0; part < instance.partCount; part++) {
    if (instance.pinned[part] === NOT_PINNED) count *= 1 + instance.arcStart[part + 1] - instance.arcStart[part];
  }
  return count;
};
