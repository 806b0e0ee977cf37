import { codeOf, messageOf } from '../../engine/messageOf.ts';
import { type Fault, SolveError } from './protocol.ts';

/** Milliseconds that a thread may go on after its time limit, or after its flag was set. */
const PATIENCE_MS = 10_000;
/** The longest delay of a timer; with a longer one, timers fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

const OUT_OF_MEMORY = 'The search needed more memory than its thread may use, so its thread was ended and replaced.';

export interface Recycling {
  /** Milliseconds that a thread may ignore its flag; default 10,000. */
  readonly patienceMs?: number;
  /** Called for each thread that was ended and replaced. */
  readonly onRecycled?: (fault: Fault) => void;
}

/**
 * Watches one job on a thread. A thread that goes on for `patienceMs` after its time limit or its flag is a fault: `signal` aborts,
 * which terminates that thread and replaces it. Nothing else terminates a thread that works.
 */
export class Patience {
  /** Int32[1] on memory that threads share: [0] is set when the job is to end early. */
  readonly flag = new Int32Array(new SharedArrayBuffer(4));
  private readonly patienceMs: number;
  private readonly onRecycled: (fault: Fault) => void;
  private readonly controller = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private isStarted = false;

  constructor({ patienceMs = PATIENCE_MS, onRecycled = () => {} }: Recycling) {
    this.patienceMs = patienceMs;
    this.onRecycled = onRecycled;
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Call when the thread has started; it should end within `limitMs`. */
  started(limitMs: number): void {
    this.isStarted = true;
    this.after((this.flag[0] === 1 ? 0 : limitMs) + this.patienceMs);
  }

  /** Asks the thread to end the job early. */
  readonly stop = (): void => {
    if (Atomics.exchange(this.flag, 0, 1) === 0 && this.isStarted) this.after(this.patienceMs);
  };

  end(): void {
    clearTimeout(this.timer);
  }

  /**
   * Converts a job's error: to `thread_recycled` when the thread was terminated here, to `out_of_memory` when Node ended it for its heap, else to
   * `worker_lost` with the error's message.
   */
  faultOf(error: unknown): SolveError {
    if (this.signal.aborted) return this.fault();
    if (codeOf(error) === 'ERR_WORKER_OUT_OF_MEMORY') {
      const fault = { code: 'out_of_memory', detail: OUT_OF_MEMORY } as const;
      this.onRecycled(fault);
      return new SolveError(fault);
    }
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
