import { hasPairs } from '../prices/pairPrices.ts';
import { Tightening } from '../prices/tightening.ts';
import type { SearchComponent } from './searchComponent.ts';
import type { SearchState } from './state.ts';

/** Iterations of tightening in each round. */
export const TIGHTENING = 150;

/** Raises the bound by prices on terms that concern several resources, when the relaxation leaves such terms out. */
export const tighten = (state: SearchState, iterations: number): void => {
  const { relaxation, run, ascent } = state;
  if (!hasPairs(relaxation) || state.isDone()) return;
  state.tightening ??= new Tightening(relaxation, ascent.prices, run.random.split());
  state.iterations += state.tightening.advance(iterations, run);
  state.raiseBound(state.tightening.bound);
};

export const pairTightening: SearchComponent = {
  id: 'pair-tightening',
  start: (state) => () => tighten(state, TIGHTENING),
};
