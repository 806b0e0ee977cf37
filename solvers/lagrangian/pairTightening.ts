import { hasPairs } from '../model/pairTerms.ts';
import { Tightening } from '../prices/tightening.ts';
import type { SearchComponent } from './searchComponent.ts';
import type { SearchState } from './state.ts';

/** Iterations of tightening in each round. */
const TIGHTENING = 150;
/** Iterations in each round of the ascent by paths over several days, one of which takes about a tenth of a second. */
const GROUP_ASCENT = 20;
/** The most turns of the opening. */
const OPENING_TURNS = 8;

/** Raises the bound by prices on terms that concern several resources, when the relaxation leaves such terms out. */
const tighten = (state: SearchState): void => {
  const { relaxation, run, ascent, groupAscent } = state;
  if (state.isDone()) return;
  if (groupAscent !== null) {
    groupAscent.advance(GROUP_ASCENT, run);
    state.raiseBound(groupAscent.bound);
    state.widenGroups();
  }
  // Where groups are the only such terms, the ascent by paths has their prices.
  const { adjacencies, departures } = relaxation.instance.terms;
  const isCovered = groupAscent !== null && adjacencies.length === 0 && departures.length === 0;
  if (!hasPairs(relaxation) || isCovered || state.isDone()) return;
  state.tightening ??= new Tightening(relaxation, ascent.prices, run.random.split());
  state.tightening.advance(TIGHTENING, run);
  state.raiseBound(state.tightening.bound);
};

/**
 * Raises the bound as long as each turn gains something; in a small model, where a turn takes little time, also without. Where resources form clusters, these
 * prove more, and come first.
 */
export const tightenFirst = (state: SearchState): void => {
  if (!state.isSmall && state.clusters.length > 0) return;
  // Paths over several days come in rounds; a further turn here would keep local search waiting.
  const most = state.groupAscent === null ? OPENING_TURNS : 1;
  for (let turn = 0; turn < most; turn++) {
    const mark = state.mark();
    tighten(state);
    if (!state.isSmall && !state.hasGained(mark)) return;
  }
};

export const pairTightening: SearchComponent = {
  id: 'pair-tightening',
  mayRepeat: true,
  start: (state) => () => tighten(state),
  // Where resources form clusters, these prove more, so that coarse steps here prepare nothing. Over a day, further threads round a plan first.
  isUnderWay: ({ tightening, groupAscent, clusters, isFollower, relaxation }) =>
    (tightening !== null && !tightening.isFine && clusters.length === 0 && (relaxation.isLong || !isFollower)) ||
    (groupAscent !== null && !groupAscent.isFine),
};
