import { hasPairs } from '../model/pairTerms.ts';
import { FEW_PARTS, isInexactDay } from '../model/relaxation.ts';
import { climb, climbFromProgram, climbOnAfterPlan, FAST_DIVE, mostSeconds, refineAfterPlan } from './climb.ts';
import { dive, FIRST_DIVE } from './dives.ts';
import { raiseByCount } from './leftOutCount.ts';
import { sweepFirst } from './divesNearPlan.ts';
import { followJoint, openFromJoint } from './openFromJoint.ts';
import { openFromKept } from './openFromKept.ts';
import { tightenFirst } from './pairTightening.ts';
import { maySolveEarly, openSmall } from './openSmall.ts';
import type { SearchState } from './state.ts';

/** The ascent from the prices of a linear program on the numbers of rows; some fine iterations follow the first plan. */
const FROM_PROGRAM = { high: 15, first: 144, fine: 400 } as const;
const ROUGHLY = { ...FROM_PROGRAM, isRough: true } as const;
const SOONER = { high: 20, first: 144, fine: 200 } as const;
const VERY_MANY_POSITIONS = 3_000_000;
/** A larger gap after the first dive means that the prices have not converged. */
const SHORT_ASCENT_GAP = 0.003;
/** After a plan has been repaired, a gap of more than this share of the cost of leaving a part out is probably that of half a part. */
const HALF_PART = 0.3;
/** When the prices leave a larger gap than this, they may begin anew from those of the busiest moments. */
const PEAK_GAP = 0.03;
/** When a reheat raises the bound by a larger share than this, the prices have not converged. */
const REHEATED_GAIN = 0.0003;

/**
 * Makes the ascent and a first dive, and a longer ascent when the gap shows that the first was too short. Further threads help with the
 * first ascent, unless the model is small, and dive from its prices.
 */
export const open = (state: SearchState): void => {
  const first = firstIterations(state);
  if (state.isFollower) {
    follow(state, first);
    return;
  }
  lead(state, first);
  state.letOthersBegin();
};

const lead = (state: SearchState, first: number): void => {
  const seconds = (): number => mostSeconds(state.run);
  const { joint } = state;
  if (joint === null ? openFromKept(state, first, seconds) : openFromJoint(state, joint, seconds)) {
    state.publishPrices();
    state.sharedSweep?.close();
    tightenFirst(state);
    sweepFirst(state);
    return;
  }
  if (!maySolveEarly(state)) state.letOthersBegin();
  const isHurried = maySolveEarly(state) ? openSmall(state, first) : climbFirst(state, first);
  raisePeaks(state, first);
  tightenFirst(state);
  sweepFirst(state);
  const { isLarge, relaxation } = state;
  if (!relaxation.exact || relaxation.model.partCount < FEW_PARTS || isLarge || isHurried) return;
  state.adopt();
  if (!isGood(state)) raiseByCount(state, HALF_PART);
  climbOn(state, first);
};

/** From above, a large model skips the quick ascent: its many peaks need the iterations, and there is no time for a second ascent. */
const climbFirst = (state: SearchState, first: number): boolean => {
  const { isLarge, relaxation } = state;
  const isRough = !isLarge && relaxation.exact;
  const isHurried = climbFromProgram(state, isLarge ? SOONER : isRough ? ROUGHLY : FROM_PROGRAM, false);
  if (isHurried === null) {
    if (!isLarge) state.raiseToFloor();
    return climb(state, first, !isLarge && state.ascent.isQuick);
  }
  if (isLarge) {
    refineAfterPlan(state, mostSeconds(state.run));
    state.publishPrices();
  } else if (isRough && !isHurried) climbOnAfterPlan(state, ROUGHLY.fine);
  return isHurried;
};

const raisePeaks = (state: SearchState, first: number): void => {
  if (state.isDone() || state.priceGap() <= PEAK_GAP) return;
  if (state.raiseAtPeaks() && !state.isDone()) {
    state.ascent.reheat(first);
    state.ascent.renewMarginals();
    if (!state.isDone()) dive(state, FIRST_DIVE);
  }
};

/** Goes on while the gap is wide: with the proper ascent if there was only a quick one, and from reheated prices. */
const climbOn = (state: SearchState, first: number): void => {
  const { ascent } = state;
  if (isGood(state) || state.isDone()) return;
  if (ascent.isQuick && !state.isEasy) {
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

const follow = (state: SearchState, first: number): void => {
  const { ascent, sharedSweep, relaxation, run, joint } = state;
  if (joint !== null) {
    followJoint(state, joint);
    return;
  }
  if (maySolveEarly(state)) {
    // It may not have waited, because it has fewer positions than places; now the first thread has good prices.
    state.board?.awaitRelease(run.stop);
    state.adopt();
    if (!state.isDone()) dive(state, FAST_DIVE);
    return;
  }
  // A short ascent gives rough prices for a first plan; good prices come from the first thread.
  if (sharedSweep === null) {
    climb(state, isInexactDay(relaxation) ? first : first >> 2, ascent.isQuick);
    if (isInexactDay(relaxation)) tightenFirst(state);
    return;
  }
  if (!sharedSweep.isClosed) sharedSweep.help(ascent.whole, ascent.dual, run.stop);
  state.adopt();
  if (!state.isDone()) dive(state, FAST_DIVE);
  if (isInexactDay(relaxation)) tightenFirst(state);
};

const firstIterations = ({ relaxation, isLarge, isSmall }: SearchState): number => {
  const { model } = relaxation;
  const positions = model.part.length;
  if (model.partCount < FEW_PARTS || hasPairs(relaxation)) return 300;
  if (isSmall) return 1600;
  if (!isLarge) return 1000;
  return positions < VERY_MANY_POSITIONS ? 1500 : 500;
};
