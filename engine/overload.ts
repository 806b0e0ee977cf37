/** The window over which requests and endings are counted, in buckets of equal length. */
const WINDOW_MS = 2000;
const BUCKETS = 8;
const BUCKET_MS = WINDOW_MS / BUCKETS;
/** A queue that was not empty for this long is a standing queue. Longer than the window, so that the requests that began it do not count. */
const STANDING_MS = 2500;
/** An overload goes on when the queue was empty for less than this. */
const PAUSE_MS = 1000;
/**
 * An overload begins when requests are more than this many times as many as endings, and goes on while they are more than this. Equal numbers are a crowd of
 * clients that each wait for a response.
 */
const BEGINS = 1.1;
const GOES_ON = 1.05;
/** With no more requests in the queue, or more than ended, there is no overload: a person may send so many at once. */
const FEW = 16;

/** How long a request waits at most during an overload, in milliseconds. */
export const LATE_MS = 100;

/** Counts events of the last `WINDOW_MS`. */
class RecentCount {
  private readonly counts = new Int32Array(BUCKETS);
  private last = 0;

  add(nowMs: number): void {
    this.forget(nowMs);
    this.counts[this.last % BUCKETS]++;
  }

  total(nowMs: number): number {
    this.forget(nowMs);
    return this.counts.reduce((sum, count) => sum + count, 0);
  }

  private forget(nowMs: number): void {
    const bucket = Math.floor(nowMs / BUCKET_MS);
    for (let i = Math.max(this.last + 1, bucket - BUCKETS + 1); i <= bucket; i++) this.counts[i % BUCKETS] = 0;
    this.last = Math.max(this.last, bucket);
  }
}

/**
 * Distinguishes a queue that more requests enter than leave, for as long as this lasts, from one that is only long for a moment. In the first case,
 * waiting helps nobody, because all requests would wait as long as the queue allows: so late requests are better refused, and the newest served first.
 * The second case is a burst that is being processed, or a number of clients that each wait for a response before they send the next request: nobody needs
 * to be refused.
 *
 * An overload begins when the queue has not been empty for 2.5 s, holds more than `few` requests, and when, within the last two seconds, the requests that
 * entered exceeded those that ended by a tenth and by `few`. It ends when this is no longer so, when no request was refused for two seconds, or when the
 * queue was empty for one second. All times are those of the caller's monotonic clock, in milliseconds.
 *
 * Sources: Nichols and Jacobson, "Controlling Queue Delay", acmqueue 10(5), 2012 (a standing queue is one that is never empty); Maurer, "Fail at Scale",
 * acmqueue 13(8), 2015 (short timeouts and the newest first while a queue stands).
 */
export class Overload {
  private readonly few: number;
  private readonly entered = new RecentCount();
  private readonly ended = new RecentCount();
  private isOn = false;
  private refusedAtMs = -Infinity;
  /** The time from which the queue has not been empty, except for short pauses of an overload, and the start of the present pause. */
  private standingSinceMs: number | null = null;
  private emptySinceMs: number | null = null;

  constructor(few = FEW) {
    this.few = few;
  }

  /** A request enters, whether it will wait, run at once or be refused. */
  enter(nowMs: number): void {
    this.entered.add(nowMs);
  }

  /** A request that was running ends. */
  end(nowMs: number): void {
    this.ended.add(nowMs);
  }

  refuse(nowMs: number): void {
    this.refusedAtMs = nowMs;
  }

  /** Notes whether any request waits. To be called whenever that may have changed. */
  note(isWaiting: boolean, nowMs: number): void {
    if (isWaiting) {
      if (this.standingSinceMs === null || this.hasPaused(nowMs)) this.standingSinceMs = nowMs;
      this.emptySinceMs = null;
    } else if (this.isOn) this.emptySinceMs ??= nowMs;
    else this.standingSinceMs = null;
  }

  /** Whether the queue is overloaded, with this many requests in it. */
  isOverloaded(count: number, nowMs: number): boolean {
    this.isOn = this.isStanding(nowMs) && (this.isOn ? this.goesOn(nowMs) : this.begins(count, nowMs));
    return this.isOn;
  }

  private begins(count: number, nowMs: number): boolean {
    if (count <= this.few || !this.isOutrun(BEGINS, this.few, nowMs)) return false;
    // Nothing is late yet at the moment in which an overload begins.
    this.refusedAtMs = nowMs;
    return true;
  }

  private goesOn(nowMs: number): boolean {
    return nowMs - this.refusedAtMs <= WINDOW_MS && this.isOutrun(GOES_ON, 0, nowMs);
  }

  private isOutrun(times: number, more: number, nowMs: number): boolean {
    return this.entered.total(nowMs) > times * this.ended.total(nowMs) + more;
  }

  private isStanding(nowMs: number): boolean {
    return this.standingSinceMs !== null && nowMs - this.standingSinceMs > STANDING_MS && !this.hasPaused(nowMs);
  }

  private hasPaused(nowMs: number): boolean {
    return this.emptySinceMs !== null && nowMs - this.emptySinceMs > PAUSE_MS;
  }
}
