import { NOT_PINNED } from '../instance/instance.ts';
import type { Plan } from '../board/plan.ts';
import {
  cheapestPlace,
  drawUnplaced,
  inTheWay,
  isWithinLimit,
  type Move,
  movableParts,
  TRIED_ON_PLAN,
} from './move.ts';

/** After so many parts that eject others, the rest stay without a place. A part that would eject more than so many ends the attempt. */
const LONGEST = 6;
const MOST_EJECTED = 3;
/** How many random draws look for a part without a place. */
const DRAWS = 24;

/**
 * Ejection chain: a part (one without a place, if there are any) takes a resource, the parts in its way (by overlap, hard buffer or
 * hard adjacency) are ejected, and each takes the cheapest remaining place, ejecting others in turn. Source: Glover, Discrete Applied
 * Mathematics 65 (1996).
 */
export const ejectionChain = (plan: Plan): Move => {
  const { instance } = plan;
  const parts = movableParts(plan);
  const blocking: number[] = [];
  const unplaced: number[] = [];

  /** Ejects the parts in the way of the part; returns false when one of them is pinned or there are too many. */
  const eject = (current: Plan, part: number, resource: number): boolean => {
    inTheWay(current, part, resource, blocking);
    if (blocking.length > MOST_EJECTED) return false;
    for (const other of blocking) if (instance.pinned[other] !== NOT_PINNED) return false;
    for (const other of blocking) {
      unplaced.push(other);
      current.remove(other);
    }
    return true;
  };

  return {
    id: 'ejection-chain',
    evaluate(current, random) {
      if (parts.length === 0) return Number.POSITIVE_INFINITY;
      unplaced.length = 0;
      const before = current.cost;
      const first = drawUnplaced(current, parts, DRAWS, random);
      current.begin();
      if (current.placement[first] >= 0) current.move(first, -1);
      unplaced.push(first);
      let legal = true;
      let length = 0;
      let last = -1;
      while (legal && unplaced.length > 0) {
        const part = unplaced.pop()!;
        const free = length === 0 ? -1 : cheapestPlace(current, part, last);
        if (free >= 0) {
          current.move(part, free);
          continue;
        }
        if (length++ >= LONGEST) continue;
        const from = instance.arcStart[part];
        last = instance.arcResource[from + random.below(instance.arcStart[part + 1] - from)];
        legal = eject(current, part, last);
        if (legal) current.move(part, last);
      }
      if (legal && isWithinLimit(current)) return current.cost - before;
      current.rollback();
      return Number.POSITIVE_INFINITY;
    },
    ...TRIED_ON_PLAN,
  };
};
