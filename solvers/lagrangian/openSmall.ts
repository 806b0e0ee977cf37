import { capacityPrices } from '../integer/capacityPrices.ts';
import { climb, climbBy, FAST_DIVE } from './climb.ts';
import { dive } from './dives.ts';
import { isNear, proveEarly } from './proofs.ts';
import type { SearchState } from './state.ts';

/** With more columns than this, the linear program on the numbers of rows takes longer than the iterations that it saves. */
const MOST_COLUMNS = 2500;
/** Share of an ascent's time that this program may take. */
const PROGRAM_SHARE = 0.3;
/** First step from the program's prices, in price units, and shares of the iterations. */
const FROM_CAPACITY = { high: 15, first: 0.09, fine: 0.16 } as const;
/** Shares of the iterations from above, where the rows differ too much for the program. */
const FROM_ABOVE = { first: 0.31, fine: 0.16 } as const;
/** The shares of an ascent from above that follows where the first one has not converged; to continue from its prices does not help. */
const MEDIUM = { first: 0.5, fine: 0.19 } as const;
/** The most fast dives; where the first one leaves out a part too many, the next one mostly does not. */
const MOST_DIVES = 3;

/** Whether a short ascent, a fast dive and the proofs often solve it. */
export const maySolveEarly = (state: SearchState): boolean => state.isEasy && state.ascent.isQuick;

/** Makes a short ascent and fast dives, and proves what it can. Then lets further threads begin, and makes the proper ascent. Returns true when the first one was hurried. */
export const openSmall = (state: SearchState, first: number): boolean => {
  const isHurried = climbShort(state, first);
  for (let q = 1; q < MOST_DIVES && !isNear(state) && !state.isDone(); q++) dive(state, FAST_DIVE);
  if (!isNear(state)) climb(state, first, true, MEDIUM);
  if (!state.isDone()) proveEarly(state);
  state.letOthersBegin();
  climb(state, first, false);
  if (!state.isDone()) proveEarly(state);
  return isHurried;
};

/** The ascent begins at the prices of a linear program that counts the rows: these say what crowded moments cost, which takes most of the iterations from above. */
const climbShort = (state: SearchState, first: number): boolean => {
  const { ascent, relaxation, run } = state;
  const { high, ...shares } = FROM_CAPACITY;
  return climbBy(state, true, (seconds) => {
    const limitSeconds = run.parameters.stepLimit === null ? PROGRAM_SHARE * seconds : null;
    const since = run.elapsedSeconds();
    const known = capacityPrices(relaxation.model, { limitSeconds, stop: run.stop }, MOST_COLUMNS);
    const from = known === null ? FROM_ABOVE : shares;
    const [coarse, fine] = [Math.round(from.first * first), Math.round(from.fine * first)];
    const left = run.parameters.stepLimit === null ? seconds - (run.elapsedSeconds() - since) : seconds;
    if (known === null) ascent.climb(coarse, fine, true, left);
    else ascent.climbFrom(known, high, coarse, fine, left);
  });
};
