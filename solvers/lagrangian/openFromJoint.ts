import { Plan } from '../../engine/board/plan.ts';
import { FAST_DIVE, refineAfterPlan } from './climb.ts';
import { dive } from './dives.ts';
import type { SearchState } from './state.ts';

/** If the gap is larger than this, prices on both sides of a cut may contradict one another, which large steps mend. */
const FINE_GAP = 0.01;
const MENDING = { coarse: 80, fine: 60, high: 60 } as const;
/** If the gap is larger than this afterwards, the prices have not converged. */
const MOST_GAP = 0.02;

/**
 * Starts from prices and a plan that the threads of the run found together, each on a block of the horizon. Returns whether they are as good as those
 * of an ascent on the whole. If not, the caller runs that ascent, which keeps the better bound and plan.
 */
export const openFromJoint = (state: SearchState, joint: Float64Array, seconds: () => number): boolean => {
  const { ascent, relaxation } = state;
  state.beginFrom(Float64Array.from(relaxation.partOf, (part) => joint[part]));
  state.publishPrices();
  state.sharedSweep?.close();
  const contradict = state.gap() > FINE_GAP;
  if (contradict) {
    state.mend(new Plan(relaxation.instance, state.best.placement));
    if (!state.isDone()) ascent.resume(MENDING, seconds());
  } else if (!state.run.kept) state.repair();
  refineAfterPlan(state, seconds());
  if (contradict && !state.isDone()) dive(state, FAST_DIVE);
  // Prices that an earlier search kept say only now where the plan loses.
  else if (!state.isDone()) state.repair();
  return state.isDone() || state.gap() <= MOST_GAP;
};

/** A further thread takes over the plan that the first one joined, and joins it with another one. */
export const followJoint = (state: SearchState, joint: Float64Array): void => {
  state.beginFrom(Float64Array.from(state.relaxation.partOf, (part) => joint[part]));
  state.adopt();
  if (!state.isDone()) dive(state, FAST_DIVE);
};
