import { pricesFrom } from '../prices/keptPrices.ts';
import { dive, FIRST_DIVE } from './dives.ts';
import type { SearchState } from './state.ts';

/** Iterations on everything, and on what lies near. */
const COARSE = { day: 40, large: 20 } as const;
const FINE = { day: 80, large: 60 } as const;
/** The first plan: soon. */
const SOON = { iterations: 5, share: 0.1 };
/** A dive takes about as long as the ascent before it. */
const ASCENT_SHARE = 0.5;
/** A larger gap after that plan means that what was kept is of little use. */
const STALE_GAP = 0.05;
/** A larger one after the better plan: of less use than an ascent from nothing. */
const GOOD_GAP = { day: 0.003, large: 0.01 } as const;

/**
 * Opens from what an earlier search of the planning left: a short ascent and a plan soon, then finer prices and a better plan. True where
 * they are as good as those of an ascent from nothing; else that follows, and keeps what is better.
 */
export const openFromKept = (state: SearchState, first: number, seconds: () => number): boolean => {
  const { ascent, isLarge, relaxation, run } = state;
  if (run.kept === undefined || run.kept === null || state.isDone()) return false;
  const prices = pricesFrom(relaxation, ascent, run.kept);
  if (prices === null) return false;
  const before = ascent.iterations;
  const size = isLarge ? 'large' : 'day';
  ascent.beginFrom(prices);
  ascent.resume(COARSE[size], FINE[size], ASCENT_SHARE * seconds());
  ascent.renewMarginals();
  if (!state.isDone()) dive(state, SOON);
  if (state.gap() <= STALE_GAP && !state.isDone()) {
    ascent.refineThrice(isLarge ? first >> 1 : first, seconds());
    ascent.renewMarginals();
    if (!state.isDone()) dive(state, FIRST_DIVE);
  }
  state.iterations += ascent.iterations - before;
  return state.isDone() || state.gap() <= GOOD_GAP[size];
};
