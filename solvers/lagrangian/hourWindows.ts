import { outMarginalsOf } from '../model/pathModel.ts';
import type { PathPlan } from '../model/pathPlan.ts';
import type { SearchComponent } from './searchComponent.ts';
import { solveMerged, solveWindow, type WindowOptions } from '../integer/coreSearch.ts';
import { programLimits } from '../integer/programLimits.ts';
import { WINDOW_STEPS } from './exactWindow.ts';
import { mayProve } from './proofs.ts';
import type { SearchState } from './state.ts';
import { toPaths } from '../model/translate.ts';
import { worstHours } from './windowParts.ts';

/** A window whose program would have more columns is not searched. */
const MOST_COLUMNS = 4_000;
const MOST_HOURS = { long: 14, day: 5 };
/** Number of windows drawn, of which one is searched. */
const TRIES = { long: 12, day: 3 };
/** A window's parts choose among positions whose min-marginal is at most this many price units. */
const WIDTH = 4;
const MOST_SECONDS = { long: 4, day: 1.5 };
/** Limit on branch-and-bound nodes of a run under a step limit. */
const MOST_NODES = 20;

/**
 * Windows of a round when many rows are interchangeable. After MOST_FAILURES in a row without a better plan the round's windows end,
 * and the proof follows.
 */
const WINDOWS = 12;
const MOST_FAILURES = 4;

/**
 * Searches windows in every round when many rows are interchangeable; otherwise one window in every other round, once no proof is left
 * to try.
 */
export const hourWindows: SearchComponent = {
  id: 'hour-windows',
  start: (state) => {
    const hours = new HourSearch(state);
    return ({ number }) => {
      if (state.isMerged()) hours.search(WINDOWS);
      else if (state.relaxation.exact && number % 2 === 1 && !mayProve(state)) hours.search(1);
    };
  },
};

/**
 * Exact search of a few hours at a time. All other parts stay where they are: on their row or, when many rows are interchangeable, on
 * any row of its class. Source: Shaw, "Using constraint programming and local search methods to solve vehicle routing problems", CP
 * 1998.
 */
class HourSearch {
  private readonly state: SearchState;
  private hours: number;

  constructor(state: SearchState) {
    this.state = state;
    this.hours = state.relaxation.isLong ? 8 : 2;
  }

  /** Searches `attempts` windows; stops early after MOST_FAILURES in a row without a better plan. */
  search(attempts: number): void {
    const { state } = this;
    state.adopt();
    for (let a = 0, failures = 0; a < attempts && failures < MOST_FAILURES && !state.isDone(); a++, failures++) {
      const { cost } = state.best;
      const positions = this.attempt(toPaths(state.relaxation, state.best.placement));
      if (positions !== null) state.offerPositions(positions);
      if (state.best.cost < cost) failures = 0;
    }
  }

  /** Searches one window: of those drawn, the one whose parts cost most above the bound. Returns the positions of a better plan, or null. */
  private attempt(plan: PathPlan): Int32Array | null {
    const { run, relaxation, ascent } = this.state;
    const { model, priceUnit, grain, isLong } = relaxation;
    const { marginals } = ascent;
    const outMarginals = outMarginalsOf(model, ascent.prices);
    const kind = isLong ? 'long' : 'day';
    const parts = worstHours(relaxation, run.random, this.hours, TRIES[kind], (i) => {
      const k = plan.position[i];
      return k < 0 ? outMarginals[i] : marginals[k];
    });
    const options: WindowOptions = {
      plan,
      parts,
      marginals,
      outMarginals,
      width: Math.min(WIDTH * priceUnit, this.state.modelGap()),
      grain: grain / 100,
      mostColumns: MOST_COLUMNS,
      ...programLimits(run, MOST_SECONDS[kind], MOST_NODES),
      stop: () => run.stop(),
    };
    const { outcome, positions } = this.state.isMerged()
      ? solveMerged(model, this.state.rowClasses(), options)
      : solveWindow(model, options);
    run.step(WINDOW_STEPS);
    if (outcome === 'limited') this.hours *= 0.85;
    if (outcome === 'tooLarge') this.hours *= 0.7;
    if (outcome === 'same') this.hours = Math.min(MOST_HOURS[kind], this.hours * 1.1);
    return outcome === 'better' || (outcome === 'limited' && positions !== null) ? positions : null;
  }
}
