/** Milliseconds after its time limit within which a run should return its own result; after that, its result is the best plan known. */
const GRACE_MS = 30;
const TIME_GRACE_MS = 150;
/** Milliseconds that threads have to end once the run has its result; one that makes a model needs more. */
const RESULT_GRACE_MS = 3;
/** Resolves when a run is overdue, because a thread does not check its flag for a while inside WebAssembly. */
export class Overdue {
  readonly promise: Promise<void>;
  private resolve: () => void = () => {};
  private timer: NodeJS.Timeout | null = null;
  private readonly signal: AbortSignal | undefined;
  private readonly limitSeconds: number;

  constructor(signal: AbortSignal | undefined, limitSeconds: number) {
    this.signal = signal;
    this.limitSeconds = limitSeconds;
    this.promise = new Promise((resolve) => {
      this.resolve = resolve;
    });
    signal?.addEventListener('abort', this.cancelled, { once: true });
    if (signal?.aborted === true) this.cancelled();
  }

  private readonly cancelled = (): void => this.after(GRACE_MS);

  hasResult(): void {
    this.after(RESULT_GRACE_MS);
  }

  /** Call at the first plan, `seconds` after the thread started. */
  started(seconds: number): void {
    if (this.signal?.aborted !== true && this.limitSeconds < 2_000_000) {
      this.after(Math.max(0, this.limitSeconds - seconds) * 1000 + TIME_GRACE_MS);
    }
  }

  private after(delayMs: number): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = setTimeout(this.resolve, delayMs);
  }

  clear(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.signal?.removeEventListener('abort', this.cancelled);
  }
}
