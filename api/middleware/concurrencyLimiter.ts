/** The error of a request that waited too long, or that a standing queue refuses. */
export class QueueFull extends Error {}

interface Waiting {
  readonly sinceMs: number;
  enter(): void;
  refuse(): void;
}

/** The running and the waiting requests of one key. */
interface Queue {
  running: number;
  readonly waiting: Waiting[];
}

export interface LimiterOptions {
  /** How many requests of one key may run at once. */
  readonly each: number;
  /** How long a request counts toward `each` at most. */
  readonly lentMs: number;
  /** How long it counts toward the limit over all keys: a longer one waits for something else, such as a solver thread. */
  readonly busyMs?: number;
  /** The limit over all keys at first and at most. Delays lower it, but never below `least`. */
  readonly most?: number;
  readonly least?: number;
  /** A delay beyond this lowers the limit. */
  readonly targetMs?: number;
  /** A monotonic clock in milliseconds. */
  readonly clock?: () => number;
}

/** After being non-empty for this long, the queue over all keys is a standing queue, and requests that come last are refused. */
const STANDING_MS = 2000;
/** How long a request waits in a standing queue, and in one that is not. */
const PATIENCE_MS = 100;
const CROWD_PATIENCE_MS = 2500;
/** How long a request waits in the queue of its own key. */
const OWN_PATIENCE_MS = 10_000;
const SHRINK = 0.8;
const GROW = 1.1;

/** Returns a function that calls `onRelease`. It has an effect once only, and is called by itself after `lentMs`. */
const lend = (lentMs: number, onRelease: () => void): (() => void) => {
  let isHeld = true;
  const release = (): void => {
    if (!isHeld) return;
    isHeld = false;
    clearTimeout(timer);
    onRelease();
  };
  const timer = setTimeout(release, lentMs).unref();
  return release;
};

/**
 * Limits how many requests run at once: for each key, so that many requests of one client wait in a queue of their own and not in everybody's queue
 * for the database, and over all keys. A request counts toward its key for `lentMs` at most: longer work has queues of its own.
 *
 * The limit over all keys follows what the node can process in time: it falls while the cheapest database query takes longer than `targetMs`, and
 * grows again afterwards. Keys take turns, the one with the fewest running requests first. Source: Maurer, "Fail at Scale", acmqueue 13(8), 2015
 * (adaptive queue timeouts): a queue may be long for a moment, but a standing queue is kept short by refusing requests.
 */
export class ConcurrencyLimiter {
  private readonly options: Required<LimiterOptions>;
  private readonly queues = new Map<string, Queue>();
  private all: number;
  private running = 0;
  private peak = 0;
  /** The time from which the queue over all keys has not been empty; null while it is. */
  private standingSinceMs: number | null = null;

  constructor(options: LimiterOptions) {
    const now = (): number => performance.now();
    this.options = { busyMs: 10_000, most: Infinity, least: 1, targetMs: Infinity, clock: now, ...options };
    this.all = this.options.most;
  }

  /** The present limit over all keys. */
  get limit(): number {
    return this.all;
  }

  /** Whether no request is running or waiting. */
  get isIdle(): boolean {
    return this.queues.size === 0;
  }

  /** Waits until a request of the key may run. Resolves with the function that ends it, which has an effect once only. Throws QueueFull. */
  async acquire(key: string): Promise<() => void> {
    const queue = this.queues.get(key) ?? { running: 0, waiting: [] };
    this.queues.set(key, queue);
    const sinceMs = this.options.clock();
    if (this.isStanding && queue.waiting.length >= this.all) throw new QueueFull('Too many requests are waiting.');
    await new Promise<void>((resolve, reject) => {
      const refuse = (): void => reject(new QueueFull('Too many requests are waiting.'));
      queue.waiting.push({ sinceMs, enter: resolve, refuse });
      this.admit();
    });
    const { lentMs, busyMs } = this.options;
    const releaseKey = lend(lentMs, () => {
      queue.running -= 1;
      this.forget(key, queue);
      this.admit();
    });
    const releaseAll = lend(busyMs, () => {
      this.running -= 1;
      this.admit();
    });
    return () => {
      releaseKey();
      releaseAll();
    };
  }

  /** Adapts the limit to the delay of the cheapest database query. To be called every few milliseconds while there are requests. */
  observe(delayMs: number): void {
    const { most, least, targetMs } = this.options;
    if (delayMs > targetMs) this.all = Math.max(least, Math.floor(Math.min(this.all, this.peak) * SHRINK));
    else if (this.peak >= this.all) this.all = Math.min(most, Math.ceil(this.all * GROW));
    this.peak = this.running;
    this.admit();
    this.refuseLate();
  }

  private get isStanding(): boolean {
    return this.standingSinceMs !== null && this.options.clock() - this.standingSinceMs > STANDING_MS;
  }

  private admit(): void {
    for (let queue = this.nextQueue(); ; queue = this.nextQueue()) {
      if (queue === null) {
        this.standingSinceMs = null;
        return;
      }
      if (this.running >= this.all) break;
      queue.running += 1;
      this.running += 1;
      this.peak = Math.max(this.peak, this.running);
      queue.waiting.shift()?.enter();
    }
    this.standingSinceMs ??= this.options.clock();
  }

  /** Of the queues below their own limit, the one with the fewest running requests; of several, the one that has waited longest. */
  private nextQueue(): Queue | null {
    let next: Queue | null = null;
    for (const queue of this.queues.values()) {
      const first = queue.waiting[0];
      if (first === undefined || queue.running >= this.options.each) continue;
      const other = next?.waiting[0];
      if (
        next === null ||
        other === undefined ||
        queue.running < next.running ||
        (queue.running === next.running && first.sinceMs < other.sinceMs)
      )
        next = queue;
    }
    return next;
  }

  private refuseLate(): void {
    const nowMs = this.options.clock();
    const { each } = this.options;
    const patienceMs = this.isStanding ? PATIENCE_MS : CROWD_PATIENCE_MS;
    for (const [key, queue] of this.queues) {
      const isOwn = this.standingSinceMs === null || queue.running >= each;
      const limitMs = isOwn ? OWN_PATIENCE_MS : patienceMs;
      while (queue.waiting[0] !== undefined && nowMs - queue.waiting[0].sinceMs > limitMs)
        queue.waiting.shift()?.refuse();
      this.forget(key, queue);
    }
  }

  private forget(key: string, queue: Queue): void {
    if (queue.running === 0 && queue.waiting.length === 0) this.queues.delete(key);
  }
}
