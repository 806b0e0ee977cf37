import { isRichDay, type Relaxation } from '../model/relaxation.ts';
import { searchWindow } from './exactWindow.ts';
import { basisOf, mayBound } from './proofs.ts';
import type { SearchComponent } from './searchComponent.ts';
import type { SearchState } from './state.ts';

const LEAST_HOURS = 0.5;
const FIRST_HOURS = 2;
const MOST_HOURS = 5;
/** Number of windows drawn, of which one is searched. */
const TRIES = 3;
/** A window's parts choose among positions whose min-marginal is at most this many price units. */
const WIDTH = 6;
const MOST_SECONDS = 0.6;
/** Windows of a round. After MOST_FAILURES in a row without a better plan the round's windows end. */
const WINDOWS = 40;
const MOST_FAILURES = 4;

/** Exact windows of time over a day where the model does not say all. */
export const pairWindows: SearchComponent = {
  id: 'pair-windows',
  start: (state) => {
    const windows = new WindowSearch(state);
    return () => {
      if (isRichDay(state.relaxation) && mayBound(state) && !state.isSlice && !state.isFollower) windows.search();
    };
  },
};

/**
 * Exact search of a few hours at a time, with all other parts where they are. What a part costs beside those is in its own cost, whatever the rule; short
 * gaps and related resources between the window's parts are in the program, and other rules about several of them are judged when a plan is offered.
 * Source: Shaw, "Using constraint programming and local search methods to solve vehicle routing problems", CP 1998.
 */
class WindowSearch {
  private readonly state: SearchState;
  private hours = FIRST_HOURS;

  constructor(state: SearchState) {
    this.state = state;
  }

  search(): void {
    const { state } = this;
    state.adopt();
    const { marginals, outMarginals } = basisOf(state);
    for (let a = 0, failures = 0; a < WINDOWS && failures < MOST_FAILURES && !state.isDone(); a++, failures++) {
      const { cost } = state.best;
      this.attempt(marginals, outMarginals);
      if (state.best.cost < cost) failures = 0;
    }
  }

  private attempt(marginals: Float64Array, outMarginals: Float64Array): void {
    const { state, hours } = this;
    const { run, relaxation } = state;
    const parts = this.pickParts(marginals, outMarginals);
    const width = WIDTH * relaxation.priceUnit;
    const { cost, placement } = state.best;
    const window = { placement, parts, marginals, width, mostSeconds: MOST_SECONDS };
    run.step(50);
    state.iterations++;
    const outcome = searchWindow(relaxation, run, window, (found) => state.offerPlacement(found));
    if (outcome === 'tooLarge') this.hours = Math.max(LEAST_HOURS, hours * 0.7);
    else if (outcome === 'limited') this.hours = Math.max(LEAST_HOURS, hours * 0.85);
    else if (state.best.cost === cost) this.hours = Math.min(MOST_HOURS, hours * 1.1);
  }

  /** The parts of one window, of those drawn the one whose parts cost most above the bound. */
  private pickParts(marginals: Float64Array, outMarginals: Float64Array): Int32Array {
    const { run, relaxation, best } = this.state;
    const { start, end, partOf, columns } = relaxation;
    const n = partOf.length;
    let chosen: number[] = [];
    let worst = Number.NEGATIVE_INFINITY;
    for (let t = 0; t < TRIES; t++) {
      const from = start[run.random.below(n)] - run.random.below(Math.ceil(this.hours * 1800));
      const until = from + this.hours * 3600;
      const parts: number[] = [];
      let sum = 0;
      for (let i = 0; i < n; i++) {
        if (start[i] >= until || end[i] <= from) continue;
        parts.push(i);
        const resource = best.placement[partOf[i]];
        sum += resource < 0 ? outMarginals[i] : marginalAt(columns, marginals, i, resource);
      }
      if (sum <= worst) continue;
      worst = sum;
      chosen = parts;
    }
    return Int32Array.from(chosen);
  }
}

const marginalAt = (
  { columnStart, column, row }: Relaxation['columns'],
  marginals: Float64Array,
  i: number,
  resource: number,
): number => {
  for (let a = columnStart[i]; a < columnStart[i + 1]; a++)
    if (row[column[a]] === resource) return Math.min(marginals[column[a]], 1e6);
  return 0;
};
