import { Plan } from '../../engine/board/plan.ts';
import type { KeptSearch } from '../../engine/instance/keptSearch.ts';
import { AFTER_MANY_CHANGES, diveInTime, hasMuchChanged, resumeKept } from '../prices/keptPrices.ts';
import type { DiveOptions } from '../prices/dive.ts';
import { dive, FIRST_DIVE } from './dives.ts';
import type { SearchState } from './state.ts';

/** The iterations of the ascent: on all arcs, and then only on those near an optimum. The dive after it is short, so that there is a plan soon. */
const SOON = {
  day: { coarse: 40, fine: 80, high: 60, byKind: false, dive: { iterations: 5, share: 0.1 } },
  large: { coarse: 20, fine: 60, high: 60, byKind: false, dive: { iterations: 5, share: 0.1 } },
  largeByKind: AFTER_MANY_CHANGES,
};
/** What follows the first plan there: larger steps again, now on all positions, and a slower dive. The ascent from the beginning would take three times as long. */
const FURTHER = { coarse: 120, fine: 60, high: 60, byKind: true, dive: { iterations: 10, share: 0.06 } };
/** The share of the time for the opening that the first ascent gets; the dive after it takes about as long. */
const ASCENT_SHARE = 0.5;
/** How many times as long as that ascent what follows the dive takes. */
const MENDING = 0.8;
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
  const good = GOOD_GAP[kind];
  const left = seconds();
  if (!resumeKept(relaxation, ascent, kept, way, ASCENT_SHARE * left)) return false;
  const options = way.byKind ? diveInTime(seconds, MENDING * (left - seconds())) : way.dive;
  diveAndMend(state, options, isLarge);
  letOthersFollow(state);
  if (way.byKind) goFurther(state, seconds);
  if (state.gap() <= STALE_GAP && !state.isDone()) {
    ascent.refineThrice(isLarge ? first >> 1 : first, seconds());
    diveAndMend(state, FIRST_DIVE);
  }
  return state.isDone() || state.gap() <= good;
};

/** Another plan from the same prices is often better at other hours, and is there sooner than better prices, which follow. */
const goFurther = (state: SearchState, seconds: () => number): void => {
  const isGood = (): boolean => state.isDone() || state.gap() <= GOOD_GAP.largeByKind;
  if (!isGood()) diveAndMend(state, SOON.largeByKind.dive, true);
  if (isGood()) return;
  state.ascent.resume(FURTHER, ASCENT_SHARE * seconds());
  diveAndMend(state, FURTHER.dive);
};

/** Further threads of a large model begin at the first plan and its prices. */
const letOthersFollow = (state: SearchState): void => {
  state.publishPrices();
  if (state.isLarge) state.letOthersBegin();
};

/** In a large model, many iterations with large steps are worth their time only where much has changed. */
const wayOf = ({ ascent, isLarge, relaxation }: SearchState, kept: KeptSearch): keyof typeof SOON => {
  if (!isLarge) return 'day';
  return hasMuchChanged(relaxation, kept) && ascent.isQuick ? 'largeByKind' : 'large';
};

/**
 * Makes a plan from the prices of the ascent. It comes sooner if `isSoon`: then the min-marginals of all positions, which take long in a large model,
 * are not computed.
 */
const diveAndMend = (state: SearchState, options: Omit<DiveOptions, 'step'>, isSoon = false): void => {
  if (!isSoon) state.ascent.renewMarginals();
  if (state.isDone()) return;
  const before = state.best;
  dive(state, options, isSoon);
  // The plan from which the run started is often better after few changes.
  if (state.best !== before && state.isLarge) return;
  state.mend(new Plan(state.relaxation.instance, state.best.placement));
};
