const DIGIT_BITS = 11;
const DIGITS = 1 << DIGIT_BITS;

/**
 * Returns the indices of `keys` in ascending order; ties keep the order of `from` (0, 1, 2, … when absent), so that one can sort by
 * several keys one after the other, least significant first. O(n) per 11 bits in which keys differ.
 */
export const radixOrder = (keys: Int32Array, from?: Int32Array): Int32Array => {
  const n = keys.length;
  let order = from ? from.slice() : Int32Array.from({ length: n }, (_, i) => i);
  let least = 0;
  let most = 0;
  for (let i = 0; i < n; i++) {
    const key = keys[i];
    if (i === 0 || key < least) least = key;
    if (i === 0 || key > most) most = key;
  }
  const range = most - least;
  // Keys are moved together with their indices, so that every pass reads sequentially.
  let held = new Int32Array(n);
  for (let i = 0; i < n; i++) held[i] = keys[order[i]] - least;
  const counts = new Int32Array(DIGITS);
  let otherOrder = new Int32Array(n);
  let otherHeld = new Int32Array(n);
  for (let shift = 0; shift < 32 && range >>> shift > 0; shift += DIGIT_BITS) {
    counts.fill(0);
    for (let i = 0; i < n; i++) counts[(held[i] >>> shift) & (DIGITS - 1)]++;
    let sum = 0;
    for (let digit = 0; digit < DIGITS; digit++) {
      const count = counts[digit];
      counts[digit] = sum;
      sum += count;
    }
    for (let i = 0; i < n; i++) {
      const key = held[i];
      const at = counts[(key >>> shift) & (DIGITS - 1)]++;
      otherOrder[at] = order[i];
      otherHeld[at] = key;
    }
    [order, otherOrder] = [otherOrder, order];
    [held, otherHeld] = [otherHeld, held];
  }
  return order;
};
