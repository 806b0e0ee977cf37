import { NOT_PINNED } from '../instance/instance.ts';
import { findArc } from '../objective/arcs.ts';
import type { Plan } from '../board/plan.ts';
import { cheapestPlace, inTheWay, isWithinLimit, type Move, movableParts, TRIED_ON_PLAN } from './move.ts';
import type { Teams } from './teams.ts';

/**
 * Moves all parts of one team to one resource. A part in the way goes where the member came from, or to its cheapest place if it does
 * not fit there. It only helps where rules keep teams together: one member moved alone costs more with each member that stays.
 * Source: compound moves of related customers, as in Shaw, "Using constraint programming and local search methods to solve vehicle
 * routing problems", CP 1998.
 */
export const groupMove = (plan: Plan, { team }: Teams): Move => {
  const { instance } = plan;
  const parts = movableParts(plan).filter((part) => team[part] >= 0);
  const members = Map.groupBy(parts, (part) => team[part]);
  const found: number[] = [];
  const unplaced: number[] = [];

  /** Places the part on the target; parts in the way change places with it, or are left in `unplaced`. */
  const enter = (current: Plan, part: number, target: number): void => {
    const from = current.placement[part];
    if (from === target || findArc(instance, part, target) < 0) return;
    inTheWay(current, part, target, found);
    if (found.some((other) => instance.pinned[other] !== NOT_PINNED)) return;
    const evicted = found.slice();
    current.move(part, -1);
    for (const other of evicted) current.move(other, -1);
    current.move(part, target);
    for (const other of evicted) {
      if (from >= 0 && findArc(instance, other, from) >= 0) {
        inTheWay(current, other, from, found);
        if (found.length === 0) {
          current.move(other, from);
          continue;
        }
      }
      unplaced.push(other);
    }
  };

  return {
    id: 'group-move',
    evaluate(current, random) {
      if (parts.length === 0) return Number.POSITIVE_INFINITY;
      const first = parts[random.below(parts.length)];
      const from = instance.arcStart[first];
      const target = instance.arcResource[from + random.below(instance.arcStart[first + 1] - from)];
      const before = current.cost;
      unplaced.length = 0;
      current.begin();
      for (const part of members.get(team[first])!) enter(current, part, target);
      for (const part of unplaced) {
        const place = cheapestPlace(current, part);
        if (place >= 0) current.move(part, place);
      }
      if (isWithinLimit(current)) return current.cost - before;
      current.rollback();
      return Number.POSITIVE_INFINITY;
    },
    ...TRIED_ON_PLAN,
  };
};
