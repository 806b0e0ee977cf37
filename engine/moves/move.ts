import { NOT_PINNED } from '../instance/instance.ts';
import type { Plan } from '../board/plan.ts';
import type { Random } from '../random.ts';

/**
 * One kind of change to a plan. Pins, eligibility and maxReassignments are kept by every move. A move may have to change
 * the plan to know what a change costs; so each evaluate is followed by one apply or one revert, unless it answered
 * Infinity: then there was nothing to do, and the plan is as it was.
 */
export interface Move {
  readonly id: string;
  /** Draws one change; its exact effect on the cost in hundredths, or Infinity. */
  evaluate(plan: Plan, random: Random): number;
  /** Makes the change that evaluate drew. */
  apply(plan: Plan): void;
  /** Leaves the plan as it was before evaluate. */
  revert(plan: Plan): void;
}

/** The parts that moves may touch: those not pinned, with some place to go. */
export const movableParts = ({ instance }: Plan): Int32Array => {
  const parts: number[] = [];
  for (let part = 0; part < instance.partCount; part++) {
    if (instance.pinned[part] === NOT_PINNED && instance.arcStart[part + 1] > instance.arcStart[part]) parts.push(part);
  }
  return Int32Array.from(parts);
};

/** Whether so many more parts may change or lose their current place. */
export const mayReassign = (plan: Plan, more: number): boolean =>
  more <= 0 || plan.instance.maxReassignments < 0 || plan.reassignments() + more <= plan.instance.maxReassignments;

/** For a move that tries its change on the plan, between `begin` and its answer. */
export const TRIED_ON_PLAN: Pick<Move, 'apply' | 'revert'> = {
  apply(plan) {
    plan.commit();
  },
  revert(plan) {
    plan.rollback();
  },
};

/** Whether as few parts have changed or lost their current place as may. */
export const isWithinLimit = (plan: Plan): boolean =>
  plan.instance.maxReassignments < 0 || plan.reassignments() <= plan.instance.maxReassignments;

/** A part without a place, when one of so many draws hits one; else any. */
export const drawUnplaced = (plan: Plan, parts: Int32Array, tries: number, random: Random): number => {
  for (let i = 0; i < tries; i++) {
    const part = parts[random.below(parts.length)];
    if (plan.placement[part] < 0) return part;
  }
  return parts[random.below(parts.length)];
};

/** The cheapest place as things stand, other than `except`, where it saves something; −1: none. */
export const cheapestPlace = (plan: Plan, part: number, except = -1): number => {
  const { arcStart, arcResource, arcCost, unassignedCost } = plan.instance;
  let place = -1;
  let least = 0;
  for (let arc = arcStart[part]; arc < arcStart[part + 1]; arc++) {
    // Shared costs are never negative: an arc that is no better alone is no better.
    if (arcCost[arc] - unassignedCost[part] >= least || arcResource[arc] === except) continue;
    const delta = plan.addArcDelta(part, arc);
    if (delta >= least) continue;
    least = delta;
    place = arcResource[arc]!;
  }
  return place;
};

/** Each part once that would be in conflict with the part there: by overlap, hard buffer or hard adjacency. */
export const inTheWay = (plan: Plan, part: number, resource: number, found: number[]): void => {
  found.length = 0;
  plan.visitConflicts(part, resource, (_kind, other) => {
    if (!found.includes(other)) found.push(other);
  });
};
