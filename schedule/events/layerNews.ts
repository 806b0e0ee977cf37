import type { ConflictRecord } from '../../engine/conflicts/findConflicts.ts';
import { present } from '../../engine/present.ts';
import { revertedBy } from '../changesets/changesetRecords.ts';
import { instant } from '../records/instants.ts';
import { batchEvents, changeEvents, type ScheduleEvent, type LayerChange } from './changeEvents.ts';
import { Turn } from '../turns.ts';
import { Message } from './message.ts';

/** Number of events that are serialized together; this takes about a millisecond. */
const EVENTS_AT_ONCE = 64;

/** The conflicts that a change opened and closed. */
export interface ConflictNews {
  readonly opened: readonly ConflictRecord[];
  readonly closed: readonly ConflictRecord[];
  /** Set if there are now too many conflicts to list; both lists are then empty. */
  readonly truncated?: boolean;
}

const NO_CONFLICTS: ConflictNews = { opened: [], closed: [] };

/** A change as the readers of a layer are told about it. Each message is serialized once, when the first subscriber needs it. */
export class LayerNews {
  readonly change: LayerChange;
  private readonly made: Message[] = [];
  private rest: Generator<ScheduleEvent> | null = null;
  /** The messages of whole changes without conflicts, by layer. */
  private readonly plain = new Map<string | null, Promise<Message>>();

  constructor(change: LayerChange) {
    this.change = change;
  }

  /** Number of events. */
  get size(): number {
    return this.change.diffs.reduce(
      (sum, { entity, action }) => sum + (entity === 'assignment' && action === 'updated' ? 2 : 1),
      0,
    );
  }

  /** Yields one message per event, each serialized on demand. */
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

  /** The whole change as one message. `workspace` is the readers' layer. */
  batch(workspace: string | null, conflicts?: ConflictNews): Promise<Message> {
    if (conflicts !== undefined) return this.makeBatch(workspace, conflicts);
    const known = this.plain.get(workspace) ?? this.makeBatch(workspace, NO_CONFLICTS);
    this.plain.set(workspace, known);
    return known;
  }

  private async makeBatch(workspace: string | null, conflicts: ConflictNews): Promise<Message> {
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
      ...revertedBy(changeset),
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
