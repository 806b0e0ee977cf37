import { unpinnedParts } from '../instance/instance.ts';
import type { Plan } from '../board/plan.ts';
import type { Random } from '../random.ts';

/**
 * One kind of change to a plan. Every move respects pins, eligibility and maxReassignments. A move may have to change the plan to
 * compute a delta, so each `evaluate` must be followed by one `apply` or one `revert`, unless it returned Infinity: then there was no
 * change to make, and the plan is as it was.
 */
export interface Move {
  readonly id: string;
  /** Draws one change and returns its exact delta in hundredths, or Infinity when there is none. */
  evaluate(plan: Plan, random: Random): number;
  /** Makes the change that evaluate drew. */
  apply(plan: Plan): void;
  /** Restores the plan as it was before `evaluate`. */
  revert(plan: Plan): void;
}

/** The parts that moves may change: those that are not pinned and have some eligible resource. */
export const movableParts = ({ instance }: Plan): Int32Array =>
  unpinnedParts(instance).filter((part) => instance.arcStart[part + 1] > instance.arcStart[part]);

/** Whether `more` further parts may change or lose their current place. */
export const mayReassign = (plan: Plan, more: number): boolean =>
  more <= 0 || plan.instance.maxReassignments < 0 || plan.reassignments() + more <= plan.instance.maxReassignments;

/** `apply` and `revert` of a move whose `evaluate` makes its change on the plan after `begin`. */
export const TRIED_ON_PLAN: Pick<Move, 'apply' | 'revert'> = {
  apply(plan) {
    plan.commit();
  },
  revert(plan) {
    plan.rollback();
  },
};

/** Whether the number of parts that changed or lost their current place is within the limit. */
export const isWithinLimit = (plan: Plan): boolean =>
  plan.instance.maxReassignments < 0 || plan.reassignments() <= plan.instance.maxReassignments;

/** Draws a part without a place if one of `tries` draws finds one; otherwise any part. */
export const drawUnplaced = (plan: Plan, parts: Int32Array, tries: number, random: Random): number => {
  for (let i = 0; i < tries; i++) {
    const part = parts[random.below(parts.length)];
    if (plan.placement[part] < 0) return part;
  }
  return parts[random.below(parts.length)];
};

/** The cheapest resource other than `except` that costs less than leaving the part out, or −1. */
export const cheapestPlace = (plan: Plan, part: number, except = -1): number => {
  const { arcStart, arcResource, arcCost, unassignedCost } = plan.instance;
  let place = -1;
  let least = 0;
  for (let arc = arcStart[part]; arc < arcStart[part + 1]; arc++) {
    // Shared costs are never negative, so an arc whose own cost is no better than the best delta cannot win.
    if (arcCost[arc] - unassignedCost[part] >= least || arcResource[arc] === except) continue;
    const delta = plan.addArcDelta(part, arc, least);
    if (delta >= least) continue;
    least = delta;
    place = arcResource[arc];
  }
  return place;
};

/** Writes every part that would be in conflict with the part there (by overlap, hard buffer or hard adjacency) to `found`. */
export const inTheWay = (plan: Plan, part: number, resource: number, found: number[]): void => {
  plan.findConflicting(part, resource);
  found.length = 0;
  for (let i = 0; i < plan.partnerCount; i++) found.push(plan.partners[i]);
};
