import type { PlanningRef, PlanningState } from '../../db/store/planningState.ts';
import type { Run } from '../../db/store/runs.ts';
import type { CommittedChange, News, Store } from '../../db/store/store.ts';
import { StoreError } from '../../db/store/storeError.ts';
import type { LiveConflicts } from '../conflicts/liveConflicts.ts';
import { instant } from '../records/instants.ts';
import { runRecord } from '../records/runRecord.ts';
import { changeEvents, keyOf, type ScheduleEvent, touches } from './changeEvents.ts';

/** Where messages go, in order. */
export interface Sink {
  /** One message: UTF-8 bytes that others may be sent, too. */
  send(message: Buffer): void;
  /** Resolves when what was sent is mostly gone; false when nobody listens any more. */
  ready(): Promise<boolean>;
}

/** One who is up to date with `cursor` and told everything after it. */
export interface Subscriber {
  readonly workspace: string | null;
  readonly sink: Sink;
  cursor: number;
}

export interface FeedDeps {
  readonly store: Store;
  readonly conflicts: LiveConflicts;
  readonly clock: () => number;
  /** After each delivery: how long ago the change was committed. */
  readonly onDelivered: (lagMs: number) => void;
  readonly onFault: (error: unknown) => void;
}

/** What a reader of one layer needs. */
interface FollowedLayer {
  state: PlanningState;
  /** Keys of what the draft overrides; null: the mainline's changes do not show here (any more). */
  overridden: ReadonlySet<string> | null;
  readonly unfollow: () => void;
}

/** An event for the wire, written once for all who get it. */
interface Outgoing {
  readonly layer: string | null;
  /** Null: for readers of the layer only. */
  readonly key: string | null;
  readonly message: Buffer;
}

export const messageOf = (value: object): Buffer => Buffer.from(JSON.stringify(value));

const PAGE = 200;

/**
 * One planning's events on this node, in order of change: everything that concerns order happens one after the other in `queue`. A signal
 * wakes it, and it reads what the database has.
 */
export class PlanningFeed {
  readonly planning: PlanningRef;
  readonly subscribers = new Set<Subscriber>();
  private readonly deps: FeedDeps;
  private readonly layers = new Map<string | null, FollowedLayer>();
  /** Readers of each layer, those that still catch up too. */
  private readonly readers = new Map<string | null, number>();
  private change = -1;
  private changeId: string | null = null;
  private news: News | null = null;
  private isGone = false;
  private isWaking = false;
  private queue: Promise<unknown> = Promise.resolve();

  constructor(planning: PlanningRef, deps: FeedDeps) {
    this.planning = planning;
    this.deps = deps;
  }

  /** One after the other; a failure is the caller's. */
  inTurn<T>(step: () => Promise<T>): Promise<T> {
    const turn = this.queue.then(step);
    this.queue = turn.catch(() => {});
    return turn;
  }

  wake(): void {
    if (this.isWaking) return;
    this.isWaking = true;
    this.inTurn(async () => {
      this.isWaking = false;
      await this.advance();
    }).catch(this.deps.onFault);
  }

  get head(): { readonly change: number; readonly id: string | null } {
    return { change: this.change, id: this.changeId };
  }

  retain(workspace: string | null): void {
    this.readers.set(workspace, (this.readers.get(workspace) ?? 0) + 1);
  }

  /** Answers whether nobody reads any layer now. */
  release(workspace: string | null): boolean {
    const left = (this.readers.get(workspace) ?? 1) - 1;
    if (left > 0) {
      this.readers.set(workspace, left);
      return false;
    }
    this.readers.delete(workspace);
    this.layers.get(workspace)?.unfollow();
    this.layers.delete(workspace);
    return this.readers.size === 0;
  }

  close(): void {
    for (const { unfollow } of this.layers.values()) unfollow();
    this.layers.clear();
    this.subscribers.clear();
  }

  /** The layer as it is at `head`, followed from here on. In turn. */
  async layer(workspace: string | null): Promise<PlanningState> {
    const known = this.layers.get(workspace);
    if (known !== undefined) return known.state;
    if (this.news === null) throw new Error('Nothing has been looked at yet.');
    const state = await this.news.state(workspace);
    this.layers.set(workspace, { state, overridden: overriddenOf(state), unfollow: this.deps.conflicts.follow(state) });
    return state;
  }

  /** Takes in and tells what was committed since. In turn. */
  async advance(): Promise<void> {
    if (this.isGone) return;
    const news = await this.look().catch((error: unknown) => this.gone(error));
    if (news === undefined) return;
    this.news = news;
    if (this.change < 0) {
      this.change = news.head;
      this.changeId = news.changes.at(-1)?.changeset.id ?? null;
      return;
    }
    const sequences = new Map<string | null, number>();
    while (this.change < this.news.head) {
      for (const one of this.news.changes) {
        const { change, id, workspace } = one.changeset;
        sequences.set(workspace, await this.tell(one));
        this.change = change;
        this.changeId = id;
      }
      if (this.change < this.news.head) this.news = await this.deps.store.news(this.planning, this.change, PAGE);
    }
    if (sequences.size > 0) await this.advanceLayers(this.news, sequences);
  }

  /** What is new; at first the last change. */
  private async look(): Promise<News> {
    const { store } = this.deps;
    return store.news(this.planning, this.change < 0 ? (await store.head(this.planning)) - 1 : this.change, PAGE);
  }

  /** Some of the changes after the cursor, told to this subscriber alone. False when they are kept no longer. */
  async replay(subscriber: Subscriber): Promise<boolean> {
    const { changes } = await this.deps.store.news(this.planning, subscriber.cursor, PAGE);
    if (changes[0]?.changeset.change !== subscriber.cursor + 1) return false;
    for (const change of changes) {
      for (const one of await this.eventsFor(change, [subscriber])) {
        if (this.isFor(subscriber, one)) subscriber.sink.send(one.message);
      }
      subscriber.cursor = change.changeset.change;
    }
    return true;
  }

  /** Tells what became of a run; `run` null: it was deleted. In turn. */
  tellRun(type: string, id: string, workspace: string | null, run: Run | null): void {
    const data = run === null ? { id } : runRecord(run);
    const event = this.event(`optimization.${type}`, workspace, null, 0, this.deps.clock(), data);
    const message = messageOf(event);
    // A draft's readers see the mainline's runs, too.
    for (const { workspace: own, sink } of this.subscribers) {
      if (workspace === null || own === workspace) sink.send(message);
    }
  }

  /** Answers how many events the change has. */
  private async tell(change: CommittedChange): Promise<number> {
    const { changeset } = change;
    const readers = [...this.subscribers].filter(({ cursor }) => cursor < changeset.change);
    const outgoing = await this.eventsFor(change, readers);
    for (const subscriber of readers) {
      if (!this.subscribers.has(subscriber)) continue;
      for (const one of outgoing) if (this.isFor(subscriber, one)) subscriber.sink.send(one.message);
      subscriber.cursor = changeset.change;
    }
    if (outgoing.length > 0) this.deps.onDelivered(Math.max(0, this.deps.clock() - changeset.at));
    return outgoing.length;
  }

  /** What a changeset says, when one of these readers may want to hear it. */
  private async eventsFor({ changeset, diffs }: CommittedChange, readers: readonly Subscriber[]): Promise<Outgoing[]> {
    const { workspace, change } = changeset;
    if (!readers.some((reader) => touches(changeset, reader.workspace))) return [];
    const own = workspace === null ? undefined : this.layers.get(workspace);
    if (own !== undefined && this.news !== null) own.overridden = overriddenOf(await this.news.state(workspace));
    return changeEvents(changeset, diffs ?? (await this.deps.store.diff(this.planning, change))).map(
      ({ key, event }) => ({ layer: event.workspace, key, message: messageOf(event) }),
    );
  }

  private isFor({ workspace }: Subscriber, { layer, key }: Outgoing): boolean {
    if (layer === workspace) return true;
    if (layer !== null || key === null) return false;
    if (key.startsWith('workspace ')) return key === `workspace ${workspace}`;
    return this.layers.get(workspace)?.overridden?.has(key) === false;
  }

  /** Brings followed layers to the head, and tells what opened and closed in each. */
  private async advanceLayers(news: News, sequences: ReadonlyMap<string | null, number>): Promise<void> {
    const { conflicts, clock } = this.deps;
    for (const [workspace, layer] of this.layers) {
      const state = await news.state(workspace);
      layer.state = state;
      layer.overridden = overriddenOf(state);
      const { opened, closed } = conflicts.take(state);
      const outgoing = [
        ...closed.map((conflict) => ['conflict.closed', conflict] as const),
        ...opened.map((conflict) => ['conflict.opened', conflict] as const),
      ].map(([type, conflict], index): Outgoing => {
        const sequence = (sequences.get(workspace) ?? 0) + index;
        const event = this.event(type, workspace, this.changeId, sequence, clock(), conflict);
        return { layer: workspace, key: null, message: messageOf(event) };
      });
      for (const subscriber of this.subscribers) {
        if (subscriber.workspace === workspace) for (const { message } of outgoing) subscriber.sink.send(message);
      }
    }
  }

  private event(
    type: string,
    workspace: string | null,
    change: string | null,
    sequence: number,
    at: number,
    data: unknown,
  ): ScheduleEvent {
    return { type, planning: this.planning.id, workspace, change, sequence, at: instant(at), data };
  }

  private gone(error: unknown): undefined {
    if (!(error instanceof StoreError) || error.code !== 'planning_not_found') throw error;
    this.isGone = true;
    for (const { workspace, sink } of this.subscribers) {
      const event = this.event('planning.deleted', workspace, null, 0, this.deps.clock(), { id: this.planning.id });
      sink.send(messageOf(event));
    }
    this.close();
    return undefined;
  }
}

const overriddenOf = (state: PlanningState): ReadonlySet<string> | null => {
  if (state.workspace === null || state.get('workspace', state.workspace)?.fields.state !== 'DRAFT') return null;
  const keys = new Set<string>();
  for (const { draft } of state.draftRows()) keys.add(keyOf(draft));
  return keys;
};
