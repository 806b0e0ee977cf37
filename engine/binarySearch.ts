/** The first index in [from, to) for which `holds` is true; `to` when there is none. From there on, it must be true for all. */
export const firstIndex = (from: number, to: number, holds: (index: number) => boolean): number => {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
};

/** The first index in [from, to) of an ascending array whose value is at least `value`; `to` when there is none. Has no callback, since inner loops of solvers use it. */
export const lowerBound = (sorted: Int32Array, value: number, from = 0, to = sorted.length): number => {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
};
