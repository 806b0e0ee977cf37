import type { Plan } from '../../engine/board/plan.ts';
import type { Solution } from '../../engine/objective/score.ts';
import { isWithinLimit } from '../../engine/moves/move.ts';
import { DIVE_WIDTH, type DiveOptions, diveForPlan } from '../prices/dive.ts';
import { OpenPositions } from '../prices/openPositions.ts';
import { LEAST_LOSS } from '../prices/placeAnew.ts';
import type { Round, SearchComponent } from './searchComponent.ts';
import type { SearchState } from './state.ts';
import { joinInTime } from '../model/joinInTime.ts';
import { toPlan } from '../model/translate.ts';

/** With a smaller gap than this, a dive has left out what it must, unless the model is large. */
const MENDED_GAP = 0.003;

/** Plans are joined in time if the earlier one costs less than this multiple of the later one. */
const JOINED = 1.1;

export const FIRST_DIVE = { iterations: 20, share: 0.03 };

/**
 * Makes a plan by a dive from the current prices, over the positions whose min-marginals are near an optimum, or that the last iterations chose.
 * Mends the plan where it may have left out too much.
 */
export const dive = (state: SearchState, way: Omit<DiveOptions, 'step'>, isSoon = false): void => {
  const { run, relaxation, ascent } = state;
  const width = DIVE_WIDTH * relaxation.priceUnit;
  const near = isSoon ? ascent.nearWithin(width) : ascent.within(width);
  const options = { ...way, step: relaxation.priceUnit };
  const open = state.divesKnowPairs ? OpenPositions.of(relaxation, near) : null;
  const { position } = diveForPlan(relaxation, ascent.prices, near, options, run, open);
  const whole = toPlan(relaxation, position);
  state.adoptPlan();
  const before = state.best;
  state.offerPlan(whole);
  if ((open !== null || leavesOutTooMuch(state)) && !state.isDone()) improve(state, whole, before);
};

/**
 * A dive where the plan costs so much more than the prices prove that another one probably leaves out fewer parts. Searches of a few rows mostly find
 * no room for one part more, for which dozens of others must move.
 */
export const diveIfPoor = (state: SearchState): void => {
  const { exact, typicalLeaveOut } = state.relaxation;
  if (exact && state.modelGap() >= LEAST_LOSS * typicalLeaveOut && !state.isDone()) dive(state, FIRST_DIVE);
};

/** Small models are left to the exact searches that follow: with mended plans, fewer of them were proven. */
const leavesOutTooMuch = (state: SearchState): boolean => state.isLarge || (!state.isSmall && state.gap() > MENDED_GAP);

/** A dive often leaves out more than it must. In a large model, the faults of several dives are in different hours. */
const improve = (state: SearchState, plan: Plan, before: Solution): void => {
  const { relaxation } = state;
  if (!isWithinLimit(plan)) plan.load(state.best.placement);
  state.mend(plan);
  if (!state.isDone()) state.repair();
  if (!relaxation.isLong || !relaxation.exact || state.isDone()) return;
  if (before.cost < JOINED * plan.cost) state.offerPositions(joinInTime(relaxation, before.placement, plan.placement));
};

const isDue = ({ number }: Round): boolean => number > 0 && (number < 4 || number % 4 === 1);

/** Slower dives: one in each of the rounds that follow the first one, then one in every fourth. */
export const laterDives: SearchComponent = {
  id: 'later-dives',
  mayPause: isDue,
  start: (state) => (round) => {
    if (isDue(round)) dive(state, { iterations: 20, share: 0.01 });
  },
};
