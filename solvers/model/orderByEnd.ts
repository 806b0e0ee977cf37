/** The first n indices by end, equal ends by index. Numbers without a comparison function are sorted several times as fast. */
export const orderByEnd = (end: ArrayLike<number>, n = end.length): Int32Array => {
  const keys = Float64Array.from({ length: n }, (_, i) => end[i] * n + i).sort();
  return Int32Array.from(keys, (key) => key - n * Math.floor(key / n));
};
