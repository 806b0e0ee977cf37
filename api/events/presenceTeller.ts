import type { PlanningRef } from '../../schedule/events/events.ts';

export interface Told {
  readonly planning: PlanningRef;
  readonly workspace: string | null;
  /** User id. */
  readonly user: string;
  readonly operation: string | null;
}

/** Five times a second. */
const APART_MS = 200;

/** Tells what a client looks at; of what comes too fast, the last. */
export class PresenceTeller {
  private readonly tell: (told: Told) => void;
  private next: Told | null = null;
  private told: Told | null = null;
  private timer: NodeJS.Timeout | null = null;

  constructor(tell: (told: Told) => void) {
    this.tell = tell;
  }

  say(told: Told): void {
    this.next = told;
    if (this.timer === null) this.flush();
  }

  /** Whoever was told of something is told that it is over. */
  close(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    if (this.told !== null && this.told.operation !== null) this.tell({ ...this.told, operation: null });
    this.told = null;
  }

  private flush(): void {
    this.timer = null;
    if (this.next === null) return;
    this.told = this.next;
    this.next = null;
    this.tell(this.told);
    this.timer = setTimeout(() => this.flush(), APART_MS).unref();
  }
}
