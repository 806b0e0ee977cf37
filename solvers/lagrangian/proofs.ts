import type { SearchComponent } from './searchComponent.ts';
import { singleRows } from '../model/rowClasses.ts';
import { prove, widthOf } from '../integer/coreSearch.ts';
import { programLimits } from '../integer/programLimits.ts';
import { outMarginalsOf } from '../model/pathModel.ts';
import { isInexactDay } from '../model/relaxation.ts';
import type { SearchState } from './state.ts';

/** A core with more columns is not searched. */
const MOST_CORE_COLUMNS = 16_000;
/** Over a day where the model is not exact, a larger core is only searched when that can prove more than its linear program does. */
const MOST_SEARCHED = 3_000;
/** Widths of the core in price units, tried in turn. Over a day where the model is not exact, programs grow fast, and what one width proves is often too much for the next. */
const CORE_WIDTHS: readonly number[] = [1, 2.5, 6, 12, 24];
const DAY_WIDTHS: readonly number[] = [1, 2.5, 4, 6, 12, 24];
/** The gap, in price units, from which a proof has no use over a long horizon where the model is not exact. */
const MOST_GAP = 48;
/** Over long horizons, a proof is tried only when the gap is below this; with a larger gap the prices may not have converged. */
const LONG_GAP = 0.0005;
/** Up to this gap, in price units, the early proofs search at once all that can be better than the best plan known. */
const WHOLE_GAP = 6;
/** In weight units, more than `raiseBound` allows for errors of rounding. */
const SLACK = 0.01;
/** Time limit of one program. */
const MOST_SECONDS = 20;
/** Limit on branch-and-bound nodes of a run under a step limit, and the steps of the run for which a proof counts. */
const MOST_NODES = 50;
const STEPS = 100;
/** Time limit of the proofs that come before anything else, in all. */
const EARLY_SECONDS = 0.5;
/** Over a day where the model is not exact, no further width follows in the same turn after this time. */
const TURN_SECONDS = 2;
/** The same in the first round of a run on one thread, where no other one rounds a plan meanwhile. */
const FIRST_TURN_SECONDS = 0.8;

/** Tries one width of the core at a time: the first one early, further ones when the other components find nothing better. */
export const proofs: SearchComponent = {
  id: 'proofs',
  mayPause: () => false,
  start: (state) => {
    const { board, isFollower, relaxation } = state;
    const isTurn = (number: number, idle: number): boolean => {
      if (board !== null && relaxation.isLong) return board.role === 1;
      const patience = state.isMerged() || board === null ? 1 : 0;
      return !isFollower && (number === patience || (number > patience && idle >= patience));
    };
    return ({ number, idle }) => {
      if (!mayProve(state)) return;
      if (!relaxation.exact) {
        const { cost, bound } = state.mark();
        const isNear = isInexactDay(relaxation) || cost - bound <= 100 * MOST_GAP * relaxation.priceUnit;
        if (isNear && !isFollower && !state.isSlice) proveInTime(state, number, idle);
      } else if (isTurn(number, idle)) proveNext(state);
    };
  },
};

const widthsOf = ({ relaxation }: SearchState): readonly number[] =>
  isInexactDay(relaxation) ? DAY_WIDTHS : CORE_WIDTHS;

/** Whether the programs hold for the model: they know no overlaps. */
export const mayBound = ({ relaxation: { model } }: Pick<SearchState, 'relaxation'>): boolean =>
  model.overlapCost === Number.POSITIVE_INFINITY;

/** Whether a width is left to try, and the model allows a proof. */
export const mayProve = (state: SearchState): boolean => {
  if (!mayBound(state)) return false;
  const { isLong, exact } = state.relaxation;
  return state.widthsTried < widthsOf(state).length && !(exact && isLong && state.gap() > LONG_GAP);
};

/** Whether the widest core contains every plan that is better than the best one known. */
export const isNear = (state: SearchState): boolean =>
  state.modelGap() <= widthsOf(state).at(-1)! * state.relaxation.priceUnit;

/**
 * Before anything else, tries one width after another within a short total time, and, as soon as the gap is narrow, a width that closes it. This
 * solves most small instances.
 */
export const proveEarly = (state: SearchState): void => {
  const { run, relaxation } = state;
  const until = run.elapsedSeconds() + EARLY_SECONDS;
  const left = (): number => (run.parameters.stepLimit === null ? until - run.elapsedSeconds() : EARLY_SECONDS);
  while (left() > 0 && isNear(state) && mayProve(state) && !state.isDone()) {
    const isNarrow = state.modelGap() <= WHOLE_GAP * relaxation.priceUnit;
    const width = isNarrow ? WHOLE_GAP : widthsOf(state)[state.widthsTried];
    if (proveOnce(state, width, left()) !== 'ended') return;
    state.widthsTried++;
  }
};

const proveNext = (state: SearchState): void => {
  const outcome = proveOnce(state, widthsOf(state)[state.widthsTried]);
  if (outcome === 'tooLarge') state.widthsTried = widthsOf(state).length;
  if (outcome === 'ended' || outcome === 'limited') state.widthsTried++;
  if (!state.isDone()) state.ascent.renewMarginals();
};

/**
 * Like proveNext where other terms matter as well: the programs are larger, and local search needs the time. It tries several widths in a turn as long
 * as they take little time, and over a day, where they find the best plans, for longer. There, instead of a core that is too large, the widest one that
 * is not follows once a round has found no better plan. One that did not end is tried again in a later round for twice as long, with the plan and the
 * prices that there are by then.
 */
const proveInTime = (state: SearchState, number: number, idle: number): void => {
  const { run } = state;
  const { stepLimit } = run.parameters;
  const since = run.elapsedSeconds();
  const most = turnSeconds(state, number);
  let outcome: Outcome;
  do {
    outcome = proveOnce(state, widthsOf(state)[state.widthsTried], state.proofSeconds);
    if (outcome === 'tooLarge' && isInexactDay(state.relaxation)) {
      if (idle === 0 && state.board === null) return;
      outcome = proveWidest(state);
    }
    if (outcome === 'tooLarge') state.widthsTried = widthsOf(state).length;
    else if (outcome === 'limited' && stepLimit === null) state.proofSeconds *= 2;
    else if (outcome !== 'stale') state.widthsTried++;
  } while (
    outcome === 'ended' &&
    stepLimit === null &&
    run.elapsedSeconds() - since < most &&
    mayProve(state) &&
    !state.isDone()
  );
};

/** After this time, no further width follows in the same turn. */
const turnSeconds = ({ relaxation, board, proofSeconds }: SearchState, number: number): number => {
  if (!isInexactDay(relaxation)) return EARLY_SECONDS;
  return Math.min(board === null && number === 0 ? FIRST_TURN_SECONDS : TURN_SECONDS, proofSeconds);
};

/** Tries the widest core that is not too large. When it ends, no width is left. */
const proveWidest = (state: SearchState): Outcome => {
  const width = widthOf(basisOf(state).marginals, MOST_CORE_COLUMNS) / state.relaxation.priceUnit;
  const outcome = proveOnce(state, width, state.proofSeconds);
  return outcome === 'ended' ? 'tooLarge' : outcome;
};

/** `stale`: given up because another thread has found a much better plan. `limited`: not searched to the end. */
type Outcome = 'ended' | 'limited' | 'tooLarge' | 'stale';

/** What prices prove, and the program whose plans a proof searches. Terms about several resources are in it where they have prices. */
export const basisOf = (state: SearchState) => {
  const { ascent, relaxation, tightening } = state;
  const { model } = relaxation;
  if (tightening !== null && !tightening.isEmpty)
    return { ...tightening.proven(), classes: singleRows(model), known: null };
  const classes = model.gapCosts === null ? state.rowClasses() : singleRows(model);
  const known = state.isSmall ? { prices: ascent.prices, priceUnit: relaxation.priceUnit } : null;
  return {
    model,
    classes,
    bound: ascent.bound,
    marginals: ascent.marginals,
    outMarginals: outMarginalsOf(model, ascent.prices),
    known,
  };
};

/** Exact search within a width. */
export const proveOnce = (state: SearchState, widthUnits: number, mostSeconds = MOST_SECONDS): Outcome => {
  const { run, relaxation, board } = state;
  const { priceUnit, grain } = relaxation;
  const incumbent = state.modelCost();
  const { model, classes, ...proven } = basisOf(state);
  const gap = incumbent - proven.bound;
  // A plan that is better costs at least one grain less than the best one known.
  const width = Math.min(widthUnits * priceUnit, gap - grain / 100 + SLACK);
  // A better plan that still costs more than the width allows would change nothing in the program. As long as the other threads wait, there is none but its own.
  const isAlone = board === null || !board.isReleased;
  const isStale = (): boolean => !isAlone && state.modelCost() - proven.bound < Math.min(gap / 2, width);
  const limits = programLimits(run, mostSeconds, MOST_NODES);
  const until = run.elapsedSeconds() + (limits.limitSeconds ?? Number.POSITIVE_INFINITY);
  const proof = prove(model, classes, {
    ...proven,
    width,
    seeksPlans: isInexactDay(relaxation),
    mostSearched: isInexactDay(relaxation) ? MOST_SEARCHED : Number.POSITIVE_INFINITY,
    incumbent,
    grain: grain / 100,
    mostColumns: MOST_CORE_COLUMNS,
    ...limits,
    stop: () => {
      state.adopt();
      return state.isDone() || isStale() || run.elapsedSeconds() >= until;
    },
    onPlan: (positions) => state.offerPositions(positions),
    onBound: (bound) => state.raiseBound(bound),
  });
  run.step(STEPS);
  if (proof === null) return 'tooLarge';
  state.raiseBound(proof.bound);
  if (proof.solved) return 'ended';
  return isStale() ? 'stale' : 'limited';
};
