import type { PlanningDocument } from '../engine/instance/planningDocument.ts';
import { type PlanningChange, PlanningCopy } from './planningCopy.ts';
import type { Touched } from './planningPatch.ts';

/** What the socket says; other types are nothing to a copy. */
export type FollowedMessage =
  | { readonly type: 'subscribed' | 'reset'; readonly change: string | null }
  | ({ readonly type: 'change' } & PlanningChange)
  | { readonly type: string };

export interface FollowerListener<Message extends PlanningChange> {
  /** There is a copy, or another one. */
  loaded?(copy: PlanningCopy): void;
  /** The copy has taken the message in. */
  changed?(message: Message, touched: Touched): void;
}

/**
 * Joins an export to a subscription, so that no change is missed and none is taken twice. On each connection: send `subscribe` with
 * `batch: true` and `since`, hand every message to `take`, and whenever `needsExport`, load the export and hand it to `load`. An export
 * that was asked for before the last `subscribed` or `reset` came counts only if the messages `join` it.
 */
export class PlanningFollower<Message extends PlanningChange = PlanningChange> {
  private readonly listener: FollowerListener<Message>;
  /** Null before the first export. */
  copy: PlanningCopy | null = null;
  /** Whether there is no copy that the messages continue. */
  needsExport = true;
  /** Messages since the subscription began, while there is no copy. */
  private waiting: Message[] = [];
  /** From where the messages go on. */
  private from: string | null = null;
  /** The change of the export, until its message has come. */
  private reaches: string | null = null;

  constructor(listener: FollowerListener<Message> = {}) {
    this.listener = listener;
  }

  /** For `subscribe`: goes on where the copy is. */
  get since(): string | null {
    return this.needsExport ? null : (this.copy?.change ?? null);
  }

  take(message: FollowedMessage): void {
    if (message.type === 'change') this.change(message as unknown as Message);
    else if (message.type === 'subscribed') this.begin((message as { readonly change: string | null }).change);
    else if (message.type === 'reset') {
      this.needsExport = true;
      this.begin((message as { readonly change: string | null }).change);
    }
  }

  /**
   * Whether the messages surely go on from an export at this change, whenever it was asked for: it is where the subscription begins, or
   * its own message has come since.
   */
  joins(change: string | null): boolean {
    return change === this.from || this.waiting.some((message) => message.change === change);
  }

  /** `change`: the export's `X-Change-Id`. */
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
