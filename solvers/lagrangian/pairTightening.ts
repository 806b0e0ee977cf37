import { hasPairs } from '../model/pairTerms.ts';
import { Tightening } from '../prices/tightening.ts';
import type { SearchComponent } from './searchComponent.ts';
import type { SearchState } from './state.ts';

/** Iterations of tightening in each round. */
const TIGHTENING = 150;
/** The most turns of the opening. */
const OPENING_TURNS = 8;

/** Raises the bound by prices on terms that concern several resources, when the relaxation leaves such terms out. */
const tighten = (state: SearchState): void => {
  const { relaxation, run, ascent } = state;
  if (!hasPairs(relaxation) || state.isDone()) return;
  state.tightening ??= new Tightening(relaxation, ascent.prices, run.random.split());
  state.iterations += state.tightening.advance(TIGHTENING, run);
  state.raiseBound(state.tightening.bound);
};

/**
 * Raises the bound as long as each turn gains something; in a small model, where a turn takes little time, also without. Where resources form clusters, these
 * prove more, and come first.
 */
export const tightenFirst = (state: SearchState): void => {
  if (!state.isSmall && state.clusters.length > 0) return;
  for (let turn = 0; turn < OPENING_TURNS; turn++) {
    const mark = state.mark();
    tighten(state);
    if (!state.isSmall && !state.hasGained(mark)) return;
  }
};

export const pairTightening: SearchComponent = {
  id: 'pair-tightening',
  mayRepeat: true,
  start: (state) => () => tighten(state),
  isUnderWay: ({ tightening }) => tightening !== null && !tightening.isFine,
};
