/** First position of a sorted array at which a value is not below `value`. */
export const lowerBound = (sorted: Int32Array, value: number): number => {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** Windows of some parts, to be counted: how many overlap, start or end somewhere. O(n log n) to build, O(log n) a question. */
export class Spans {
  /** In order of number, hence of start. */
  readonly parts: Int32Array;
  readonly starts: Int32Array;
  /** Ends in ascending order, of no part in particular. */
  readonly ends: Int32Array;

  /** `parts` in ascending order; parts are numbered by start, and no window is empty. */
  constructor(start: Int32Array, end: Int32Array, parts: Int32Array) {
    this.parts = parts;
    this.starts = parts.map((part) => start[part]);
    this.ends = parts.map((part) => end[part]).sort();
  }

  /** How many are numbered below `part`. */
  before(part: number): number {
    return lowerBound(this.parts, part);
  }

  /** How many start before `time`. */
  startedBefore(time: number): number {
    return lowerBound(this.starts, time);
  }

  /** How many end at `time` or before. */
  endedBy(time: number): number {
    return lowerBound(this.ends, time + 1);
  }
}

/**
 * ∫ a(t) · b(t) dt, where a and b say how many windows are open at t: the sum of what each pair of one of either overlaps. Of one and the same
 * list (`other` absent): each unordered pair once. O(n).
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
