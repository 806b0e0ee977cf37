import { type ChangeMessage, type ExportedPlanning, PlanningCopy } from './planningCopy.ts';

/** What the socket says; other types are nothing to a copy. */
export type FollowedMessage =
  | { readonly type: 'subscribed' | 'reset'; readonly change: string | null }
  | ({ readonly type: 'change' } & ChangeMessage)
  | { readonly type: string };

/**
 * Joins an export to a subscription, so that no change is missed and none is taken twice. On each connection: send `subscribe` with
 * `batch: true` and `since`, hand every message to `take`, and whenever `needsExport`, load the export and hand it to `load`.
 */
export class PlanningFollower {
  /** Null before the first export. */
  copy: PlanningCopy | null = null;
  /** Whether there is no copy that the messages continue. */
  needsExport = true;
  /** Messages since the subscription began, while there is no copy. */
  #waiting: ChangeMessage[] = [];
  /** From where the messages go on. */
  #from: string | null = null;
  /** The change of the export, until its message has come. */
  #reaches: string | null = null;

  /** For `subscribe`: goes on where the copy is. */
  get since(): string | null {
    return this.needsExport ? null : (this.copy?.change ?? null);
  }

  take(message: FollowedMessage): void {
    if (isChange(message)) this.#change(message);
    else if (message.type === 'subscribed') this.#begin((message as { readonly change: string | null }).change);
    else if (message.type === 'reset') {
      this.needsExport = true;
      this.#begin((message as { readonly change: string | null }).change);
    }
  }

  /** `change`: the export's `X-Change-Id`. */
  load(exported: ExportedPlanning, change: string): void {
    const messages = this.#waiting;
    this.copy = new PlanningCopy(exported, change);
    this.needsExport = false;
    this.#waiting = [];
    this.#reaches = change === this.#from ? null : change;
    for (const message of messages) this.#change(message);
  }

  #begin(from: string | null): void {
    this.#from = from;
    this.#waiting = [];
    this.#reaches = null;
  }

  #change(message: ChangeMessage): void {
    if (this.needsExport || this.copy === null) this.#waiting.push(message);
    else if (this.#reaches === null) this.copy.apply(message);
    else if (message.change === this.#reaches) this.#reaches = null;
  }
}

const isChange = (message: FollowedMessage): message is { readonly type: 'change' } & ChangeMessage =>
  message.type === 'change';
