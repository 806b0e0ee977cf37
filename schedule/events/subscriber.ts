import type { Author } from './changeEvents.ts';
import type { DraftView } from './draftView.ts';
import type { Message } from './message.ts';

/** Where messages go, in order. */
export interface Sink {
  /** Takes a message; it is sent when its turn comes. */
  send(message: Message): void;
  /** Resolves when there is room for more; false when nobody listens any more. */
  ready(): Promise<boolean>;
  /** So much waits to be sent that nothing more should be added before it is ready. */
  readonly isBehind: boolean;
  /** It cannot be told anything more: the reader has to come back. */
  lose(): void;
}

/** One who is up to date with `cursor` and told everything after it. */
export interface Subscriber {
  readonly workspace: string | null;
  /** One message a change, and not one an event. */
  readonly isBatch: boolean;
  readonly sink: Sink;
  /** What it says of its own presence it is not told. */
  readonly session: string | null;
  /** Change number. */
  cursor: number;
  /** The draft as of the cursor, while it is caught up with. */
  view: DraftView | null;
  hasStopped: boolean;
  /** It was taken off the list because its sink is behind: what comes after the cursor is for it to fetch. */
  readonly onBehind: () => void;
}

/** What one who listens looks at. */
export interface Presence {
  readonly session: string;
  readonly workspace: string | null;
  readonly user: Author;
  /** Operation id. */
  readonly operation: string | null;
  /** ISO 8601. */
  readonly at: string;
}
