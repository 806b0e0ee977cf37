/**
 * Visits each largest set of intervals that overlap at one time, in order of time, by their indices. Interval q lasts from starts[q] to ends[q]
 * (exclusive), and starts ascend. The set is valid until `visit` returns.
 */
export const visitCliques = (starts: Int32Array, ends: Int32Array, visit: (members: Int32Array) => void): void => {
  const active = new Int32Array(starts.length);
  let [count, soonest] = [0, Number.POSITIVE_INFINITY];
  for (let q = 0; q < starts.length; q++) {
    if (soonest <= starts[q]) {
      visit(active.subarray(0, count));
      const before = count;
      [count, soonest] = [0, Number.POSITIVE_INFINITY];
      for (let a = 0; a < before; a++) {
        const other = active[a];
        if (ends[other] <= starts[q]) continue;
        active[count++] = other;
        if (ends[other] < soonest) soonest = ends[other];
      }
    }
    active[count++] = q;
    if (ends[q] < soonest) soonest = ends[q];
  }
  if (count > 0) visit(active.subarray(0, count));
};
