import { present } from '../engine/present.ts';

/** Maximum milliseconds of work before yielding to the event loop. */
const SLICE_MS = 10;

const waiting: (() => void)[] = [];

/** Resumes one waiting task per turn of the event loop, so that other events wait for at most one slice. */
const resumeNext = (): void => {
  const next = waiting.shift();
  if (waiting.length > 0) setImmediate(resumeNext);
  next?.();
};

/**
 * Runs long work on the main thread in slices. Check `isOver` after each piece (well under a millisecond of work), and if it is true, `await pass()`:
 * other events on the event loop run first, and other sliced work takes turns.
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

/** Runs a generator in slices; it should yield after each small piece of work. */
export const inSlices = async <T>(work: Generator<void, T>): Promise<T> => {
  const turn = new Turn();
  for (let step = work.next(); ; step = work.next()) {
    if (step.done === true) return step.value;
    if (turn.isOver) await turn.pass();
  }
};

/** Iterates over items that take long to make, and yields to the event loop between slices. */
export async function* slicedly<T>(items: Iterable<T>): AsyncGenerator<T> {
  const turn = new Turn();
  for (const item of items) {
    yield item;
    if (turn.isOver) await turn.pass();
  }
}

/** `map` over a long list, in slices. */
export const mapSlicedly = async <T, R>(items: readonly T[], map: (item: T, index: number) => R): Promise<R[]> => {
  const turn = new Turn();
  const results: R[] = [];
  for (const [index, item] of items.entries()) {
    results.push(map(item, index));
    if (index % LOOK_EVERY === 0 && turn.isOver) await turn.pass();
  }
  return results;
};

/** Check the clock only after this many items, since a check costs about as much as a small piece of work. */
const LOOK_EVERY = 16;
const RUN_LENGTH = 1024;

/** Sorts a long list in slices: sorts runs, then merges them pairwise. Returns a new array. */
export const sortSlicedly = <T>(items: readonly T[], compare: (a: T, b: T) => number): Promise<T[]> =>
  inSlices(sorting(items, compare));

/** Like `sortSlicedly`, as a generator that yields between pieces of work. */
export function* sorting<T>(items: readonly T[], compare: (a: T, b: T) => number): Generator<void, T[]> {
  let runs: T[][] = [];
  for (let from = 0; from < items.length; from += RUN_LENGTH) {
    runs.push(items.slice(from, from + RUN_LENGTH).sort(compare));
    yield;
  }
  while (runs.length > 1) {
    const merged: T[][] = [];
    for (let i = 0; i < runs.length; i += 2) merged.push(yield* merging(present(runs[i]), runs[i + 1] ?? [], compare));
    runs = merged;
  }
  return runs[0] ?? [];
}

function* merging<T>(a: readonly T[], b: readonly T[], compare: (a: T, b: T) => number): Generator<void, T[]> {
  const merged: T[] = [];
  for (let i = 0, j = 0; i < a.length || j < b.length; ) {
    const isFirst = j >= b.length || (i < a.length && compare(present(a[i]), present(b[j])) <= 0);
    merged.push(present(isFirst ? a[i++] : b[j++]));
    if (merged.length % RUN_LENGTH === 0) yield;
  }
  return merged;
}
