import type { ConflictRecord } from '../../engine/conflicts/findConflicts.ts';
import { instant } from '../records/instants.ts';
import { batchEvents, changeEvents, type ToldChange } from './changeEvents.ts';
import { Message } from './message.ts';

/** What opened and closed. */
export interface ConflictNews {
  readonly opened: readonly ConflictRecord[];
  readonly closed: readonly ConflictRecord[];
  /** There are too many now to tell each; neither list has any. */
  readonly truncated?: boolean;
}

export const NO_CONFLICTS: ConflictNews = { opened: [], closed: [] };

/** A change as readers of a layer are told it; each message is written once, when the first of them wants it. */
export class LayerNews {
  readonly change: ToldChange;
  private made: readonly Message[] | null = null;

  constructor(change: ToldChange) {
    this.change = change;
  }

  /** How many events it is. */
  get size(): number {
    return this.change.diffs.reduce(
      (sum, { entity, action }) => sum + (entity === 'assignment' && action === 'updated' ? 2 : 1),
      0,
    );
  }

  /** One message an event. */
  get events(): readonly Message[] {
    return (this.made ??= changeEvents(this.change).map((event) => new Message(event)));
  }

  /** All of it in one message. `workspace`: the readers' layer. */
  async batch(workspace: string | null, conflicts: ConflictNews): Promise<Message> {
    const { changeset, author } = this.change;
    const { planning, id, source, message, at } = changeset;
    return new Message({
      type: 'change',
      planning: planning.id,
      workspace,
      change: id,
      author,
      source,
      message,
      at: instant(at),
      events: await batchEvents(this.change),
      conflicts,
    }).prepare();
  }
}
