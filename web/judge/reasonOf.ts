import { planReasons, type ReasonRecord } from '../../engine/explain/planReasons.ts';
import { placementOf } from '../../engine/instance/assignments.ts';
import type { EntryUpdate, PlanningJudge } from './planningJudge.ts';

/** The time limit, since a user who drags in the meantime has to wait for it. */
const MOST_MS = 400;

/** Why the operation has no place and which changes would help, if others were placed as in `under`; null when it has a place, or no window. */
export const reasonOf = (
  judge: PlanningJudge,
  operation: string,
  under: readonly EntryUpdate[],
): ReasonRecord | null => {
  const found = judge.lookUp(operation, 0, under);
  if (found === null) return null;
  const { instance, part, timezone } = found;
  const placement = placementOf(instance);
  if (placement[part] >= 0) return null;
  const until = performance.now() + MOST_MS;
  const { reasons } = planReasons(instance, placement, { part, timezone, stop: () => performance.now() > until });
  return reasons[0] ?? null;
};
