import { climb, climbFromAbove, climbFromProgram, FAST_DIVE } from './climb.ts';
import { dive } from './dives.ts';
import { isNear, proveEarly } from './proofs.ts';
import type { SearchState } from './state.ts';
import { proveWholeEarly } from './wholeProof.ts';

/** The ascent from the prices of a linear program on the numbers of rows. */
const FROM_PROGRAM = { high: 15, first: 144, fine: 256 } as const;
/** The iterations of an ascent from above, where the rows differ too much for the program. */
const FROM_ABOVE = { first: 496, fine: 256 } as const;
/** Those of an ascent from above that follows where the first one has not converged; to continue from its prices does not help. */
const MEDIUM = { first: 800, fine: 304 } as const;
/** The most fast dives; where the first one leaves out a part too many, the next one mostly does not. */
const MOST_DIVES = 3;

/** Whether a short ascent, a fast dive and the proofs often solve it. */
export const maySolveEarly = (state: SearchState): boolean => state.isEasy && state.ascent.isQuick;

/**
 * Makes a short ascent and fast dives, and proves what it can. Then lets further threads begin, and makes the proper ascent. Returns true when the first
 * one was hurried.
 */
export const openSmall = (state: SearchState, first: number): boolean => {
  const isHurried = climbFromProgram(state, FROM_PROGRAM, true) ?? climbFromAbove(state, FROM_ABOVE);
  for (let q = 1; q < MOST_DIVES && !isNear(state) && !state.isDone(); q++) dive(state, FAST_DIVE);
  if (!isNear(state)) climbFromAbove(state, MEDIUM);
  if (!state.isDone()) proveEarly(state);
  if (!isNear(state) && !state.isDone()) proveWholeEarly(state);
  state.letOthersBegin();
  climb(state, first, false);
  if (!state.isDone()) proveEarly(state);
  return isHurried;
};
