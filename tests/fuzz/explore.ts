import { createRandom, type Random } from '../../engine/random.ts';
import type { Coverage } from './coverage.ts';
import { mutateBytes } from './mutations.ts';

/** A parser, or several that must agree. */
export interface Parser {
  readonly name: string;
  /** Good inputs, from which others are made. */
  readonly seeds: readonly string[];
  /** Texts that mean something to it. */
  readonly words: readonly string[];
  readonly mutate?: typeof mutateBytes;
  /** Throws when it does not treat the input as it should; an input that it refuses is none of these. */
  readonly read: (input: Buffer) => unknown;
}

export interface Exploration {
  readonly seed: number;
  readonly seconds: number;
  readonly coverage: Coverage;
}

/** The processor may work this long for an input; what hangs takes longer. Waiting for the processor does not count. */
const LONGEST_MS = 3000;

const processorMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** So many inputs are tried before the coverage is read, which takes milliseconds; when it grew, each of them is tried again alone. */
const BATCH = 16;

const readOne = async ({ name, read }: Parser, input: Buffer, seed: number): Promise<void> => {
  const from = processorMs();
  const found = await Promise.resolve(input)
    .then(read)
    .then(
      () => null,
      (error: unknown) => error,
    );
  const ms = processorMs() - from;
  if (found === null && ms < LONGEST_MS) return;
  const what = found === null ? `took ${ms.toFixed(0)} ms` : 'failed';
  throw new Error(
    `${name} ${what} (FUZZ_SEED=${seed}); base64 of the input: ${input.toString('base64')}\n${String(found)}`,
    {
      cause: found,
    },
  );
};

/**
 * Feeds a parser with its seeds and with mutations of them, and keeps each input that reaches blocks in a combination not seen before as another one to
 * mutate. Returns how many inputs were tried and kept. Source: Zalewski, "Technical whitepaper for afl-fuzz" (the corpus that coverage feeds).
 */
export const explore = async (parser: Parser, { seed, seconds, coverage }: Exploration) => {
  const random: Random = createRandom(seed);
  const { mutate = mutateBytes, words } = parser;
  const corpus: Buffer[] = parser.seeds.map((text) => Buffer.from(text));
  const seen = new Set<string>();
  const takeFresh = async (): Promise<string[]> => (await coverage.take()).filter((feature) => !seen.has(feature));
  const remember = (features: readonly string[]): void => features.forEach((feature) => seen.add(feature));
  for (const input of corpus) await readOne(parser, input, seed);
  remember(await takeFresh());
  const until = performance.now() + 1000 * seconds;
  let tried = 0;
  while (performance.now() < until) {
    const batch = Array.from({ length: BATCH }, () => {
      // The inputs that were found last lead on more often.
      const last = random.below(Math.min(8, corpus.length));
      const at = random.below(2) === 0 ? random.below(corpus.length) : corpus.length - 1 - last;
      return mutate(random, corpus[at], corpus, words);
    });
    for (const input of batch) await readOne(parser, input, seed);
    tried += BATCH;
    const together = await takeFresh();
    for (const input of together.length > 0 ? batch : []) {
      await readOne(parser, input, seed);
      const fresh = await takeFresh();
      if (fresh.length > 0) corpus.push(input);
      remember(fresh);
    }
    remember(together);
  }
  return { tried, kept: corpus.length - parser.seeds.length, seen: seen.size };
};
