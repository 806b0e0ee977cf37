import type { PlanningState } from '../../db/versions/planningState.ts';
import type { CostLevels } from '../../engine/objective/score.ts';
import { TASK_MEMBER, TASK_ROLES } from '../entities/task.ts';
import type { VirtualState } from '../types.ts';

/**
 * What the delays cost that a virtual state imposes on top of the stored ones, in hundredths: each begun minute, as in a strategy. A delay of something
 * that has happened is none.
 */
export const imposedDelayCost = (
  state: PlanningState,
  { operations = [] }: VirtualState,
  delayCost: number,
): number => {
  let minutes = 0;
  for (const operation of operations) {
    const seconds = TASK_ROLES.map((role) => {
      const stored = state.taskOf(operation.id, role)?.fields;
      const task = operation[TASK_MEMBER[role]];
      if (stored === undefined || task?.imposedDelayInSeconds == null) return 0;
      const actual = task.actualTime === undefined ? stored.actualTime : task.actualTime;
      return actual === null ? task.imposedDelayInSeconds - stored.imposedDelayInSeconds : 0;
    });
    minutes += Math.ceil(Math.max(0, ...seconds) / 60);
  }
  return minutes * delayCost;
};

/** Costs with that of delays, in the same unit. */
export const withDelay = (levels: CostLevels, cost: number): CostLevels => ({
  ...levels,
  delay: levels.delay + cost,
  total: Math.round(100 * (levels.total + cost)) / 100,
});
