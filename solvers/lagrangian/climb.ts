import type { Run } from '../solver.ts';
import { dive, FIRST_DIVE } from './dives.ts';
import type { SearchState } from './state.ts';

/** Share of the remaining time that an ascent may take. */
const ASCENT_SHARE = 0.6;
/** An ascent that used a larger share of its time than this was cut short. */
const HURRIED_SHARE = 0.8;
/** A fast dive, for the first plan of a further thread, because the first thread dives slowly, and for runs that are short of time. */
export const FAST_DIVE = { iterations: 10, share: 0.06 };

/** Shares of the iterations. */
export interface Shares {
  readonly first: number;
  readonly fine: number;
}

/** Makes an ascent, of shares of the iterations if there are any, and a dive. Returns true when time was so short that both had to be short. */
export const climb = (state: SearchState, first: number, isQuick: boolean, shares: Shares | null = null): boolean => {
  const { ascent, isLarge } = state;
  return climbBy(state, shares !== null, (seconds) => {
    if (shares !== null)
      ascent.climb(Math.round(shares.first * first), Math.round(shares.fine * first), isQuick, seconds);
    else ascent.climb(isQuick ? first >> 1 : first, isLarge ? first >> 1 : first, isQuick, seconds);
  });
};

/** Raises the bound by `raise`, which receives the seconds that it may take, and makes a dive. Returns true when time was so short that both had to be short. */
export const climbBy = (state: SearchState, isFast: boolean, raise: (seconds: number) => void): boolean => {
  if (state.isDone()) return false;
  const { ascent, run } = state;
  const before = ascent.iterations;
  const since = run.elapsedSeconds();
  const seconds = mostSeconds(run);
  raise(seconds);
  const isHurried = run.elapsedSeconds() - since > HURRIED_SHARE * seconds;
  state.iterations += ascent.iterations - before;
  ascent.renewMarginals();
  if (!state.isFollower) state.publishPrices();
  state.sharedSweep?.close();
  if (!state.isDone()) dive(state, isHurried || isFast ? FAST_DIVE : FIRST_DIVE);
  return isHurried;
};

/** Returns the seconds that an ascent may take so that a dive can follow it; infinity for a run under a step limit. */
export const mostSeconds = ({ parameters: { stepLimit, timeLimitSeconds }, elapsedSeconds }: Run): number =>
  stepLimit === null ? ASCENT_SHARE * (timeLimitSeconds - elapsedSeconds()) : Number.POSITIVE_INFINITY;
