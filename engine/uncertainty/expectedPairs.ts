import { partsByResource, type Span } from '../conflicts/pairFamilies.ts';
import type { Instance } from '../instance/instance.ts';
import { lowerBound } from '../binarySearch.ts';
import type { Placement } from '../objective/score.ts';
import { isPair, pairKeyOf } from '../objective/pairs/pair.ts';
import { overlapProbability, quantilesOf } from './pairProbability.ts';

/** Up to this many near pairs on one resource are computed one by one. */
const MOST_PAIRS = 20_000;
/** In a larger crowd, each distribution is represented by this many equally weighted points. */
const POINTS = 32;

/**
 * The sum of the probabilities that pairs of parts on one resource overlap, for pairs that do so, or come near each other, in the window (`isWithin`).
 * Exact up to 20,000 near pairs on a resource; for more, each time is represented by 32 quantiles, and the sum is within 1 % of the exact one. O(parts
 * log parts) then.
 */
export const expectedPairs = (
  instance: Instance,
  placement: Placement,
  window: Span,
  mostPairs = MOST_PAIRS,
): number => {
  let sum = 0;
  for (const list of partsByResource(instance, placement)) {
    if (list.length < 2) continue;
    if (nearPairs(instance, list) <= mostPairs) sum += oneByOne(instance, list, window);
    else sum += ofCrowd(instance, list, window, mostPairs);
  }
  return sum;
};

/** The number of pairs of parts on one resource that are not certain to be apart. O(parts log parts). */
export const nearPairs = ({ start, end, uncertainty }: Instance, list: Int32Array): number => {
  const ends = list.map((part) => end[part] + uncertainty.horizonSeconds).sort();
  let count = 0;
  for (let i = 0; i < list.length; i++) count += i - lowerBound(ends, start[list[i]] + 1);
  return count;
};

/**
 * Whether the time from the start of the later part `b` to the first end of both is in the window; of parts that do not overlap, the time from the end
 * of the earlier one to the start of the later one.
 */
const isWithin = ({ start, end }: Instance, a: number, b: number, { from, to }: Span): boolean =>
  (start[b] < to || end[a] < to) && (start[b] >= from || (end[a] > from && end[b] > from));

const oneByOne = (instance: Instance, list: Int32Array, window: Span): number => {
  const { start, end, uncertainty } = instance;
  let sum = 0;
  for (let i = 0; i < list.length && start[list[i]] < window.to; i++) {
    const a = list[i];
    const until = end[a] + uncertainty.horizonSeconds;
    for (let j = i + 1; j < list.length && start[list[j]] < until; j++) {
      const b = list[j];
      if (isWithin(instance, a, b, window) && isPair(instance, a, b)) sum += overlapProbability(instance, a, b);
    }
  }
  return sum;
};

/** Estimates all pairs in the window, minus those that are not pairs (`isPair`). */
const ofCrowd = (instance: Instance, list: Int32Array, window: Span, mostPairs: number): number => {
  let sum = inWindow(instance, list, window, (some) => estimate(instance, some));
  for (const parts of Map.groupBy(list, (part) => pairKeyOf(instance, part)).values()) {
    if (parts.length < 2) continue;
    const alike = Int32Array.from(parts);
    const isSmall = nearPairs(instance, alike) <= mostPairs;
    sum -= inWindow(instance, alike, window, (some) => (isSmall ? allOneByOne : estimate)(instance, some));
  }
  return Math.max(0, sum);
};

/** The sum over the pairs for which `isWithin` holds, from the sums over all pairs of some parts: pairs after the window, and before it, are subtracted. */
const inWindow = (
  { start, end }: Instance,
  list: Int32Array,
  { from, to }: Span,
  sumOf: (parts: Int32Array) => number,
): number => {
  const until = list.filter((part) => end[part] >= to);
  const since = list.filter((part) => start[part] < from);
  const after = sumOf(until) - sumOf(until.filter((part) => start[part] < to));
  const before = sumOf(since) - sumOf(since.filter((part) => end[part] > from));
  return sumOf(list) - after - before;
};

/** Sums over all pairs in the list, including those that are not pairs by `isPair`. */
const allOneByOne = (instance: Instance, list: Int32Array): number => {
  let sum = 0;
  for (let i = 0; i < list.length; i++) {
    for (let j = i + 1; j < list.length; j++) sum += overlapProbability(instance, list[i], list[j]);
  }
  return sum;
};

/**
 * Σ P(end of a > start of b) over a < b in the list. The points of ends are inserted into a Fenwick tree in
 * order of part, and for each point of a start the number of ends above it is queried.
 */
const estimate = (instance: Instance, list: Int32Array): number => {
  const { start, end, uncertainty } = instance;
  const quantiles = quantilesOf(uncertainty.distributions, POINTS);
  const pointAt = (time: number, distribution: number, i: number): number =>
    distribution < 0 ? time : time + quantiles[distribution * POINTS + i];
  const count = list.length * POINTS;
  const points = new Float64Array(count);
  for (let p = 0; p < list.length; p++) {
    for (let i = 0; i < POINTS; i++) points[p * POINTS + i] = pointAt(end[list[p]], uncertainty.end[list[p]], i);
  }
  const sorted = points.slice().sort();
  const entered = new Int32Array(count + 1);
  let size = 0;
  let above = 0;
  for (let p = 0; p < list.length; p++) {
    const part = list[p];
    const distribution = uncertainty.start[part];
    const asked = distribution < 0 ? 1 : POINTS;
    for (let i = 0; i < asked; i++) {
      let below = 0;
      for (let at = numberOf(sorted, pointAt(start[part], distribution, i)); at > 0; at &= at - 1) below += entered[at];
      above += ((size - below) * POINTS) / asked;
    }
    for (let i = 0; i < POINTS; i++) {
      for (let at = numberOf(sorted, points[p * POINTS + i]); at <= count; at += at & -at) entered[at]++;
    }
    size += POINTS;
  }
  return above / (POINTS * POINTS);
};

/** The number of values that are at most `value`. */
const numberOf = (sorted: Float64Array, value: number): number => {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle] <= value) low = middle + 1;
    else high = middle;
  }
  return low;
};
