import type { Author } from './changeEvents.ts';
import type { DraftView } from './draftView.ts';
import type { Message } from './message.ts';

/** Sends messages to one subscriber, in order. */
export interface Sink {
  /** Queues a message. */
  send(message: Message): void;
  /** Resolves to true when there is room for more, and to false once the connection is closed. */
  ready(): Promise<boolean>;
  /** Whether so much is queued that nothing should be added until `ready` resolves (back-pressure). */
  readonly isBehind: boolean;
  /** Drops the subscription after a failure: the client has to subscribe again. */
  lose(): void;
}

/** A subscriber that has received everything up to `cursor`. */
export interface Subscriber {
  readonly workspace: string | null;
  /** Whether it gets one message per change instead of one per event. */
  readonly isBatch: boolean;
  readonly sink: Sink;
  /** Session id; it does not receive the presence of its own session. */
  readonly session: string | null;
  /** Number of the last change that it has received. */
  cursor: number;
  /** The draft as of the cursor, while the subscriber is catching up. */
  view: DraftView | null;
  hasStopped: boolean;
  /** Called when it was removed from the feed because its sink is behind. It then has to catch up from its cursor. */
  readonly onBehind: () => void;
}

/** Which operation a user is looking at. */
export interface Presence {
  readonly session: string;
  readonly workspace: string | null;
  readonly user: Author;
  /** Operation id; null if none. */
  readonly operation: string | null;
  /** ISO 8601 instant. */
  readonly at: string;
}
