import { pricesFrom } from '../prices/keptPrices.ts';
import { dive, FIRST_DIVE } from './dives.ts';
import type { SearchState } from './state.ts';

/** The iterations of the ascent: on all arcs, and then only on those near an optimum. */
const COARSE = { day: 40, large: 20 } as const;
const FINE = { day: 80, large: 60 } as const;
/** The first dive is short, so that there is a plan soon. */
const SOON = { iterations: 5, share: 0.1 };
/** The share of the time for the opening that the first ascent gets; the dive after it takes about as long. */
const ASCENT_SHARE = 0.5;
/** If the gap is larger than this after the first plan, the kept search is of little use. */
const STALE_GAP = 0.05;
/** If the gap is larger than this after the second plan, an ascent from the beginning is better. */
const GOOD_GAP = { day: 0.003, large: 0.01 } as const;

/**
 * Starts from the multipliers that an earlier search of the planning kept: a short ascent and a first plan, then a finer ascent and a better
 * plan. Returns whether they are as good as those of an ascent from the beginning. If not, the caller runs that ascent, which keeps the
 * better bound and plan.
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
