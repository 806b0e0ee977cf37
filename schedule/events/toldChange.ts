import type { ConflictRecord } from '../../engine/conflicts/findConflicts.ts';
import { present } from '../../engine/present.ts';
import { instant } from '../records/instants.ts';
import { batchEvents, changeEvents, type ScheduleEvent, type ToldChange } from './changeEvents.ts';
import { Turn } from '../turns.ts';
import { Message } from './message.ts';

/** They are written and encoded together: about a millisecond's worth. */
const EVENTS_AT_ONCE = 64;

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
  private readonly made: Message[] = [];
  private rest: Generator<ScheduleEvent> | null = null;

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

  /** One message an event, written when it is asked for. */
  *events(): Generator<Message> {
    for (let i = 0; ; i++) {
      if (i === this.made.length) {
        const next = (this.rest ??= changeEvents(this.change)).next();
        if (next.done === true) return;
        this.made.push(new Message(next.value));
      }
      yield present(this.made[i]);
    }
  }

  /** All of it in one message. `workspace`: the readers' layer. */
  async batch(workspace: string | null, conflicts: ConflictNews): Promise<Message> {
    const { changeset, author } = this.change;
    const { planning, id, source, message, at } = changeset;
    const rest = JSON.stringify({
      type: 'change',
      planning: planning.id,
      workspace,
      change: id,
      author,
      source,
      message,
      at: instant(at),
      conflicts,
    });
    const parts = [Buffer.from(`${rest.slice(0, -1)},"events":[`)];
    const turn = new Turn();
    const events = await batchEvents(this.change);
    for (let from = 0; from < events.length; from += EVENTS_AT_ONCE) {
      const some = events.slice(from, from + EVENTS_AT_ONCE).map((event) => JSON.stringify(event));
      parts.push(Buffer.from(`${from === 0 ? '' : ','}${some.join(',')}`));
      if (turn.isOver) await turn.pass();
    }
    parts.push(Buffer.from(']}'));
    return new Message(Buffer.concat(parts)).prepare();
  }
}
