import { isInexactDay } from '../model/relaxation.ts';
import { searchWindow, WINDOW_STEPS } from './exactWindow.ts';
import { basisOf, mayBound } from './proofs.ts';
import type { SearchComponent } from './searchComponent.ts';
import type { SearchState } from './state.ts';
import { drawHours, drawRows, type PricedPlan } from './windowParts.ts';

/** One way to choose a window's parts, and its size, which grows where programs end and shrinks where they do not. */
interface Shape {
  readonly draw: (plan: PricedPlan, size: number, width: number) => Int32Array;
  readonly least: number;
  readonly first: number;
  readonly most: number;
  /** A window's parts choose among positions whose min-marginal is at most this many price units. */
  readonly width: number;
}

/**
 * Few hours with many choices, and more hours or rows with fewer choices. The excess of a plan over the bound is often due to a single part, which
 * all windows of one shape leave in place.
 */
const SHAPES: readonly Shape[] = [
  { draw: drawHours, least: 0.5, first: 2, most: 5, width: 6 },
  { draw: drawRows, least: 8, first: 48, most: 128, width: 1 },
  { draw: drawHours, least: 1, first: 4, most: 10, width: 3 },
  { draw: drawHours, least: 2, first: 8, most: 20, width: 1 },
];
/** Time limit of one window. */
const MOST_SECONDS = 1;
/** Windows of a round. After MOST_FAILURES in a row without a better plan the round's windows end. */
const WINDOWS = 40;
const MOST_FAILURES = 2 * SHAPES.length;

/** Exact windows of time, and over a day also of rows, where the model is not exact. */
export const pairWindows: SearchComponent = {
  id: 'pair-windows',
  start: (state) => {
    const windows = new WindowSearch(state);
    return () => {
      const isWorth = isInexactDay(state.relaxation) || state.divesKnowPairs;
      if (isWorth && mayBound(state) && !state.isSlice) windows.search();
    };
  },
};

/**
 * Exact search of a few hours or rows at a time, while all other parts stay in place. What a part costs together with those is included in its own
 * cost, whatever the rule; short gaps and related resources between the window's parts are in the program, and other rules about several of them are
 * judged when a plan is offered. Source: Shaw, "Using constraint programming and local search methods to solve vehicle routing problems", CP 1998;
 * for several shapes with sizes that adapt, Pisinger, Ropke, "Large neighborhood search", Handbook of Metaheuristics (2010).
 */
class WindowSearch {
  private readonly state: SearchState;
  private readonly shapes: readonly Shape[];
  private readonly sizes: number[];
  private attempts = 0;

  constructor(state: SearchState) {
    this.state = state;
    this.shapes = state.relaxation.isLong ? SHAPES.filter(({ draw }) => draw === drawHours) : SHAPES;
    this.sizes = this.shapes.map(({ first }) => first);
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
    const { state, shapes, sizes } = this;
    const { run, relaxation } = state;
    const { cost, placement } = state.best;
    const s = this.attempts++ % shapes.length;
    const { draw, least, most, width: units } = shapes[s];
    const width = units * relaxation.priceUnit;
    const parts = draw({ relaxation, placement, marginals, outMarginals, random: run.random }, sizes[s], width);
    run.step(WINDOW_STEPS);
    const window = { placement, parts, marginals, width, mostSeconds: MOST_SECONDS };
    const outcome = searchWindow(relaxation, run, window, (found) => state.offerPlacement(found));
    if (outcome === 'tooLarge') sizes[s] = Math.max(least, sizes[s] * 0.7);
    else if (outcome === 'limited') sizes[s] = Math.max(least, sizes[s] * 0.85);
    else if (state.best.cost === cost) sizes[s] = Math.min(most, sizes[s] * 1.1);
  }
}
