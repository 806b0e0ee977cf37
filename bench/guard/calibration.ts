const CELLS = 1 << 16;
const SWEEPS = 60;

/**
 * A fixed piece of work like that of the search (passes over typed arrays, look-ups within them, a sort). The time it takes tells how fast the machine
 * is at the moment. It returns a number so that the compiler cannot leave any of it out.
 */
export const calibrate = (): number => {
  const prices = new Float64Array(CELLS);
  const next = new Int32Array(CELLS);
  const best = new Float64Array(CELLS + 64);
  let state = 1;
  for (let k = 0; k < CELLS; k++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) | 0;
    prices[k] = (state >>> 8) / 2 ** 24 - 0.5;
    next[k] = k + 1 + ((state >>> 4) & 31);
  }
  let sum = 0;
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    let after = 0;
    for (let k = CELLS - 1; k >= 0; k--) {
      const take = prices[k] + best[next[k]];
      if (take < after) after = take;
      best[k] = after;
    }
    sum += after;
  }
  return sum + prices.sort()[CELLS >> 1];
};
