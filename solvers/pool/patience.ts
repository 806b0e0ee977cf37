import { messageOf } from '../../engine/messageOf.ts';
import { type Fault, SolveError } from './protocol.ts';

/** How long a thread may go on after its time was up, or its flag was set. */
export const PATIENCE_MS = 10_000;
/** Beyond it timers fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export interface Recycling {
  /** How long a thread may ignore its flag; 10 000 when absent. */
  readonly patienceMs?: number;
  /** Told of each thread that was ended and is replaced. */
  readonly onRecycled?: (fault: Fault) => void;
}

/**
 * Watches one job on a thread. A thread that goes on for `patienceMs` after its limit or its flag is a fault: `signal` aborts then, which ends that
 * thread and replaces it. Nothing else ever ends a thread that works.
 */
export class Patience {
  private readonly patienceMs: number;
  private readonly onRecycled: (fault: Fault) => void;
  private readonly controller = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private isStarted = false;
  private isFlagged = false;

  constructor({ patienceMs = PATIENCE_MS, onRecycled = () => {} }: Recycling) {
    this.patienceMs = patienceMs;
    this.onRecycled = onRecycled;
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** The thread is at it, and should end after so long. */
  started(limitMs: number): void {
    this.isStarted = true;
    this.after((this.isFlagged ? 0 : limitMs) + this.patienceMs);
  }

  /** The thread was told to end. */
  flagged(): void {
    if (this.isFlagged) return;
    this.isFlagged = true;
    if (this.isStarted) this.after(this.patienceMs);
  }

  end(): void {
    clearTimeout(this.timer);
  }

  /** Of a job whose thread was ended, what happened; any other error as it came. */
  faultOf(error: unknown): SolveError {
    if (this.signal.aborted) return this.fault();
    return new SolveError({ code: 'worker_lost', detail: messageOf(error) });
  }

  private fault(): SolveError {
    const detail = `The search went on for ${this.patienceMs / 1000} s after it was to end, so its thread was ended and replaced.`;
    return new SolveError({ code: 'thread_recycled', detail });
  }

  private after(delayMs: number): void {
    clearTimeout(this.timer);
    if (delayMs > LONGEST_TIMER_MS) return;
    this.timer = setTimeout(() => {
      this.controller.abort();
      const { code, message } = this.fault();
      this.onRecycled({ code, detail: message });
    }, delayMs);
  }
}
