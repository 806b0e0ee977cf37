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
 * The sum of the probabilities that pairs of parts on one resource overlap, for pairs that touch the window. Exact up to 20,000 near
 * pairs on a resource; for more, each time is represented by 32 quantiles, and the sum is within 1 % of the exact one. O(parts log
 * parts) then.
 */
export const expectedPairs = (
  instance: Instance,
  placement: Placement,
  { from, to }: Span,
  mostPairs = MOST_PAIRS,
): number => {
  let sum = 0;
  for (const list of partsByResource(instance, placement)) {
    if (list.length < 2) continue;
    if (nearPairs(instance, list) <= mostPairs) sum += oneByOne(instance, list, from, to);
    else sum += ofCrowd(instance, list, from, to, mostPairs);
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

const oneByOne = (instance: Instance, list: Int32Array, from: number, to: number): number => {
  const { start, end, uncertainty } = instance;
  let sum = 0;
  for (let i = 0; i < list.length && start[list[i]] < to; i++) {
    const a = list[i];
    const until = end[a] + uncertainty.horizonSeconds;
    for (let j = i + 1; j < list.length && start[list[j]] < until; j++) {
      const b = list[j];
      if (Math.max(end[a], end[b]) > from && isPair(instance, a, b)) sum += overlapProbability(instance, a, b);
    }
  }
  return sum;
};

/** Estimates all pairs whose earlier part starts before `to`, minus those that end by `from` and those that are not pairs (`isPair`). */
const ofCrowd = (instance: Instance, list: Int32Array, from: number, to: number, mostPairs: number): number => {
  const { end } = instance;
  const ended = list.filter((part) => end[part] <= from);
  let sum = estimate(instance, list, to) - estimate(instance, ended, to);
  const exclude = (parts: Int32Array): void => {
    if (parts.length < 2) return;
    const isSmall = nearPairs(instance, parts) <= mostPairs;
    const all = (some: Int32Array): number =>
      isSmall ? allOneByOne(instance, some, to) : estimate(instance, some, to);
    sum -= all(parts) - all(parts.filter((part) => end[part] <= from));
  };
  for (const parts of Map.groupBy(list, (part) => pairKeyOf(instance, part)).values()) exclude(Int32Array.from(parts));
  return Math.max(0, sum);
};

/** Sums over all pairs in the list, including those that are not pairs by `isPair`. */
const allOneByOne = (instance: Instance, list: Int32Array, to: number): number => {
  let sum = 0;
  for (let i = 0; i < list.length && instance.start[list[i]] < to; i++) {
    for (let j = i + 1; j < list.length; j++) sum += overlapProbability(instance, list[i], list[j]);
  }
  return sum;
};

/**
 * Σ P(end of a > start of b) over a < b in the list where a starts before `to`. The points of ends are inserted into a Fenwick tree in
 * order of part, and for each point of a start the number of ends above it is queried.
 */
const estimate = (instance: Instance, list: Int32Array, to: number): number => {
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
    if (start[part] >= to) continue;
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
