import type { ClimbFrom } from '../prices/ascent.ts';
import { climbFromCapacity } from '../prices/climbFromCapacity.ts';
import { secondsLeft } from '../secondsLeft.ts';
import type { Run } from '../solver.ts';
import { dive, FIRST_DIVE } from './dives.ts';
import type { SearchState } from './state.ts';

/** Share of the remaining time that an ascent may take. */
const ASCENT_SHARE = 0.6;
/** An ascent that used a larger share of its time than this was cut short. */
const HURRIED_SHARE = 0.8;
/** A fast dive, for the first plan of a further thread, and for runs that are short of time. */
export const FAST_DIVE = { iterations: 10, share: 0.06 };

/** Iterations that make the prices of a large model finer once there is a plan. */
const FINER = 150;

/** The iterations of an ascent on all positions, and those on ever fewer ones; see `Ascent.climb`. */
type Iterations = Pick<ClimbFrom, 'first' | 'fine'>;

/** Makes an ascent from above and a dive. Returns true when time was so short that both had to be short. */
export const climb = (state: SearchState, first: number, isQuick: boolean): boolean =>
  climbFromAbove(
    state,
    { first: isQuick ? first >> 1 : first, fine: state.isLarge ? first >> 1 : first },
    isQuick,
    false,
  );

/** Like `climb`, with a fast dive. `isQuick`: the correction by kind replaces iterations. */
export const climbFromAbove = (
  state: SearchState,
  { first, fine }: Iterations,
  isQuick = true,
  isFast = true,
): boolean => {
  const raise = (seconds: number): boolean => {
    state.ascent.climb(first, fine, isQuick, seconds);
    return true;
  };
  return climbBy(state, isFast, raise) === true;
};

/**
 * Like `climb`, from the prices of a linear program on the numbers of rows. Returns null without an ascent if the rows differ too much for the
 * program, or if it does not end in time.
 */
export const climbFromProgram = (state: SearchState, iterations: ClimbFrom, isFast: boolean): boolean | null => {
  const { relaxation, ascent, run } = state;
  return climbBy(state, isFast, (seconds) => climbFromCapacity(relaxation, ascent, run, iterations, seconds));
};

/**
 * Raises the bound by `raise`, which receives the seconds that it may take, and makes a dive. Returns true if time was so short that both had to be
 * cut short, and null if `raise` did nothing.
 */
const climbBy = (state: SearchState, isFast: boolean, raise: (seconds: number) => boolean): boolean | null => {
  if (state.isDone()) return false;
  const { ascent, run } = state;
  const since = run.elapsedSeconds();
  const seconds = mostSeconds(run);
  if (!raise(seconds)) return null;
  const isHurried = run.elapsedSeconds() - since > HURRIED_SHARE * seconds;
  ascent.renewMarginals();
  if (!state.isFollower) state.publishPrices();
  state.sharedSweep?.close();
  // A fast dive that is mended is as good as a slow one, but a small model's is not mended.
  const mayBeFast = state.relaxation.exact && !state.isSmall;
  if (!state.isDone()) dive(state, isHurried || isFast || mayBeFast ? FAST_DIVE : FIRST_DIVE);
  return isHurried;
};

/** Goes on with a rough ascent, whose iterations these are, after its plan, and makes another plan. */
export const climbOnAfterPlan = (state: SearchState, iterations: number): void => {
  if (state.isDone()) return;
  const { ascent, run } = state;
  ascent.refineTwice(iterations, mostSeconds(run));
  ascent.renewMarginals();
  state.publishPrices();
  if (!state.isDone()) dive(state, FAST_DIVE);
};

/** Makes the prices of a large model finer, after its first plan, which does not need that. */
export const refineAfterPlan = (state: SearchState, seconds: number): void => {
  if (state.isDone()) return;
  const { ascent } = state;
  ascent.refineThrice(FINER, seconds);
  ascent.renewMarginals();
};

/** Returns the seconds that an ascent may take so that a dive can follow it; infinity for a run under a step limit. */
export const mostSeconds = (run: Run): number => ASCENT_SHARE * secondsLeft(run);
