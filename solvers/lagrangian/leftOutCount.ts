import { leastLeftOut } from '../integer/leastLeftOut.ts';
import { isSmallProgram } from '../integer/capacityPrices.ts';
import { programLimits } from '../integer/programLimits.ts';
import { leastCrossing, type Range } from '../model/crossings.ts';
import { orderByEnd } from '../model/orderByEnd.ts';
import { boundByCount, COUNTED } from '../prices/countBound.ts';
import { boundByLeast } from '../prices/leastBound.ts';
import { PeriodCounts } from '../prices/periodCounts.ts';
import { worstLoss } from '../prices/planLoss.ts';
import type { SearchComponent } from './searchComponent.ts';
import type { SearchState } from './state.ts';

/** The gap, as a share of the cost of leaving a part out, from which half a part may make it. */
const LEAST_GAP = 0.1;

/** Over several days: the first round that looks at a period, after the plan's faults were mostly repaired. */
const FIRST_ROUND = 1;
/** A smaller loss than this share of the typical cost of leaving a part out is no half part. */
const LEAST_LOSS = 0.2;
/**
 * How far the quiet moments that begin and end a period are from the loss, in parts for each row (an airport has about seven in a day). The second,
 * longer period is tried if nothing can be proven about the first, mostly because long parts are under way when it begins or ends.
 */
const REACHES = [
  { least: 1.5, most: 8 },
  { least: 6, most: 14 },
] as const;

/**
 * Over several days: the gap, as a share of the cost of leaving a part out, from which a program on the whole horizon is solved; the share of what is left of
 * the run that it may take, and the most seconds; and the limit on its nodes under a step limit. With less than this time for each place, it would not end.
 */
const PROGRAM = { leastGap: 0.3, share: 0.4, most: 20, nodes: 200 } as const;
const SECONDS_A_POSITION = 4e-6;

/**
 * Uses on crowded days that the number of parts left out is whole: by the number that the best plan leaves out, and the next one, each once. Over several days,
 * where halves of one day mostly make up for those of another, uses what leaving parts out costs at least, or, where the rows differ too much to tell, that the
 * number is whole in each of the periods in which the best plan costs most above the bound.
 */
export const leftOutCount: SearchComponent = {
  id: 'left-out-count',
  start: (state) => {
    if (!state.relaxation.isLong) return () => raiseByCount(state);
    const { board, relaxation, run } = state;
    const counts = new PeriodCounts(relaxation, run);
    const tried: number[] = [];
    const raise = raiseByLeast(state);
    return ({ number }) => {
      const isTurn = number >= FIRST_ROUND && (board === null || board.role === 1);
      if (!isTurn || !relaxation.exact || state.isSlice) return;
      if (isSmallProgram(relaxation.model)) raise();
      else while (!counts.isFull && !state.isDone() && raiseByPeriod(state, counts, tried));
    };
  },
};

/** Returns a function that raises the bound once by what leaving parts out costs at least, if the gap is that of half a part, and there is time. */
const raiseByLeast = (state: SearchState): (() => void) => {
  const { relaxation, run } = state;
  const { share, most, nodes, leastGap } = PROGRAM;
  const { parameters, elapsedSeconds } = run;
  const leastSeconds = SECONDS_A_POSITION * relaxation.model.part.length;
  let isTried = false;
  return () => {
    const { cost, bound } = state.mark();
    const seconds = Math.min(most, share * (parameters.timeLimitSeconds - elapsedSeconds()));
    const isTime = parameters.stepLimit !== null || seconds >= leastSeconds;
    if (isTried || !isTime || cost - bound < 100 * leastGap * relaxation.typicalLeaveOut) return;
    isTried = true;
    const found = leastLeftOut(relaxation, { ...programLimits(run, seconds, nodes), stop: () => state.isDone() });
    if (found === null || state.isDone()) return;
    state.raiseBound(boundByLeast(relaxation, run, state.ascent.prices, found));
  };
};

/** Looks at the period around the largest loss that is not near one of those that were tried. Returns false if there is none. */
const raiseByPeriod = (state: SearchState, counts: PeriodCounts, tried: number[]): boolean => {
  const { relaxation, ascent, best } = state;
  const { model, typicalLeaveOut } = relaxation;
  const { prices, bound } = ascent;
  const worst = worstLoss(relaxation, best.placement, prices, { from: 0, to: model.partCount }, tried);
  if (worst === null || worst.loss < LEAST_LOSS * typicalLeaveOut) return false;
  tried.push(worst.middle);
  for (const reach of REACHES) {
    const before = state.mark().bound;
    const period = periodAround(state, worst.middle, reach);
    state.raiseBound(counts.raise(period, best.placement, prices, bound, state.modelCost()));
    if (state.mark().bound > before || state.isDone()) break;
  }
  return true;
};

/** The parts between two quiet moments, one before and one after the part in the middle. */
const periodAround = (
  { relaxation: { start, end, model }, ascent: { prices } }: SearchState,
  middle: number,
  { least, most }: (typeof REACHES)[number],
): Range => {
  const under = pricesUnderWay(start, end, prices);
  const [near, far] = [Math.ceil(least * model.rowCount), Math.ceil(most * model.rowCount)];
  const [first, last] = [Math.max(0, middle - far), Math.min(start.length, middle + far)];
  return {
    from: first === 0 ? 0 : leastCrossing(under, first, Math.max(first, middle - near), first),
    to: last === start.length ? last : leastCrossing(under, Math.min(last, middle + near), last, last),
  };
};

/** For each part, the sum of the prices of the parts that are under way when it begins. */
const pricesUnderWay = (start: Int32Array, end: Int32Array, prices: Float64Array): Float64Array => {
  const byEnd = orderByEnd(end);
  let [sum, ended] = [0, 0];
  return Float64Array.from(start, (from, i) => {
    for (; ended < byEnd.length && end[byEnd[ended]] <= from; ended++) sum -= prices[byEnd[ended]];
    sum += prices[i];
    return sum - prices[i];
  });
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
    state.raiseBound(found);
    if (found > proven) return;
  }
};
