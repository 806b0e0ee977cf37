import { NeighborhoodSearch } from './neighborhood.ts';
import type { SearchComponent } from './searchComponent.ts';
import type { Relaxation } from '../model/relaxation.ts';
import type { SearchState } from './state.ts';
import { narrowTo, toPaths, toPlan } from '../model/translate.ts';

/** The search includes positions whose min-marginal is at most this many price units. */
const WIDTH = 16;
/** Attempts of a round, and between two checks for a plan from the other threads. */
const ROUND = 200;
/** Share of the attempts that begin at a part without a place. */
const UNPLACED_SHARE = 0.15;
/** Over a long horizon, one of WINDOW_EVERY attempts is a window of several hours. */
const WINDOW_EVERY = 20;
const WINDOW_HOURS = { least: 8, more: 24 } as const;

/** One way to choose the parts that an attempt places anew. `attempt` returns false to leave this attempt to the next neighborhood. */
interface Neighborhood {
  readonly id: string;
  readonly attempt: (search: NeighborhoodSearch, state: SearchState, number: number) => boolean;
}

/** Returns, for a share of the attempts, a part without a place; otherwise −1. */
const drawUnplaced = ({ paths: { position }, paths }: NeighborhoodSearch, { run: { random } }: SearchState): number =>
  random.next() < UNPLACED_SHARE ? paths.unplacedFrom(random.below(position.length)) : -1;

/** All parts within some hours, on all rows. */
const hours: Neighborhood = {
  id: 'hours',
  attempt(search, state, number) {
    if (!search.isLong || number % WINDOW_EVERY !== 0) return false;
    const { start } = state.relaxation;
    const { random } = state.run;
    const unplaced = drawUnplaced(search, state);
    const anchor = start[unplaced >= 0 ? unplaced : random.below(start.length)];
    search.attemptWindow(anchor, (WINDOW_HOURS.least + random.below(WINDOW_HOURS.more)) * 3600);
    return true;
  },
};

/** A part without a place, and rows that it may use. */
const unplaced: Neighborhood = {
  id: 'unplaced',
  attempt(search, state) {
    const part = drawUnplaced(search, state);
    if (part >= 0) search.attemptUnplaced(part);
    return part >= 0;
  },
};

/** A row with much slack, and rows that hold parts of its cheapest path. */
const slack: Neighborhood = {
  id: 'slack',
  attempt(search) {
    search.attemptSlack();
    return true;
  },
};

/** The neighborhoods in the order in which each attempt tries them. */
export const NEIGHBORHOODS: readonly Neighborhood[] = [hours, unplaced, slack];

/** Makes many attempts, each in the first neighborhood that accepts it. */
export const neighborhoods = (kinds = NEIGHBORHOODS): SearchComponent => ({
  id: 'neighborhoods',
  mayRepeat: true,
  start: (state) => () => {
    const { run, ascent } = state;
    state.adopt();
    const relaxation = narrow(state);
    const paths = toPaths(relaxation, state.best.placement);
    const exactly = relaxation.exact ? null : toPlan(relaxation, paths.position);
    const search = new NeighborhoodSearch(relaxation, paths, exactly, ascent.prices, run.random, () => run.stop());
    const seconds = run.elapsedSeconds();
    const attempts = relaxation.exact ? ROUND : ROUND / 2;
    let reported = Math.min(search.cost, state.best.cost);
    for (let a = 0; a < attempts && !state.isDone(); a++) {
      kinds.some(({ attempt }) => attempt(search, state, a));
      run.step(1);
      if (search.cost < reported) {
        reported = search.cost;
        state.offerPositions(paths.position, relaxation);
      }
    }
    run.report({ kind: 'progress', phase: `neighborhoods since ${seconds.toFixed(1)} s` });
  },
});

/**
 * Restricts the relaxation to positions whose min-marginal exceeds neither the gap, because no better plan uses others, nor WIDTH.
 * Positions of the best plan are always included.
 */
const narrow = (state: SearchState): Relaxation => {
  const { relaxation, ascent } = state;
  const keep = ascent.keepWithin(Math.min(state.modelGap() + 1e-6, WIDTH * relaxation.priceUnit));
  return narrowTo(relaxation, keep, state.best.placement);
};
