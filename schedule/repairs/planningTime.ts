import { TASK_ROLES } from '../entities/task.ts';
import type { PlanningState } from '../../db/versions/planningState.ts';
import { operationWindow } from '../tasks/window.ts';

/**
 * What counts as now in a planning, in epoch milliseconds: the clock. A planning whose last operation ended more than a day ago is replayed, as the
 * demo days are: there the latest actual time counts as now, or the start of its first operation until an actual time is known.
 */
export const planningTime = (state: PlanningState, clock: number): number => {
  let [first, actual] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { id } of state.all('operation')) {
    const window = operationWindow(state, id);
    if (window === null) continue;
    if (window.end > clock - DAY_MS) return clock;
    if (window.start < first) first = window.start;
    for (const role of TASK_ROLES) {
      const at = state.taskOf(id, role)?.fields.actualTime;
      if (at != null && at > actual) actual = at;
    }
  }
  return first === Number.POSITIVE_INFINITY ? clock : Math.max(actual, first);
};

const DAY_MS = 86_400_000;
