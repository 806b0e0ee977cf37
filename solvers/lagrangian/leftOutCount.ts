import { boundByCount } from '../prices/countBound.ts';
import type { SearchComponent } from './searchComponent.ts';
import type { SearchState } from './state.ts';

/** The gap, as a share of the cost of leaving a part out, from which half a part may make it. */
const LEAST_GAP = 0.1;
/** Parts whose cost of being left out is at least this share of the typical one count. */
const COUNTED = 0.5;

/**
 * Uses on crowded days that the number of parts left out is whole: by the number that the best plan leaves out, and the next one, each once. Over several days,
 * halves of one day mostly make up for those of another.
 */
export const leftOutCount: SearchComponent = {
  id: 'left-out-count',
  start: (state) => () => raiseByCount(state),
};

/** Tries the numbers that have not been tried in this search, unless that can gain nothing. */
export const raiseByCount = (state: SearchState, leastGap = LEAST_GAP): void => {
  const { relaxation, run, ascent, best, countsTried: tried } = state;
  const { model, typicalLeaveOut, partOf, exact, isLong } = relaxation;
  if (!exact || isLong || state.isFollower || state.isSlice) return;
  const { cost, bound } = state.mark();
  if (cost - bound < 100 * leastGap * typicalLeaveOut) return;
  const counted = Uint8Array.from(model.leaveOut, (out) => (out >= COUNTED * typicalLeaveOut ? 1 : 0));
  const count = partOf.reduce((sum, part, i) => sum + (best.placement[part] < 0 ? counted[i] : 0), 0);
  for (const number of [count, count + 1]) {
    if (tried.has(number) || state.isDone()) continue;
    tried.add(number);
    const { bound: proven, prices } = ascent;
    const options = { prices, bound: proven, target: state.modelCost(), counted, count: number };
    const found = boundByCount(relaxation, run, options);
    state.iterations += found.iterations;
    state.raiseBound(found.bound);
    if (found.bound > proven) return;
  }
};
