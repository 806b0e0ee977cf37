import type { PlanningState } from '../../db/versions/planningState.ts';

/** A planning that is written to all the time is judged under the lock in the end. */
const MOST_TIMES = 3;

/** A judgment of the state of now: made again where the planning moved on while it was made. */
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
