import { LATE_MS, Overload } from '../../engine/overload.ts';
import { present } from '../../engine/present.ts';

/** The error of a request that waited too long, or that an overloaded node refuses. */
export class QueueFull extends Error {}

interface Waiting {
  readonly sinceMs: number;
  enter(): void;
  refuse(): void;
}

/** The period over which the use of a group is averaged. */
const USE_MS = 1000;
/** A group whose average is below this is not active. */
const LITTLE_USE = 0.1;

/** The number of running requests of a group, now and on average over the last second, with weights that decay exponentially. */
class Use {
  private count = 0;
  private average = 0;
  private atMs = 0;

  get busy(): number {
    return this.count;
  }

  /** One request more (1) or less (-1) is running. */
  change(by: 1 | -1, nowMs: number): void {
    this.average = this.averageAt(nowMs);
    this.atMs = nowMs;
    this.count += by;
  }

  averageAt(nowMs: number): number {
    return this.count + (this.average - this.count) * Math.exp((this.atMs - nowMs) / USE_MS);
  }
}

/** Of a group of keys: `use` counts running requests as the limit over all keys does; `queues` is how many of its keys have requests, `waiting` how many wait. */
interface Group {
  readonly use: Use;
  queues: number;
  waiting: number;
  readonly overload: Overload;
}

/** The running and the waiting requests of one key. `busy` counts those toward the limit over all keys, for longer than `running` does. */
interface Queue {
  readonly group: string;
  running: number;
  busy: number;
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
  /** A delay that exceeds the usual one by more than this lowers the limit. */
  readonly targetMs?: number;
  /** While no more than this many requests run and wait together, none is refused, so that a few clients of a slow node wait instead. */
  readonly crowd?: number;
  /** A monotonic clock in milliseconds. */
  readonly clock?: () => number;
}

/** How long a request waits while its group is not overloaded, or in the queue of its own key. */
const PATIENCE_MS = 10_000;
/** Only the least of this many observed delays counts: a single long one may be somebody's long computation. */
const WINDOW = 3;
/** The factors by which a delay may lower the limit at once. */
const SHRINK_MOST = 0.5;
const SHRINK_LEAST = 0.9;
const GROW = 1.1;
/** The usual delay is the least one of the last one to two of these periods. */
const USUAL_MS = 300_000;
/** No useful database is further away than this. A node that is overloaded from its start would otherwise take its delay for the usual one. */
const USUAL_MOST_MS = 100;

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

/** The least delay of the last minutes: what a query takes when nothing is in its way, such as the round trip to a distant database. */
class UsualDelay {
  private before = Infinity;
  private least = Infinity;
  private sinceMs = -Infinity;

  /** Records a delay and returns the usual one. */
  record(delayMs: number, nowMs: number): number {
    if (nowMs - this.sinceMs > USUAL_MS) {
      this.before = this.least;
      this.least = delayMs;
      this.sinceMs = nowMs;
    }
    this.least = Math.min(this.least, delayMs);
    return Math.min(this.before, this.least, USUAL_MOST_MS);
  }
}

/**
 * Limits how many requests run at once: for each key, so that many requests of one client wait in a queue of their own and not in everybody's queue for
 * the database, and over all keys. A request counts toward its key for `lentMs` at most: longer work has queues of its own.
 *
 * The limit over all keys follows what the node can process in time: it falls in proportion while the cheapest database query takes more than `targetMs`
 * longer than usual, and grows again afterwards. Sources: Netflix's concurrency-limits (the gradient), and Nichols and Jacobson, "Controlling Queue
 * Delay", acmqueue 10(5), 2012 (the least of several delays). Groups of keys take turns, the one with the fewest running requests, now and lately,
 * first, and in it the key with the fewest. A group is overloaded while more of its requests come than end (`engine/overload.ts`): its late ones are
 * refused then, and the newest are first, so that those that are served have hardly waited. Bursts, and clients that wait for each response, are served
 * in order, and a crowd of a few is never refused.
 */
export class ConcurrencyLimiter {
  private readonly options: Required<LimiterOptions>;
  private readonly queues = new Map<string, Queue>();
  private readonly groups = new Map<string, Group>();
  private readonly usual = new UsualDelay();
  private all: number;
  private running = 0;
  private waiting = 0;
  private peak = 0;
  /** The least delay of the present window, and how many delays it has. */
  private leastMs = Infinity;
  private observed = 0;

  constructor(options: LimiterOptions) {
    const now = (): number => performance.now();
    this.options = { busyMs: 2000, most: Infinity, least: 1, targetMs: Infinity, crowd: 0, clock: now, ...options };
    this.all = this.options.most;
  }

  /** The present limit over all keys. */
  get limit(): number {
    return this.all;
  }

  /** The running requests that count toward the limit over all keys. */
  get runningCount(): number {
    return this.running;
  }

  get waitingCount(): number {
    return this.waiting;
  }

  /** Whether no request is running or waiting. */
  get isIdle(): boolean {
    return this.queues.size === 0;
  }

  /**
   * Waits until a request of the key may run. Resolves with the function that ends it, which has an effect once only. A key keeps its group while it has
   * requests. Throws QueueFull.
   */
  async acquire(key: string, group = key): Promise<() => void> {
    const queue = this.queueOf(key, group);
    const sinceMs = this.options.clock();
    this.groupOf(queue).overload.enter(sinceMs);
    if (this.isOverloaded(queue) && queue.waiting.length >= this.all) this.refuseFirst(queue);
    await new Promise<void>((resolve, reject) => {
      const refuse = (): void => reject(new QueueFull('Too many requests are waiting.'));
      queue.waiting.push({ sinceMs, enter: resolve, refuse });
      this.waiting += 1;
      this.groupOf(queue).waiting += 1;
      this.admit();
    });
    const { lentMs, busyMs } = this.options;
    const releaseKey = lend(lentMs, () => {
      queue.running -= 1;
      this.forget(key, queue);
      this.admit();
    });
    const releaseAll = lend(busyMs, () => {
      const of = this.groupOf(queue);
      of.overload.end(this.options.clock());
      of.use.change(-1, this.options.clock());
      this.running -= 1;
      queue.busy -= 1;
      this.forget(key, queue);
      this.admit();
    });
    return () => {
      releaseKey();
      releaseAll();
    };
  }

  /** Adapts the limit to the delay of the cheapest database query. To be called every few milliseconds while there are requests. */
  observe(delayMs: number): void {
    this.leastMs = Math.min(this.leastMs, delayMs);
    this.observed += 1;
    if (this.observed === WINDOW) {
      this.adapt(this.leastMs);
      this.leastMs = Infinity;
      this.observed = 0;
    }
    this.refuseLate();
  }

  private adapt(delayMs: number): void {
    const { most, least, targetMs, clock } = this.options;
    const excessMs = delayMs - this.usual.record(delayMs, clock());
    if (excessMs > targetMs) {
      const factor = Math.min(SHRINK_LEAST, Math.max(SHRINK_MOST, targetMs / excessMs));
      this.all = Math.max(least, Math.floor(Math.min(this.all, this.peak) * factor));
    } else if (this.peak >= this.all) this.all = Math.min(most, Math.ceil(this.all * GROW));
    this.peak = this.running;
    this.admit();
  }

  /** Whether more requests of the group come than end. */
  isGroupOverloaded(name: string): boolean {
    const group = this.groups.get(name);
    return group !== undefined && group.overload.isOverloaded(group.use.busy + group.waiting, this.options.clock());
  }

  private isOverloaded({ group }: Queue): boolean {
    return this.isGroupOverloaded(group);
  }

  private admit(): void {
    let queue = this.nextQueue();
    while (queue !== null && (this.running < this.all || this.isBelowShare(queue))) {
      queue.running += 1;
      queue.busy += 1;
      this.groupOf(queue).use.change(1, this.options.clock());
      this.running += 1;
      this.peak = Math.max(this.peak, this.running);
      this.take(queue, this.isOverloaded(queue) ? 'last' : 'first')?.enter();
      queue = this.nextQueue();
    }
    this.noteWaiting();
  }

  /** A request that waits for others of its own key does not make the node's queue a standing one. */
  private noteWaiting(): void {
    const nowMs = this.options.clock();
    const held = new Set<string>();
    for (const { group, waiting, running } of this.queues.values())
      if (waiting.length > 0 && running < this.options.each) held.add(group);
    for (const [name, { overload }] of this.groups) overload.note(held.has(name), nowMs);
  }

  /** Takes a request out of the queue. */
  private take(queue: Queue, which: 'first' | 'last'): Waiting | undefined {
    const taken = which === 'first' ? queue.waiting.shift() : queue.waiting.pop();
    if (taken === undefined) return undefined;
    this.waiting -= 1;
    this.groupOf(queue).waiting -= 1;
    return taken;
  }

  private refuseFirst(queue: Queue): void {
    this.groupOf(queue).overload.refuse(this.options.clock());
    this.take(queue, 'first')?.refuse();
  }

  /** A group with fewer requests than its even share of a limit that has just fallen does not wait until the others have come down to theirs. */
  private isBelowShare(queue: Queue): boolean {
    return this.running < this.options.most && this.groupOf(queue).use.busy < this.evenShare;
  }

  /** Of the queues below their own limit, the first one in the order of turns. */
  private nextQueue(): Queue | null {
    let next: Queue | null = null;
    for (const queue of this.queues.values()) {
      if (queue.waiting.length === 0 || queue.running >= this.options.each || this.hasItsShare(queue)) continue;
      if (next === null || this.turn(queue, next) < 0) next = queue;
    }
    return next;
  }

  /**
   * Negative when it is the turn of `a`: its group has fewer running requests, now and on average together, or it has fewer itself, or its next request has
   * waited longer. In a group that is overloaded, the newest request is next.
   */
  private turn(a: Queue, b: Queue): number {
    const busy = (a.group === b.group ? 0 : this.useOf(a) - this.useOf(b)) || a.busy - b.busy;
    if (busy !== 0) return busy;
    const newest = a.group === b.group && this.isOverloaded(a);
    const nextMs = ({ waiting }: Queue): number => present(waiting.at(newest ? -1 : 0)).sinceMs;
    return newest ? nextMs(b) - nextMs(a) : nextMs(a) - nextMs(b);
  }

  private useOf(queue: Queue): number {
    const { use } = this.groupOf(queue);
    return use.busy + use.averageAt(this.options.clock());
  }

  private refuseLate(): void {
    const nowMs = this.options.clock();
    let excess = this.running + this.waiting - this.options.crowd;
    for (const [key, queue] of this.queues) {
      const limitMs = this.patienceMs(queue);
      for (let first = queue.waiting[0]; first !== undefined && excess > 0; first = queue.waiting[0]) {
        if (nowMs - first.sinceMs <= limitMs) break;
        this.refuseFirst(queue);
        excess -= 1;
      }
      this.forget(key, queue);
    }
  }

  private patienceMs(queue: Queue): number {
    const waitsForItsKey = this.running < this.all || queue.running >= this.options.each;
    return !waitsForItsKey && this.isOverloaded(queue) ? LATE_MS : PATIENCE_MS;
  }

  /**
   * Beside others, an overloaded group has no more requests running than if there were one group more and the limit were at its least. What is left is for
   * requests of the others that come while its own are being processed, and for the processors, which would slow down everybody's requests otherwise.
   */
  private hasItsShare(queue: Queue): boolean {
    const active = this.activeCount;
    const share = active === 1 ? this.all : Math.max(1, Math.floor(this.options.least / (active + 1)));
    return this.groupOf(queue).use.busy >= share && this.isOverloaded(queue);
  }

  /** The even share of a group in the present limit. */
  private get evenShare(): number {
    return Math.floor(this.all / this.activeCount);
  }

  /** How many groups have requests, or had some in the last seconds. */
  private get activeCount(): number {
    const nowMs = this.options.clock();
    let active = 0;
    for (const { queues, use } of this.groups.values())
      if (queues > 0 || use.averageAt(nowMs) > LITTLE_USE) active += 1;
    return active;
  }

  private queueOf(key: string, group: string): Queue {
    const known = this.queues.get(key);
    if (known !== undefined) return known;
    const queue: Queue = { group, running: 0, busy: 0, waiting: [] };
    this.queues.set(key, queue);
    const of = this.groups.get(group) ?? this.newGroup();
    of.queues += 1;
    this.groups.set(group, of);
    return queue;
  }

  /** Forgets the groups without requests first. Until then, what was overloaded still is when its clients have paused for a moment. */
  private newGroup(): Group {
    for (const [name, { queues }] of this.groups) if (queues === 0) this.groups.delete(name);
    return { use: new Use(), queues: 0, waiting: 0, overload: new Overload(this.options.crowd) };
  }

  private groupOf(queue: Queue): Group {
    return present(this.groups.get(queue.group));
  }

  private forget(key: string, queue: Queue): void {
    if (queue.running + queue.busy + queue.waiting.length > 0 || this.queues.get(key) !== queue) return;
    this.queues.delete(key);
    this.groupOf(queue).queues -= 1;
  }
}
