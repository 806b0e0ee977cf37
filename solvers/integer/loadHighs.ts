import highsPackage, { type Highs } from 'highs';

/** Loads a new instance of HiGHS. The package's types describe its CommonJS build; as an ES module, its default export is the loader itself. */
export const newHighs = highsPackage as unknown as () => Promise<Highs>;

/** The imports of a WebAssembly program, by module and name. */
type Imports = Record<string, Record<string, unknown>>;
type Instantiate = (
  binary: unknown,
  imports: Imports,
) => Promise<{ readonly instance: { readonly exports: Readonly<Record<string, unknown>> } }>;
type ReadClock = (clock: number, precision: bigint, address: number) => number;
interface Memory {
  readonly buffer: ArrayBufferLike;
}

const CLOCK = '_clock_time_get';
/** The time that HiGHS reads once it is to end: decades ahead, beyond any time limit; it counts nanoseconds in 64 bits. */
const AHEAD_NANOSECONDS = 3_000_000_000_000_000_000n;

let highs: Highs | null = null;
let isOver: () => boolean = () => false;

/**
 * Wraps the imports so that the clock is far ahead while `isOver` returns true. `memory` returns the memory in which the program
 * expects the time.
 */
const withClock = (imports: Imports, memory: () => ArrayBufferLike): void => {
  for (const module of Object.values(imports)) {
    for (const [name, value] of Object.entries(module)) {
      if (typeof value !== 'function' || value.name !== CLOCK) continue;
      const read = value as ReadClock;
      module[name] = (clock: number, precision: bigint, address: number): number => {
        const status = read(clock, precision, address);
        if (isOver()) new BigInt64Array(memory(), address, 1)[0] = AHEAD_NANOSECONDS;
        return status;
      };
    }
  }
};

const isMemory = (value: unknown): value is Memory =>
  typeof value === 'object' && value !== null && 'buffer' in value && 'grow' in value;

/** A callback of HiGHS that interrupts it once `stop` returns true. */
export const interruptWhen =
  (stop: () => boolean) =>
  (event: { interrupt(): void }): undefined => {
    if (stop()) event.interrupt();
  };

/** Loads HiGHS (WebAssembly), once in each thread. */
export const prepareHighs = async (): Promise<void> => {
  if (highs !== null) return;
  const { WebAssembly: webAssembly } = globalThis as unknown as { WebAssembly: { instantiate: Instantiate } };
  const { instantiate } = webAssembly;
  let memory: Memory | null = null;
  webAssembly.instantiate = async (binary, imports) => {
    withClock(imports, () => memory!.buffer);
    const program = await instantiate.call(webAssembly, binary, imports);
    memory = Object.values(program.instance.exports).find(isMemory) ?? null;
    return program;
  };
  try {
    highs = await newHighs();
  } finally {
    webAssembly.instantiate = instantiate;
  }
};

/** The loaded HiGHS; null until then. */
export const loadedHighs = (): Highs | null => highs;

/**
 * Runs a HiGHS program that has a time limit and ends it early: as soon as `stop` returns true, the clock that HiGHS reads is past the
 * limit. HiGHS reads its clock every few microseconds, but calls its callbacks up to a second apart. Pass null for a program without a
 * time limit.
 * Returns false when the run of HiGHS throws, as its interior point method does in about one of a hundred runs whose time is
 * over; HiGHS then has neither a solution nor a bound.
 */
export const endingWith = (stop: (() => boolean) | null, solve: () => void): boolean => {
  if (stop === null) {
    solve();
    return true;
  }
  let over = false;
  isOver = () => {
    over ||= stop();
    return over;
  };
  try {
    solve();
    return true;
  } catch (error) {
    if (highs !== null && error instanceof highs.errors.HighsError && error.operation === 'run') return false;
    throw error;
  } finally {
    isOver = () => false;
  }
};
