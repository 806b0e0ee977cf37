import { LATE_MS, Overload } from '../../engine/overload.ts';
import { present } from '../../engine/present.ts';

/** The error of a job that is refused because more jobs of its group come than can be done. */
export class TurnRefused extends Error {}

interface Waiter {
  readonly sinceMs: number;
  readonly mayRefuse: boolean;
  readonly begin: () => void;
  readonly refuse: () => void;
}

export interface TurnsOptions {
  /** Number of jobs that run at a time. */
  readonly slots: number;
  /**
   * Number of further slots, each for a group that has no running job and has waited for `patienceMs` while others hold every slot. Where only
   * overloaded groups hold slots, another one does not wait.
   */
  readonly extraSlots?: number;
  readonly patienceMs?: number;
  /** Whether a group sends more requests than the whole server can process; its late jobs are refused then, too. Default: never. */
  readonly isOverloaded?: (group: string) => boolean;
  /** A monotonic clock in milliseconds. */
  readonly clock?: () => number;
}

interface Group {
  readonly name: string;
  readonly overload: Overload;
  readonly waiting: Waiter[];
  inWork: number;
  /** The sequence number of its last service; not a time. */
  servedAt: number;
}

/**
 * Decides which waiting job is next: one of the group with the fewest running jobs and, among such groups, of the one served longest ago. So a group
 * with many jobs delays only itself. While a group is overloaded (`engine/overload.ts`), here or on the whole server, those of its jobs that may be
 * refused are refused when they are late, except for the newest ones, as many as there are slots, so that no slot is idle. The newest of these is
 * then next; jobs that may not be refused come first, in their order.
 */
export class Turns {
  private readonly options: Required<TurnsOptions>;
  private readonly groups = new Map<string, Group>();
  private served = 0;
  private busy = 0;

  constructor(options: TurnsOptions) {
    const clock = (): number => performance.now();
    this.options = { extraSlots: 0, patienceMs: 50, isOverloaded: () => false, clock, ...options };
  }

  /**
   * Resolves when it is the group's turn, with a function that gives the slot back, or with null when the signal was aborted first. Rejects with TurnRefused,
   * but only if the job may be refused.
   */
  take(name: string, signal?: AbortSignal, mayRefuse = false): Promise<(() => void) | null> {
    if (signal?.aborted === true) return Promise.resolve(null);
    const group = this.groupOf(name);
    return new Promise((resolve, reject) => {
      const done = (): void => {
        signal?.removeEventListener('abort', leave);
        clearTimeout(timer);
      };
      const waiter: Waiter = {
        sinceMs: this.options.clock(),
        mayRefuse,
        begin() {
          done();
          resolve(giveBack);
        },
        refuse() {
          done();
          reject(new TurnRefused('Too many jobs wait for a thread.'));
        },
      };
      const giveBack = this.giveBackOnce(group);
      const leave = (): void => {
        remove(group.waiting, waiter);
        this.noteWaiting();
        done();
        resolve(null);
      };
      const { extraSlots, patienceMs } = this.options;
      const timer = extraSlots === 0 ? undefined : setTimeout(() => this.handOut(), patienceMs + 1);
      signal?.addEventListener('abort', leave, { once: true });
      group.waiting.push(waiter);
      group.overload.enter(waiter.sinceMs);
      this.refuseLate(group);
      this.handOut();
    });
  }

  private giveBackOnce(group: Group): () => void {
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.busy--;
      group.inWork--;
      group.overload.end(this.options.clock());
      this.refuseLate(group);
      this.handOut();
      if (this.busy === 0) this.groups.clear();
    };
  }

  private handOut(): void {
    for (let group = this.next(); group !== undefined; group = this.next()) {
      const waiter = this.firstOf(group);
      remove(group.waiting, waiter);
      this.busy++;
      group.inWork++;
      group.servedAt = ++this.served;
      waiter.begin();
    }
    this.noteWaiting();
  }

  private noteWaiting(): void {
    const nowMs = this.options.clock();
    for (const { overload, waiting } of this.groups.values()) overload.note(waiting.length > 0, nowMs);
  }

  private isOverloaded({ name, overload, waiting }: Group): boolean {
    const isOutrun = overload.isOverloaded(waiting.length, this.options.clock());
    return isOutrun || this.options.isOverloaded(name);
  }

  private refuseLate(group: Group): void {
    if (!this.isOverloaded(group)) return;
    const nowMs = this.options.clock();
    for (const waiter of group.waiting.slice(0, -this.options.slots)) {
      if (!waiter.mayRefuse || nowMs - waiter.sinceMs <= LATE_MS) continue;
      remove(group.waiting, waiter);
      group.overload.refuse(nowMs);
      waiter.refuse();
    }
  }

  /** The group whose turn it is among those of which a job may begin now. */
  private next(): Group | undefined {
    let best: Group | undefined;
    for (const group of this.groups.values())
      if (group.waiting.length > 0 && this.mayBegin(group) && (best === undefined || isBefore(group, best)))
        best = group;
    return best;
  }

  private mayBegin(group: Group): boolean {
    const { slots, extraSlots, patienceMs, clock } = this.options;
    if (this.busy < slots) return true;
    if (this.busy >= slots + extraSlots || group.inWork > 0) return false;
    return clock() - present(group.waiting[0]).sinceMs >= patienceMs || this.isHeldUp(group);
  }

  /** Whether overloaded groups hold all slots that are taken, and the group is none of them. */
  private isHeldUp(group: Group): boolean {
    if (this.isOverloaded(group)) return false;
    return [...this.groups.values()].every((other) => other.inWork === 0 || this.isOverloaded(other));
  }

  private firstOf(group: Group): Waiter {
    const first = this.isOverloaded(group) ? group.waiting.find(({ mayRefuse }) => !mayRefuse) : group.waiting[0];
    return first ?? present(group.waiting.at(-1));
  }

  private groupOf(name: string): Group {
    const known = this.groups.get(name);
    if (known !== undefined) return known;
    const group: Group = { name, overload: new Overload(), waiting: [], inWork: 0, servedAt: 0 };
    this.groups.set(name, group);
    return group;
  }
}

const isBefore = (a: Group, b: Group): boolean =>
  a.inWork === b.inWork ? a.servedAt < b.servedAt : a.inWork < b.inWork;

const remove = (waiting: Waiter[], waiter: Waiter): void => void waiting.splice(waiting.indexOf(waiter), 1);
