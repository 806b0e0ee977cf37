/** For each interval k, the number of earlier intervals, in order of start, that end after it starts. */
export const crossingsOf = (starts: ArrayLike<number>, ends: ArrayLike<number>): Int32Array => {
  const sorted = Int32Array.from(ends).sort();
  let ended = 0;
  return Int32Array.from(starts, (from, k) => {
    while (ended < sorted.length && sorted[ended] <= from) ended++;
    return k - ended;
  });
};

/** Returns the index from `first` to `last`, both included, with the fewest parts under way; of equals, the one nearest to `wanted`. */
export const leastCrossing = (
  crossing: Int32Array | Float64Array,
  first: number,
  last: number,
  wanted: number,
): number => {
  let least = first;
  for (let at = first + 1; at <= last; at++) {
    const nearer = Math.abs(at - wanted) < Math.abs(least - wanted);
    if (crossing[at] < crossing[least] || (crossing[at] === crossing[least] && nearer)) least = at;
  }
  return least;
};

/**
 * Returns the index at which each period begins, and the end of the last one: each has between half and one and a half times as many parts as wanted,
 * and begins where the fewest are under way. `crossing` is the number of parts under way at each index.
 */
export const cutByTime = (crossing: Int32Array, wanted: number): readonly number[] => {
  const cuts = [0];
  let from = 0;
  while (crossing.length - from > 1.5 * wanted) {
    const last = Math.min(from + Math.floor(1.5 * wanted), crossing.length - Math.ceil(wanted / 2));
    from = leastCrossing(crossing, from + Math.ceil(wanted / 2), last, from + wanted);
    cuts.push(from);
  }
  return [...cuts, crossing.length];
};

/** The number of parts of a period, about; those of a day are one period. */
const PERIOD_PARTS = 1000;

/** Parts of a model, by index: from (inclusive), to (exclusive). */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Divides a horizon into periods for each of which a linear program is small. */
export const periodsOf = (starts: ArrayLike<number>, ends: ArrayLike<number>): readonly Range[] => {
  const cuts = cutByTime(crossingsOf(starts, ends), PERIOD_PARTS);
  return cuts.slice(1).map((to, q) => ({ from: cuts[q], to }));
};
