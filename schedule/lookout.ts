import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Looks for something to do when it is told to: never twice at a time, and once more when it was told again meanwhile. `lookOnce`
 * must not reject.
 */
export class Lookout {
  private readonly lookOnce: () => Promise<void>;
  private readonly gatherMs: number;
  private readonly stopping = new AbortController();
  private looking: Promise<void> | null = null;
  private again = false;

  /** `gatherMs` is a delay before each look, so that all that it is told within it is one look. */
  constructor(lookOnce: () => Promise<void>, gatherMs = 0) {
    this.lookOnce = lookOnce;
    this.gatherMs = gatherMs;
  }

  /** Aborted when nothing more is looked for. */
  get stopped(): AbortSignal {
    return this.stopping.signal;
  }

  look(): void {
    if (this.stopped.aborted) return;
    this.again = this.looking !== null;
    this.looking ??= this.lookOn();
  }

  /** Looks no more; resolves when a look that is under way has ended. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.looking;
  }

  private async lookOn(): Promise<void> {
    do {
      if (this.gatherMs > 0) await sleep(this.gatherMs, undefined, { signal: this.stopped }).catch(() => undefined);
      this.again = false;
      if (!this.stopped.aborted) await this.lookOnce();
    } while (this.again && !this.stopped.aborted);
    this.looking = null;
  }
}
