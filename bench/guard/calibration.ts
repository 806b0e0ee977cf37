const CELLS = 1 << 16;
const SWEEPS = 60;
/** More than fits in a processor's own memory. */
const FAR_CELLS = 1 << 20;
const FAR_STEPS = 50_000;
const OBJECTS = 30_000;

/** The next number of a fixed sequence that looks random. */
const nextState = (state: number): number => (Math.imul(state, 1_103_515_245) + 12_345) | 0;

/** Passes over typed arrays, look-ups within them, and a sort, like an ascent. */
const sweep = (): number => {
  const prices = new Float64Array(CELLS);
  const next = new Int32Array(CELLS);
  const best = new Float64Array(CELLS + 64);
  let state = 1;
  for (let k = 0; k < CELLS; k++) {
    state = nextState(state);
    prices[k] = (state >>> 8) / 2 ** 24 - 0.5;
    next[k] = k + 1 + ((state >>> 4) & 31);
  }
  let sum = 0;
  for (let pass = 0; pass < SWEEPS; pass++) {
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

/** Fresh memory, written once and read here and there, like a model. */
const reach = (): number => {
  const cells = new Int32Array(FAR_CELLS);
  for (let k = 0; k < FAR_CELLS; k++) cells[k] = k ^ 0x2a_aa_aa;
  let [at, state] = [0, 1];
  for (let step = 0; step < FAR_STEPS; step++) {
    state = nextState(state);
    at = cells[(at ^ (state >>> 8)) & (FAR_CELLS - 1)];
  }
  return at;
};

/** Small objects, lists and look-ups by name, like compiling a document. */
const collect = (): number => {
  const known = new Map<string, { readonly at: number; readonly others: number[] }>();
  let state = 1;
  for (let k = 0; k < OBJECTS; k++) {
    state = nextState(state);
    const name = `name ${(state >>> 8) % (OBJECTS >> 2)}`;
    const one = known.get(name);
    if (one === undefined) known.set(name, { at: k, others: [k] });
    else one.others.push(k);
  }
  return [...known.values()].toSorted((a, b) => b.others.length - a.others.length)[0].at;
};

/**
 * A fixed piece of work like that of the project: about a third each of computing in nearby memory, of reaching far, and of small objects, because one machine is
 * slower than another at some of these only. The time it takes tells how fast the machine is at the moment. It returns a number so that the compiler
 * cannot leave any of it out.
 */
export const calibrate = (): number => sweep() + reach() + collect();
