import { lowerBound } from '../binarySearch.ts';

/** Counts windows of parts: how many start or end before a time. O(n log n) to build, O(log n) per query. */
export class Spans {
  /** Ascending, hence in order of start. */
  readonly parts: Int32Array;
  readonly starts: Int32Array;
  /** All ends in ascending order, not aligned with `parts`. */
  readonly ends: Int32Array;

  /** `parts` in ascending order; parts are numbered by start, and no window is empty. */
  constructor(start: Int32Array, end: Int32Array, parts: Int32Array) {
    this.parts = parts;
    this.starts = parts.map((part) => start[part]);
    this.ends = parts.map((part) => end[part]).sort();
  }

  /** The number of parts numbered below `part`. */
  before(part: number): number {
    return lowerBound(this.parts, part);
  }

  /** The number of windows that start before `time`. */
  startedBefore(time: number): number {
    return lowerBound(this.starts, time);
  }

  /** The number of windows that end at `time` or before. */
  endedBy(time: number): number {
    return lowerBound(this.ends, time + 1);
  }
}

/**
 * ∫ a(t) · b(t) dt, where a and b are the numbers of open windows at time t: the summed overlaps, in seconds, of all pairs of one
 * window from each list. With one list (`other` absent), each unordered pair counts once. O(n).
 */
export const overlapSeconds = (one: Spans, other?: Spans): number => {
  const lists = other === undefined ? [one] : [one, other];
  const opened = lists.map(() => 0);
  const closed = lists.map(() => 0);
  let sum = 0;
  let since = 0;
  for (;;) {
    let next = Number.POSITIVE_INFINITY;
    for (const [i, { starts, ends }] of lists.entries()) {
      if (opened[i] < starts.length) next = Math.min(next, starts[opened[i]]);
      if (closed[i] < ends.length) next = Math.min(next, ends[closed[i]]);
    }
    if (next === Number.POSITIVE_INFINITY) return sum;
    const [a, b] = lists.map((_, i) => opened[i] - closed[i]);
    sum += (next - since) * (other === undefined ? (a * (a - 1)) / 2 : a * b);
    since = next;
    for (const [i, { starts, ends }] of lists.entries()) {
      while (opened[i] < starts.length && starts[opened[i]] === next) opened[i]++;
      while (closed[i] < ends.length && ends[closed[i]] === next) closed[i]++;
    }
  }
};
