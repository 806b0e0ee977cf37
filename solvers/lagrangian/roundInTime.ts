import { Plan } from '../../engine/board/plan.ts';
import { pinnedPlacement } from '../../engine/instance/instance.ts';
import { firstPlan } from '../insertion/firstPlan.ts';
import { isInexactDay } from '../model/relaxation.ts';
import { searchWindow, WINDOW_STEPS } from './exactWindow.ts';
import { basisOf, mayBound } from './proofs.ts';
import type { SearchComponent } from './searchComponent.ts';
import type { SearchState } from './state.ts';

/** Iterations of which the paths are counted. */
const ITERATIONS = 200;
/** A part stays where at least this share of the iterations has it. */
const SHARE = 0.5;
const WINDOW_SECONDS = 4 * 3600;
/** The time from the beginning of one window to that of the next. */
const STEP_SECONDS = 2 * 3600;
/** A window's parts choose among positions whose min-marginal is at most this many price units. */
const WIDTH = 1.5;
/** Time limit of one window. */
const MOST_SECONDS = 0.6;

/**
 * Once, over a day where the model is not exact and the first proof has not ended: rounds the prices of pairs to a plan. Parts stay where most
 * paths have them, the others are inserted by regret, and exact windows improve that plan from the beginning of the day to its end.
 */
export const roundInTime: SearchComponent = {
  id: 'round-in-time',
  start: (state) => {
    let isDue = isInexactDay(state.relaxation);
    return () => {
      if (!isDue || state.isSlice || !mayBound(state)) return;
      isDue = false;
      const plan = round(state);
      if (plan !== null) improve(state, plan);
    };
  },
};

/** The plan of the paths chosen most often; null where there are no prices of pairs. */
const round = ({ relaxation: { instance, partOf }, run, tightening }: SearchState): Plan | null => {
  if (tightening === null || tightening.isEmpty) return null;
  const placement = pinnedPlacement(instance);
  tightening.rowsChosen(ITERATIONS, SHARE, run).forEach((row, i) => (placement[partOf[i]] = row));
  const plan = new Plan(instance, placement);
  firstPlan(plan, run.stop);
  return plan;
};

/** Searches the windows of the day in order of time. */
const improve = (state: SearchState, rounded: Plan): void => {
  const { relaxation, run } = state;
  const { instance, start, end, priceUnit } = relaxation;
  const { marginals } = basisOf(state);
  const last = end.reduce((latest, at) => Math.max(latest, at), start[0]);
  let plan = rounded;
  state.offerPlacement(Int32Array.from(plan.placement));
  for (let from = start[0] - STEP_SECONDS; from < last && !state.isDone(); from += STEP_SECONDS) {
    const parts = Int32Array.from(start.keys()).filter((i) => start[i] < from + WINDOW_SECONDS && end[i] > from);
    if (parts.length === 0) continue;
    const { placement } = plan;
    const window = { placement, parts, marginals, width: WIDTH * priceUnit, mostSeconds: MOST_SECONDS };
    run.step(WINDOW_STEPS);
    searchWindow(relaxation, run, window, (found) => {
      const other = new Plan(instance, found);
      if (other.cost < plan.cost) plan = other;
    });
    state.offerPlacement(Int32Array.from(plan.placement));
  }
};
