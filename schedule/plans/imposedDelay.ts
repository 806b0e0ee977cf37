import type { TaskRole } from '../../db/versions/entities.ts';
import type { PlanningState } from '../../db/versions/planningState.ts';
import type { CostLevels } from '../../engine/objective/score.ts';
import { TASK_MEMBER, TASK_ROLES } from '../entities/task.ts';
import type { VirtualState } from '../types.ts';

/**
 * What the delays cost that a virtual state imposes on top of the stored ones, in hundredths: each begun minute, as in a strategy. A delay of something
 * that has happened is none. Of several entries for one operation, the last that says something counts.
 */
export const imposedDelayCost = (
  state: PlanningState,
  { operations = [] }: VirtualState,
  delayCost: number,
): number => {
  let minutes = 0;
  for (const [id, entries] of Map.groupBy(operations, (operation) => operation.id)) {
    const seconds = TASK_ROLES.map((role) => {
      const imposed = imposedDelayOf(state, id, role, entries);
      return imposed === null ? 0 : imposed - (state.taskOf(id, role)?.fields.imposedDelayInSeconds ?? 0);
    });
    minutes += Math.ceil(Math.max(0, ...seconds) / 60);
  }
  return minutes * delayCost;
};

/** The delay imposed on a task under a virtual state's entries for its operation, in seconds; null if the task is missing or has happened. */
export const imposedDelayOf = (
  state: PlanningState,
  operation: string,
  role: TaskRole,
  entries: NonNullable<VirtualState['operations']>,
): number | null => {
  const stored = state.taskOf(operation, role)?.fields;
  if (stored === undefined) return null;
  let imposed = stored.imposedDelayInSeconds;
  let hasHappened = stored.actualTime !== null;
  for (const { [TASK_MEMBER[role]]: task } of entries) {
    imposed = task?.imposedDelayInSeconds ?? imposed;
    if (task?.actualTime !== undefined) hasHappened = task.actualTime !== null;
  }
  return hasHappened ? null : imposed;
};

/** Costs with that of delays, in the same unit. */
export const withDelay = (levels: CostLevels, cost: number): CostLevels => ({
  ...levels,
  delay: levels.delay + cost,
  total: Math.round(100 * (levels.total + cost)) / 100,
});
