import type { Run } from '../solver.ts';
import { hasPairs } from '../model/pairTerms.ts';
import { isRichDay } from '../model/relaxation.ts';
import { dive, FIRST_DIVE } from './dives.ts';
import { openFromKept } from './openFromKept.ts';
import { tightenFirst } from './pairTightening.ts';
import { isNear, proveEarly } from './proofs.ts';
import type { SearchState } from './state.ts';

const FEW_PARTS = 40;
const VERY_MANY_POSITIONS = 3_000_000;
/** A larger gap after the first dive means that the prices have not converged. */
const SHORT_ASCENT_GAP = 0.003;
/** When the prices leave a larger gap than this, they may begin anew from those of the busiest moments. */
const PEAK_GAP = 0.03;
/** When a reheat raises the bound by a larger share than this, the prices have not converged. */
const REHEATED_GAIN = 0.0003;
/** Share of the remaining time that an ascent may take. */
const ASCENT_SHARE = 0.6;
/** An ascent that used a larger share of its time than this was cut short. */
const HURRIED_SHARE = 0.8;
/** Shares of the iterations that a small model, whose exact search takes little time, makes first where its parts have kinds. */
const SHORT_ASCENT = { first: 0.31, fine: 0.16 };
/** The shares of an ascent from above that follows where the short one has not converged; to continue from its prices does not help. */
const MEDIUM_ASCENT = { first: 0.5, fine: 0.19 };
/** A fast dive, for the first plan of a further thread, because the first thread dives slowly, and for runs that are short of time. */
const FAST_DIVE = { iterations: 10, share: 0.06 };

type Shares = typeof SHORT_ASCENT;

/**
 * Makes the ascent and a first dive, and a longer ascent when the gap shows that the first was too short. Further threads help with the
 * first ascent and dive from its prices.
 */
export const open = (state: SearchState): void => {
  const first = firstIterations(state);
  if (state.isFollower) {
    follow(state, first);
    return;
  }
  if (openFromKept(state, first, () => mostSeconds(state.run))) {
    state.publishPrices();
    state.sharedSweep?.close();
    tightenFirst(state);
    return;
  }
  state.board?.letFollow();
  const isHurried = climbFirst(state, first);
  raisePeaks(state, first);
  tightenFirst(state);
  const { isLarge, relaxation } = state;
  if (!relaxation.exact || relaxation.model.partCount < FEW_PARTS || isLarge || isHurried) return;
  state.adopt();
  climbOn(state, first);
};

/** Makes a quick ascent where one may do, and then the proper one. Returns true when the first was hurried. */
const climbFirst = (state: SearchState, first: number): boolean => {
  const { isQuick } = state.ascent;
  const shares = earlyShares(state);
  // A large model skips the quick ascent: its many peaks need the iterations, and there is no time for a second ascent.
  const isHurried = climb(state, first, isQuick && !state.isLarge, shares);
  if (shares !== null && !state.isDone()) {
    if (!isNear(state)) climb(state, first, true, MEDIUM_ASCENT);
    proveEarly(state);
    climb(state, first, false);
    proveEarly(state);
  }
  return isHurried;
};

const raisePeaks = (state: SearchState, first: number): void => {
  if (state.priceGap() > PEAK_GAP && state.raiseAtPeaks() && !state.isDone()) {
    state.ascent.reheat(first);
    state.ascent.renewMarginals();
    if (!state.isDone()) dive(state, FIRST_DIVE);
  }
};

/** Goes on while the gap is wide: with the proper ascent if there was only a quick one, and from reheated prices. */
const climbOn = (state: SearchState, first: number): void => {
  const { ascent } = state;
  if (isGood(state) || state.isDone()) return;
  if (ascent.isQuick && !maySolveEarly(state)) {
    climb(state, first, false);
    if (isGood(state) || state.isDone()) return;
  }
  const before = ascent.bound;
  ascent.reheat(first >> 1);
  if (ascent.bound - before > REHEATED_GAIN * Math.abs(before)) climb(state, 2 * first, false);
  else ascent.renewMarginals();
  state.publishPrices();
};

const isGood = (state: SearchState): boolean => state.gap() <= SHORT_ASCENT_GAP;

/** A small model without other terms is often solved by a short ascent, a fast dive and the proofs. */
const maySolveEarly = ({ isSmall, relaxation }: SearchState): boolean =>
  isSmall && relaxation.exact && relaxation.model.partCount >= FEW_PARTS;

const earlyShares = (state: SearchState): Shares | null =>
  state.ascent.isQuick && maySolveEarly(state) ? SHORT_ASCENT : null;

const follow = (state: SearchState, first: number): void => {
  const { ascent, sharedSweep, relaxation, run } = state;
  // A short ascent gives rough prices for a first plan; good prices come from the first thread.
  if (sharedSweep === null) {
    climb(state, isRichDay(relaxation) ? first : first >> 2, ascent.isQuick, earlyShares(state));
    if (isRichDay(relaxation)) tightenFirst(state);
    return;
  }
  sharedSweep.help(ascent.whole, ascent.dual, run.stop);
  state.adopt();
  if (!state.isDone()) dive(state, FAST_DIVE);
  if (isRichDay(relaxation)) tightenFirst(state);
};

/** Makes an ascent, of shares of the iterations if there are any, and a dive. Returns true when time was so short that both had to be short. */
const climb = (state: SearchState, first: number, isQuick: boolean, shares: Shares | null = null): boolean => {
  if (state.isDone()) return false;
  const { ascent, isLarge, run } = state;
  const before = ascent.iterations;
  const since = run.elapsedSeconds();
  const seconds = mostSeconds(run);
  if (shares !== null)
    ascent.climb(Math.round(shares.first * first), Math.round(shares.fine * first), isQuick, seconds);
  else ascent.climb(isQuick ? first >> 1 : first, isLarge ? first >> 1 : first, isQuick, seconds);
  const isHurried = run.elapsedSeconds() - since > HURRIED_SHARE * seconds;
  state.iterations += ascent.iterations - before;
  ascent.renewMarginals();
  if (!state.isFollower) state.publishPrices();
  state.sharedSweep?.close();
  if (!state.isDone()) dive(state, isHurried || shares !== null ? FAST_DIVE : FIRST_DIVE);
  return isHurried;
};

/** Returns the seconds that an ascent may take so that a dive can follow it; infinity for a run under a step limit. */
const mostSeconds = ({ parameters: { stepLimit, timeLimitSeconds }, elapsedSeconds }: Run): number =>
  stepLimit === null ? ASCENT_SHARE * (timeLimitSeconds - elapsedSeconds()) : Number.POSITIVE_INFINITY;

const firstIterations = ({ relaxation, isLarge, isSmall }: SearchState): number => {
  const { model } = relaxation;
  const positions = model.part.length;
  if (model.partCount < FEW_PARTS || hasPairs(relaxation)) return 300;
  if (isSmall) return 1600;
  if (!isLarge) return 1000;
  return positions < VERY_MANY_POSITIONS ? 1500 : 500;
};
