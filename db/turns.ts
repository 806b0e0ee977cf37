import { present } from '../engine/present.ts';

export { atOnce } from '../engine/atOnce.ts';

/** How long work may go on before others have a turn. */
const SLICE_MS = 10;

const waiting: (() => void)[] = [];

/** One at a time: however much is sliced at once, what comes in between waits for a single slice. */
const resumeNext = (): void => {
  const next = waiting.shift();
  if (waiting.length > 0) setImmediate(resumeNext);
  next?.();
};

/**
 * Long work on the main thread, in slices. Ask `isOver` after each piece of it (a piece takes well under a millisecond), and when it says so
 * `await pass()`: whatever else waits on the event loop comes first, and other sliced work takes turns.
 */
export class Turn {
  private startedAt = performance.now();

  get isOver(): boolean {
    return performance.now() - this.startedAt >= SLICE_MS;
  }

  async pass(): Promise<void> {
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
      if (waiting.length === 1) setImmediate(resumeNext);
    });
    this.startedAt = performance.now();
  }
}

/** Work that yields after each piece of it, in slices. */
export const inSlices = async <T>(work: Generator<void, T>): Promise<T> => {
  const turn = new Turn();
  for (let step = work.next(); ; step = work.next()) {
    if (step.done === true) return step.value;
    if (turn.isOver) await turn.pass();
  }
};

/** What takes long to make, with turns for others in between. */
export async function* slicedly<T>(items: Iterable<T>): AsyncGenerator<T> {
  const turn = new Turn();
  for (const item of items) {
    yield item;
    if (turn.isOver) await turn.pass();
  }
}

/** `map` of a long list, in slices. */
export const mapSlicedly = async <T, R>(items: readonly T[], map: (item: T, index: number) => R): Promise<R[]> => {
  const turn = new Turn();
  const results: R[] = [];
  for (const [index, item] of items.entries()) {
    results.push(map(item, index));
    if (index % LOOK_EVERY === 0 && turn.isOver) await turn.pass();
  }
  return results;
};

/** A look at the clock costs about as much as a small piece of work. */
const LOOK_EVERY = 16;
const RUN_LENGTH = 1024;

/** A long list sorted, in slices: runs first, which are then merged two by two. */
export const sortSlicedly = async <T>(items: readonly T[], compare: (a: T, b: T) => number): Promise<T[]> => {
  const turn = new Turn();
  let runs: T[][] = [];
  for (let from = 0; from < items.length; from += RUN_LENGTH) {
    runs.push(items.slice(from, from + RUN_LENGTH).sort(compare));
    if (turn.isOver) await turn.pass();
  }
  while (runs.length > 1) {
    const merged: T[][] = [];
    for (let i = 0; i < runs.length; i += 2)
      merged.push(await merge(present(runs[i]), runs[i + 1] ?? [], compare, turn));
    runs = merged;
  }
  return runs[0] ?? [];
};

const merge = async <T>(
  a: readonly T[],
  b: readonly T[],
  compare: (a: T, b: T) => number,
  turn: Turn,
): Promise<T[]> => {
  const merged: T[] = [];
  for (let i = 0, j = 0; i < a.length || j < b.length; ) {
    const isFirst = j >= b.length || (i < a.length && compare(present(a[i]), present(b[j])) <= 0);
    merged.push(present(isFirst ? a[i++] : b[j++]));
    if (merged.length % RUN_LENGTH === 0 && turn.isOver) await turn.pass();
  }
  return merged;
};
