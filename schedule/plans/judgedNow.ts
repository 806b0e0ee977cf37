import type { PlanningState } from '../../db/versions/planningState.ts';

/** Maximum number of attempts. A planning that changes all the time is then judged again under the lock. */
const MOST_TIMES = 3;

/** Judges the current state, and repeats this if the planning changed meanwhile. Returns the judged state with the judgment. */
export const judgedNow = async <T>(
  read: () => Promise<PlanningState>,
  judge: (state: PlanningState) => Promise<T>,
): Promise<{ readonly state: PlanningState; readonly judged: T }> => {
  let state = await read();
  for (let times = 1; ; times++) {
    const judged = await judge(state);
    const now = await read();
    if (now.change === state.change || times === MOST_TIMES) return { state, judged };
    state = now;
  }
};
