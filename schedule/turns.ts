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
  #startedAt = performance.now();

  get isOver(): boolean {
    return performance.now() - this.#startedAt >= SLICE_MS;
  }

  async pass(): Promise<void> {
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
      if (waiting.length === 1) setImmediate(resumeNext);
    });
    this.#startedAt = performance.now();
  }
}
