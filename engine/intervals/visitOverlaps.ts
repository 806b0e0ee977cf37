import { radixOrder } from './radixOrder.ts';

/**
 * Visits every pair of half-open intervals that overlap at the same place, in order of place and of `a`, where `a` is the one that
 * starts first (of equals, the smaller index). Intervals at a negative place are ignored. O(n + pairs).
 */
export const visitOverlaps = (
  start: Int32Array,
  end: Int32Array,
  place: Int32Array,
  visit: (a: number, b: number) => void,
): void => {
  const order = radixOrder(place, radixOrder(start));
  const n = order.length;
  const starts = new Int32Array(n);
  const places = new Int32Array(n);
  for (let i = 0; i < n; i++) {
    starts[i] = start[order[i]];
    places[i] = place[order[i]];
  }
  for (let i = 0; i < n; i++) {
    const on = places[i];
    if (on < 0) continue;
    const a = order[i];
    const until = end[a];
    for (let j = i + 1; j < n && places[j] === on && starts[j] < until; j++) visit(a, order[j]);
  }
};
