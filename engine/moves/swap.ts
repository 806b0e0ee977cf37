import { NOT_PINNED } from '../instance/instance.ts';
import { findArc } from '../objective/arcs.ts';
import type { Plan } from '../board/plan.ts';
import { mayReassign, type Move, movableParts } from './move.ts';

/** Two parts that overlap in time exchange their resources. If the first one has no resource, it takes the other's, which then has none. */
export const swap = (plan: Plan): Move => {
  const { instance } = plan;
  const parts = movableParts(plan);
  const found = new Int32Array(instance.partCount);
  let a = -1;
  let b = -1;
  return {
    id: 'swap',
    evaluate(current, random) {
      if (parts.length === 0) return Number.POSITIVE_INFINITY;
      a = parts[random.below(parts.length)];
      const from = instance.arcStart[a];
      const target = instance.arcResource[from + random.below(instance.arcStart[a + 1] - from)];
      const source = current.placement[a];
      if (target === source) return Number.POSITIVE_INFINITY;
      const count = current.timelines.overlapping(target, instance.start[a], instance.end[a], found);
      if (count === 0) return Number.POSITIVE_INFINITY;
      b = found[random.below(count)];
      if (instance.pinned[b] !== NOT_PINNED || (source >= 0 && findArc(instance, b, source) < 0))
        return Number.POSITIVE_INFINITY;
      const changed = current.reassignmentDelta(a, target) + current.reassignmentDelta(b, source);
      return mayReassign(current, changed) ? current.swapDelta(a, b) : Number.POSITIVE_INFINITY;
    },
    apply(current) {
      const source = current.placement[a];
      const target = current.placement[b];
      current.move(b, -1);
      current.move(a, target);
      current.move(b, source);
    },
    revert() {},
  };
};
