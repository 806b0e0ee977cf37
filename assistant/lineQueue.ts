/** A queue between a producer and one consumer, in order. It ends once, possibly with an error. */
export class LineQueue<T> implements AsyncIterable<T> {
  private readonly waiting: T[] = [];
  private wake: (() => void) | null = null;
  private ended = false;
  private failure: unknown = null;

  push(line: T): void {
    if (this.ended) return;
    this.waiting.push(line);
    this.wake?.();
  }

  end(): void {
    this.ended = true;
    this.wake?.();
  }

  fail(error: unknown): void {
    if (this.ended) return;
    this.failure = error;
    this.end();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    for (;;) {
      while (this.waiting.length > 0) yield present(this.waiting.shift());
      if (this.ended) {
        if (this.failure !== null) throw this.failure;
        return;
      }
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
      this.wake = null;
    }
  }
}
import { present } from '../engine/present.ts';
