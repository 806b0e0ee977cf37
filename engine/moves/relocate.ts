import type { Plan } from '../board/plan.ts';
import { mayReassign, type Move, movableParts } from './move.ts';

/** Moves one part to another resource or, rarely, to none. */
export const relocate = (plan: Plan): Move => {
  const parts = movableParts(plan);
  const { arcStart, arcResource } = plan.instance;
  let part = -1;
  let resource = -1;
  return {
    id: 'relocate',
    evaluate(current, random) {
      if (parts.length === 0) return Number.POSITIVE_INFINITY;
      part = parts[random.below(parts.length)];
      const from = arcStart[part];
      const arc = from + random.below(arcStart[part + 1] - from);
      resource = random.below(64) === 0 ? -1 : arcResource[arc];
      if (current.placement[part] === resource) return Number.POSITIVE_INFINITY;
      if (!mayReassign(current, current.reassignmentDelta(part, resource))) return Number.POSITIVE_INFINITY;
      return resource < 0 ? current.removeDelta(part) : current.moveArcDelta(part, arc);
    },
    apply(current) {
      current.move(part, resource);
    },
    revert() {},
  };
};
