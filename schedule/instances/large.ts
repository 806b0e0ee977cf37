import type { PlanningState } from '../../db/versions/planningState.ts';

/** Operations of a planning that is compiled within a few milliseconds. */
export const MOST_COMPILED_HERE = 1000;

/** Compiled in a thread, where that can be waited for. */
export const isLarge = (state: PlanningState): boolean => state.count('operation') > MOST_COMPILED_HERE;
