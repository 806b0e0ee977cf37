import type { PlanningState } from '../../db/versions/planningState.ts';

/** Maximum number of operations for compiling on the event loop, which then takes a few milliseconds. */
export const MOST_COMPILED_HERE = 1000;

/** Whether the planning should be compiled in a worker thread if the caller can wait for that. */
export const isLarge = (state: PlanningState): boolean => state.count('operation') > MOST_COMPILED_HERE;
