import { Plan } from '../../engine/board/plan.ts';
import type { KeptSearch } from '../../engine/instance/keptSearch.ts';
import type { Sample } from '../prices/ascent.ts';
import { pricesFrom, samplePositions, unknownShare } from '../prices/keptPrices.ts';
import { restrictSweep } from '../prices/sweepModel.ts';
import { dive, FIRST_DIVE } from './dives.ts';
import type { SearchState } from './state.ts';

/**
 * The iterations of the ascent: on all arcs, and then only on those near an optimum. What a change did to the demand of some hours concerns all
 * parts of a kind there, so that iterations gain more where parts have kinds, and larger steps do no harm. The dive after it is short, so that there is a plan soon.
 */
const SOON = {
  day: { coarse: 40, fine: 80, high: 60, byKind: false, dive: { iterations: 5, share: 0.1 } },
  large: { coarse: 20, fine: 60, high: 60, byKind: false, dive: { iterations: 5, share: 0.1 } },
  largeByKind: { coarse: 50, fine: 8, high: 50, byKind: true, dive: { iterations: 10, share: 0.1 } },
};
/** Where parts have kinds, coarse iterations on a share of the positions, and then a few on all of them, lead to similar prices in half the time. */
const SAMPLE = { share: 0.2, whole: 12, high: 12 };
/** What follows the first plan there: larger steps again, now on all positions, and a slower dive. The ascent from the beginning would take three times as long. */
const FURTHER = { coarse: 120, fine: 60, high: 60, byKind: true, dive: { iterations: 10, share: 0.06 } };
/** The share of parts that are new or have another time from which much has changed. */
const MUCH_CHANGED = 0.02;
/** The share of the time for the opening that the first ascent gets; the dive after it takes about as long. */
const ASCENT_SHARE = 0.5;
/** If the gap is larger than this after the first plan, the kept search is of little use. */
const STALE_GAP = 0.05;
/** If the gap is larger than this after the second plan, an ascent from the beginning is better. */
const GOOD_GAP = { day: 0.003, large: 0.01, largeByKind: 0.01 } as const;

/**
 * Starts from the multipliers that an earlier search of the planning kept: a short ascent and a first plan, then a longer or finer ascent and a better
 * plan. Returns whether they are as good as those of an ascent from the beginning. If not, the caller runs that ascent, which keeps the
 * better bound and plan.
 */
export const openFromKept = (state: SearchState, first: number, seconds: () => number): boolean => {
  const { ascent, isLarge, relaxation, run } = state;
  const { kept = null } = run;
  if (kept === null || state.isDone()) return false;
  const kind = wayOf(state, kept);
  const way = SOON[kind];
  if (kind === 'large') state.mend(new Plan(relaxation.instance, state.best.placement), kept.prices);
  const sample = way.byKind ? sampleOf(state, kept) : null;
  const prices = pricesFrom(relaxation, ascent, kept, sample?.sweep.model);
  if (prices === null) return false;
  const before = ascent.iterations;
  const good = GOOD_GAP[kind];
  // What these prices prove is of no use until the sample has been followed.
  if (sample === null) ascent.beginFrom(prices);
  else ascent.dual.follow(prices);
  ascent.resume({ ...way, sample }, ASCENT_SHARE * seconds());
  diveAndMend(state, way.dive, isLarge);
  letOthersFollow(state);
  // Another plan from the same prices is often better at other hours, and is there sooner than better prices.
  if (way.byKind && state.gap() > good && !state.isDone()) diveAndMend(state, way.dive, isLarge);
  if (way.byKind && state.gap() > good && !state.isDone()) {
    ascent.resume(FURTHER, ASCENT_SHARE * seconds());
    diveAndMend(state, FURTHER.dive);
  }
  if (state.gap() <= STALE_GAP && !state.isDone()) {
    ascent.refineThrice(isLarge ? first >> 1 : first, seconds());
    diveAndMend(state, FIRST_DIVE);
  }
  state.iterations += ascent.iterations - before;
  return state.isDone() || state.gap() <= good;
};

/** Further threads of a large model begin at the first plan and its prices. */
const letOthersFollow = (state: SearchState): void => {
  state.publishPrices();
  if (state.isLarge) state.letOthersBegin();
};

/** In a large model, many iterations with large steps are worth their time only where much has changed. */
const wayOf = ({ ascent, isLarge, relaxation }: SearchState, kept: KeptSearch): keyof typeof SOON => {
  if (!isLarge) return 'day';
  return unknownShare(relaxation, kept) > MUCH_CHANGED && ascent.isQuick ? 'largeByKind' : 'large';
};

const sampleOf = ({ relaxation, ascent }: SearchState, { placement }: KeptSearch): Sample => {
  const keep = samplePositions(relaxation, placement, SAMPLE.share);
  return { keep, sweep: restrictSweep(ascent.whole, keep), ...SAMPLE };
};

/**
 * Makes a plan from the prices of the ascent. It comes sooner if `isSoon`: then the min-marginals of all positions, which take long in a large model,
 * are not computed.
 */
const diveAndMend = (state: SearchState, options: typeof FIRST_DIVE, isSoon = false): void => {
  if (!isSoon) state.ascent.renewMarginals();
  if (state.isDone()) return;
  const before = state.best;
  dive(state, options, isSoon);
  // The plan from which the run started is often better after few changes.
  if (state.best !== before && state.isLarge) return;
  state.mend(new Plan(state.relaxation.instance, state.best.placement));
};
