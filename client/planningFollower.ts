import type { PlanningDocument } from '../engine/instance/planningDocument.ts';
import type { ServerMessage } from './eventSocket.ts';
import { type PlanningChange, PlanningCopy } from './planningCopy.ts';
import type { Touched } from './planningPatch.ts';

/** A message of the event socket: of most types only the type matters here. */
type FollowedMessage<Message extends PlanningChange> =
  | { readonly type: 'subscribed' | 'reset'; readonly change: string | null }
  | (Message & { readonly type: 'change' })
  | { readonly type: Exclude<ServerMessage['type'], 'subscribed' | 'reset' | 'change'> };

export interface FollowerListener<Message extends PlanningChange> {
  /** Called when there is a new copy. */
  loaded?(copy: PlanningCopy): void;
  /** Called when a message was applied to the copy. */
  changed?(message: Message, touched: Touched): void;
}

/**
 * Joins an export to a subscription, so that no change is missed and none is applied twice. On each connection, send `subscribe` with
 * `batch: true` and `since`, pass every message to `take`, and whenever `needsExport` is true, request the export and pass it to `load`. An export
 * that was requested before the last `subscribed` or `reset` may be used only if `joins` is true for it.
 */
export class PlanningFollower<Message extends PlanningChange = PlanningChange> {
  private readonly listener: FollowerListener<Message>;
  /** The copy; null before the first export. */
  copy: PlanningCopy | null = null;
  /** Whether there is no copy to which the messages can be applied. */
  needsExport = true;
  /** The messages since the subscription began, queued while there is no copy. */
  private waiting: Message[] = [];
  /** The change after which the messages begin. */
  private from: string | null = null;
  /** The change of the export, until the message of that change has arrived. */
  private reaches: string | null = null;

  constructor(listener: FollowerListener<Message> = {}) {
    this.listener = listener;
  }

  /** The `since` for the next `subscribe`, so that messages continue from the copy. */
  get since(): string | null {
    return this.needsExport ? null : (this.copy?.change ?? null);
  }

  take(message: FollowedMessage<Message>): void {
    if (message.type === 'change') this.change(message);
    else if (message.type === 'subscribed') this.begin(message.change);
    else if (message.type === 'reset') {
      this.needsExport = true;
      this.begin(message.change);
    }
  }

  /**
   * Whether the messages certainly continue from an export at this change, whenever it was requested: either the subscription begins at that change,
   * or the message of that change has arrived.
   */
  joins(change: string | null): boolean {
    return change === this.from || this.waiting.some((message) => message.change === change);
  }

  /** Makes a copy from an export and applies the queued messages. `change` is the `X-Change-Id` of the export. */
  load(exported: PlanningDocument, change: string | null): void {
    const messages = this.waiting;
    this.copy = new PlanningCopy(exported, change);
    this.needsExport = false;
    this.waiting = [];
    this.reaches = change === this.from ? null : change;
    this.listener.loaded?.(this.copy);
    for (const message of messages) this.change(message);
  }

  private begin(from: string | null): void {
    this.from = from;
    this.waiting = [];
    this.reaches = null;
  }

  private change(message: Message): void {
    if (this.needsExport || this.copy === null) this.waiting.push(message);
    else if (this.reaches === null) {
      const touched = this.copy.apply(message);
      this.listener.changed?.(message, touched);
    } else if (message.change === this.reaches) this.reaches = null;
  }
}
