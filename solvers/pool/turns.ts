interface Waiter {
  readonly group: string;
  readonly since: number;
  readonly begin: () => void;
}

export interface TurnsOptions {
  /** Number of jobs that run at a time. */
  readonly slots: number;
  /** Number of further slots, each for a group that has no running job and has waited for `patienceMs` while others hold every slot. */
  readonly extraSlots?: number;
  readonly patienceMs?: number;
  /** A group has a full queue when so many of its jobs wait, and the first has waited for `lateMs`. */
  readonly mostWaiting?: number;
  readonly lateMs?: number;
  /** A monotonic clock in milliseconds. */
  readonly clock?: () => number;
}

/**
 * Decides which waiting job is next: one of the group with the fewest running jobs and, among such groups, of the one served longest
 * ago. So a group with many jobs delays only itself.
 */
export class Turns {
  private readonly options: Required<TurnsOptions>;
  private readonly waiting: Waiter[] = [];
  private readonly inWork = new Map<string, number>();
  /** For each group, the sequence number of its last service; not a time. */
  private readonly servedAt = new Map<string, number>();
  private served = 0;
  private busy = 0;

  constructor(options: TurnsOptions) {
    const clock = (): number => performance.now();
    this.options = { extraSlots: 0, patienceMs: 250, mostWaiting: Infinity, lateMs: 0, clock, ...options };
  }

  /**
   * Whether the group's queue is full, so that one more job would wait for long. Both its length and the age of its first job count: a few jobs wait
   * however slow the machine is, and many that came together are worked off.
   */
  isFull(group: string): boolean {
    const { mostWaiting, lateMs, clock } = this.options;
    const own = this.waiting.filter((waiter) => waiter.group === group);
    const [first] = own;
    return first !== undefined && own.length >= mostWaiting && clock() - first.since >= lateMs;
  }

  /** Resolves when it is the group's turn, with a function that gives the slot back, or with null when the signal was aborted first. */
  take(group: string, signal?: AbortSignal): Promise<(() => void) | null> {
    return new Promise((resolve) => {
      const begin = (): void => {
        signal?.removeEventListener('abort', leave);
        clearTimeout(timer);
        let isHeld = true;
        resolve(() => {
          if (!isHeld) return;
          isHeld = false;
          this.giveBack(group);
        });
      };
      const waiter: Waiter = { group, since: this.options.clock(), begin };
      const leave = (): void => {
        this.waiting.splice(this.waiting.indexOf(waiter), 1);
        clearTimeout(timer);
        resolve(null);
      };
      const { extraSlots, patienceMs } = this.options;
      const timer = extraSlots === 0 ? undefined : setTimeout(() => this.handOut(), patienceMs + 1);
      if (signal?.aborted === true) {
        clearTimeout(timer);
        resolve(null);
        return;
      }
      signal?.addEventListener('abort', leave, { once: true });
      this.waiting.push(waiter);
      this.handOut();
    });
  }

  private giveBack(group: string): void {
    this.busy--;
    const left = (this.inWork.get(group) ?? 1) - 1;
    if (left > 0) this.inWork.set(group, left);
    else this.inWork.delete(group);
    if (this.busy === 0 && this.waiting.length === 0) this.servedAt.clear();
    this.handOut();
  }

  private handOut(): void {
    for (let next = this.next(); next !== undefined; next = this.next()) {
      this.waiting.splice(this.waiting.indexOf(next), 1);
      this.busy++;
      this.inWork.set(next.group, (this.inWork.get(next.group) ?? 0) + 1);
      this.servedAt.set(next.group, ++this.served);
      next.begin();
    }
  }

  private next(): Waiter | undefined {
    const { slots, extraSlots, patienceMs, clock } = this.options;
    if (this.busy >= slots + extraSlots) return undefined;
    let best: Waiter | undefined;
    for (const waiter of this.waiting) if (best === undefined || this.isBefore(waiter, best)) best = waiter;
    if (best === undefined || this.busy < slots) return best;
    const isStuck = !this.inWork.has(best.group) && clock() - best.since >= patienceMs;
    return isStuck ? best : undefined;
  }

  private isBefore({ group: a }: Waiter, { group: b }: Waiter): boolean {
    const [inWorkA, inWorkB] = [this.inWork.get(a) ?? 0, this.inWork.get(b) ?? 0];
    if (inWorkA !== inWorkB) return inWorkA < inWorkB;
    return (this.servedAt.get(a) ?? 0) < (this.servedAt.get(b) ?? 0);
  }
}
