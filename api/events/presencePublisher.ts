import type { PlanningRef } from '../../schedule/events/events.ts';

export interface Presence {
  readonly planning: PlanningRef;
  readonly workspace: string | null;
  /** The id of the user. */
  readonly user: string;
  readonly operation: string | null;
}

/** At most five messages a second. */
const INTERVAL_MS = 200;

/** Publishes the operation that a client is looking at. If updates come faster than the interval, only the last one is sent. */
export class PresencePublisher {
  private readonly send: (presence: Presence) => void;
  private next: Presence | null = null;
  private sent: Presence | null = null;
  private timer: NodeJS.Timeout | null = null;

  constructor(send: (presence: Presence) => void) {
    this.send = send;
  }

  publish(presence: Presence): void {
    this.next = presence;
    if (this.timer === null) this.flush();
  }

  /** Withdraws the last published operation: the other subscribers receive null. */
  close(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    if (this.sent !== null && this.sent.operation !== null) this.send({ ...this.sent, operation: null });
    this.sent = null;
  }

  private flush(): void {
    this.timer = null;
    if (this.next === null) return;
    this.sent = this.next;
    this.next = null;
    this.send(this.sent);
    this.timer = setTimeout(() => this.flush(), INTERVAL_MS).unref();
  }
}
