import { hasPairs } from '../paths/pairPrices.ts';
import { dive } from './dives.ts';
import { tighten, TIGHTENING } from './pairTightening.ts';
import type { SearchState } from './state.ts';

const FEW_PARTS = 40;
const FEW_POSITIONS = 30_000;
const VERY_MANY_POSITIONS = 3_000_000;
/** A larger gap after the first dive means that the prices are not there yet. */
const SHORT_ASCENT_GAP = 0.003;
/** A larger share gained by larger steps says the same of the prices. */
const REHEATED_GAIN = 0.0003;
/** The first plan of a further thread: soon, since the first thread dives slowly. */
const FAST_DIVE = { iterations: 10, share: 0.06 };

/**
 * The ascent and a first dive; a longer ascent when the gap says that the first was too short. Further threads help with
 * the first ascent, and dive from its prices.
 */
export const open = (state: SearchState): void => {
  const { ascent, isLarge, relaxation } = state;
  const { exact, model } = relaxation;
  const first = firstIterations(state);
  if (state.isFollower) return follow(state, first);
  // A week has many a peak that needs its time, and no time for a second ascent.
  climb(state, first, ascent.isQuick && !isLarge);
  tighten(state, 3 * TIGHTENING);
  if (!exact || model.partCount < FEW_PARTS || isLarge) return;
  state.adopt();
  const isGood = (): boolean => state.gap() <= SHORT_ASCENT_GAP || state.isDone();
  if (isGood()) return;
  if (ascent.isQuick) {
    climb(state, first, false);
    if (isGood()) return;
  }
  const before = ascent.bound;
  ascent.reheat(first >> 1);
  if (ascent.bound - before > REHEATED_GAIN * Math.abs(before)) climb(state, 2 * first, false);
  else ascent.renewMarginals();
  state.publishPrices();
};

const follow = (state: SearchState, first: number): void => {
  const { ascent, crew, relaxation, run } = state;
  // Rough prices soon, for a first plan; good ones come from the first thread.
  if (crew === null) return climb(state, first >> 2, ascent.isQuick);
  crew.help(relaxation, ascent.dual, run.stop);
  state.adopt();
  if (!state.isDone()) dive(state, FAST_DIVE);
};

const climb = (state: SearchState, first: number, isQuick: boolean): void => {
  if (state.isDone()) return;
  const { ascent, isLarge } = state;
  const before = ascent.iterations;
  ascent.climb(isQuick ? first >> 1 : first, isLarge ? first >> 1 : first, isQuick);
  state.iterations += ascent.iterations - before;
  ascent.renewMarginals();
  if (!state.isFollower) state.publishPrices();
  state.crew?.close();
  if (!state.isDone()) dive(state, { iterations: 20, share: 0.03 });
};

const firstIterations = ({ relaxation, isLarge }: SearchState): number => {
  const { model } = relaxation;
  const positions = model.part.length;
  if (model.partCount < FEW_PARTS || hasPairs(relaxation)) return 300;
  if (positions < FEW_POSITIONS) return 1600;
  if (!isLarge) return 1000;
  return positions < VERY_MANY_POSITIONS ? 1500 : 500;
};
