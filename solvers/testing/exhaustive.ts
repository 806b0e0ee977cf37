import { type Instance, NOT_PINNED } from '../../engine/instance/instance.ts';
import { Plan } from '../../engine/board/plan.ts';

/**
 * The cost of the best plan there is, in hundredths, by trying all of them: for instances of a handful of parts. Infinity
 * when no plan keeps maxReassignments.
 */
export const exhaustiveCost = (instance: Instance): number => {
  const start = instance.pinned.map((pinned) => (pinned === NOT_PINNED ? -1 : pinned));
  const plan = new Plan(instance, start);
  const movable: number[] = [];
  for (let part = 0; part < instance.partCount; part++) if (instance.pinned[part] === NOT_PINNED) movable.push(part);
  const { maxReassignments, arcStart, arcResource } = instance;
  let best = Number.POSITIVE_INFINITY;
  const visit = (depth: number): void => {
    if (depth === movable.length) {
      if (maxReassignments < 0 || plan.reassignments() <= maxReassignments) best = Math.min(best, plan.cost);
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

/** How many plans exhaustiveCost would try. */
export const planCount = (instance: Instance): number => {
  let count = 1;
  for (let part = 0; part < instance.partCount; part++) {
    if (instance.pinned[part] === NOT_PINNED) count *= 1 + instance.arcStart[part + 1] - instance.arcStart[part];
  }
  return count;
};
