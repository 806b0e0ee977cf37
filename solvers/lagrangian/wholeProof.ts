import { countPositions } from '../model/rowClasses.ts';
import { basisOf, mayBound, proveOnce } from './proofs.ts';
import type { SearchComponent } from './searchComponent.ts';
import type { SearchState } from './state.ts';

/** A program of more columns mostly takes minutes. */
const MOST_COLUMNS = 10_000;
/** With rules about pairs, it often proves far more than prices within a dozen seconds, so that larger ones are searched when rounds find nothing better. */
const MOST_COLUMNS_WITH_PAIRS = 40_000;
/** One of as few columns is mostly solved before a round of the search would be over. */
const FEW_COLUMNS = 3000;
/** The share of the run so far that one program may take, and the least and the most seconds. */
const LIMIT = { share: 0.5, least: 0.5, most: 20 } as const;

/**
 * Searches everything that can be better than the best known plan in one program. If the relaxation leaves out half a part, the gap is at least the
 * cost of half a part, and a narrower core proves almost nothing.
 */
export const wholeProof: SearchComponent = {
  id: 'whole-proof',
  mayPause: () => false,
  start: (state) => {
    const { board, relaxation, run } = state;
    // Over several days, further threads only search locally where the model is not exact.
    const role = relaxation.exact || !relaxation.isLong ? 1 : 0;
    let untriedBelow = Number.POSITIVE_INFINITY;
    return ({ idle }) => {
      if ((board !== null && board.role !== role) || state.isSlice || !mayBound(state)) return;
      if (!relaxation.exact && (state.tightening === null || state.tightening.isEmpty)) return;
      if (!isSmallEnough(state, mostColumns(relaxation.exact, idle))) return;
      // Under a step limit, the same program would end in the same way.
      if (run.parameters.stepLimit !== null && state.best.cost >= untriedBelow) return;
      untriedBelow = state.best.cost;
      const { share, least, most } = LIMIT;
      proveWhole(state, Math.min(most, Math.max(least, share * run.elapsedSeconds())));
    };
  },
};

const mostColumns = (isExact: boolean, idle: number): number => {
  if (isExact) return idle === 0 ? FEW_COLUMNS : MOST_COLUMNS;
  return idle === 0 ? MOST_COLUMNS : MOST_COLUMNS_WITH_PAIRS;
};

/** Does so early, if the program is so small that it takes no time to speak of. */
export const proveWholeEarly = (state: SearchState): void => {
  if (mayBound(state) && isSmallEnough(state, FEW_COLUMNS)) proveWhole(state, LIMIT.least);
};

const proveWhole = (state: SearchState, seconds: number): void => {
  proveOnce(state, Number.POSITIVE_INFINITY, seconds);
  if (!state.isDone()) state.ascent.renewMarginals();
};

const isSmallEnough = (state: SearchState, most: number): boolean => {
  const { model, classes, marginals } = basisOf(state);
  const gap = state.modelGap();
  return countPositions(model, classes, (k) => marginals[k] <= gap) <= most;
};
