/** A stream of pseudorandom numbers; the same seed gives the same stream on every platform. */
export interface Random {
  /** Uniform in [0, 1). */
  next(): number;
  /** Uniform integer in [0, bound), bound ≥ 1. */
  below(bound: number): number;
  /** An independent stream, derived from this one's state. */
  split(): Random;
}

/**
 * sfc32, seeded through splitmix32.
 * Source: Chris Doty-Humphrey, PractRand (2010); Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
 */
export const createRandom = (seed: number): Random => {
  let mix = seed | 0;
  const splitmix = (): number => {
    mix = (mix + 0x9e3779b9) | 0;
    let z = mix ^ (mix >>> 16);
    z = Math.imul(z, 0x21f0aaad);
    z ^= z >>> 15;
    z = Math.imul(z, 0x735a2d97);
    return z ^ (z >>> 15);
  };
  let a = splitmix();
  let b = splitmix();
  let c = splitmix();
  let counter = splitmix();
  const int32 = (): number => {
    const t = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + t) | 0;
    return t >>> 0;
  };
  for (let i = 0; i < 12; i++) int32();
  return {
    next: () => int32() / 4294967296,
    below: (bound) => Math.floor((int32() / 4294967296) * bound),
    split: () => createRandom(int32()),
  };
};

/** One of the values, each with the same probability. */
export const pick = <T>(random: Pick<Random, 'below'>, values: readonly T[]): T => values[random.below(values.length)];

/**
 * Puts the first `count` values into a random order.
 * Source: Durstenfeld, "Algorithm 235: random permutation", Communications of the ACM 7 (1964).
 */
export const shuffle = (values: Int32Array, random: Random, count = values.length): void => {
  for (let k = count - 1; k > 0; k--) {
    const other = random.below(k + 1);
    const value = values[k];
    values[k] = values[other];
    values[other] = value;
  }
};
