import { planReasons, type ReasonRecord } from '../../engine/explain/planReasons.ts';
import { placementOf } from '../../engine/instance/assignments.ts';
import type { EntryUpdate, PlanningJudge } from './planningJudge.ts';

/** Whoever drags meanwhile waits for no longer. */
const MOST_MS = 400;

/** Why the operation has no place, and what would have to give way, if others stood as told; null: it has one, or no such part. */
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
