import type { PlanningRef, PlanningState } from '../../db/store/planningState.ts';
import type { Run } from '../../db/store/runs.ts';
import type { CommittedChange, Diff, News, Store } from '../../db/store/store.ts';
import { StoreError } from '../../db/store/storeError.ts';
import type { LiveConflicts } from '../conflicts/liveConflicts.ts';
import { instant } from '../records/instants.ts';
import { runRecord } from '../records/runRecord.ts';
import { changeEvents, type ScheduleEvent, touches } from './changeEvents.ts';
import { DraftView, type StateAt } from './draftView.ts';

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
  /** The draft as of the cursor, while it is caught up with. */
  view?: DraftView | null;
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
  /** Null: the mainline. */
  readonly view: DraftView | null;
  readonly unfollow: () => void;
}

/** A change's diffs, with their messages, written once for all who get the same. */
interface Outgoing {
  readonly diffs: readonly Diff[];
  readonly messages: readonly { readonly layer: string | null; readonly message: Buffer }[];
}

export const messageOf = (value: object): Buffer => Buffer.from(JSON.stringify(value));

const PAGE = 200;
/** Past states of a draft that a page of a replay may look at. */
const MOST_PAST_STATES = 100;

/** A replay would have to look at too much. */
class TooMuch extends Error {}

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
    const view = workspace === null ? null : new DraftView(state);
    this.layers.set(workspace, { state, view, unfollow: this.deps.conflicts.follow(state) });
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
        const { change, id } = one.changeset;
        await this.tell(one, sequences);
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

  /** Some of the changes after the cursor, told to this subscriber alone. False when they are kept no longer, or too much to look at. */
  async replay(subscriber: Subscriber): Promise<boolean> {
    const { workspace, sink } = subscriber;
    const { changes } = await this.deps.store.news(this.planning, subscriber.cursor, PAGE);
    if (changes[0]?.changeset.change !== subscriber.cursor + 1) return false;
    let looks = 0;
    const stateAt = (change: number): Promise<PlanningState> => {
      if (++looks > MOST_PAST_STATES) throw new TooMuch();
      return this.deps.store.state({ planning: this.planning, workspace, change });
    };
    try {
      if (workspace !== null) subscriber.view ??= new DraftView(await stateAt(subscriber.cursor));
      for (const change of changes) {
        const told = await this.toldOf(change, workspace, subscriber.view ?? null, stateAt);
        for (const message of told) sink.send(message);
        subscriber.cursor = change.changeset.change;
      }
    } catch (error) {
      if (error instanceof TooMuch || (error instanceof StoreError && error.code === 'change_not_found')) return false;
      throw error;
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

  /** Tells a change to the readers of each layer, and notes how many events that were. */
  private async tell(change: CommittedChange, sequences: Map<string | null, number>): Promise<void> {
    const { changeset } = change;
    const outgoing = this.outgoing(change);
    const told = new Map<string | null, readonly Buffer[]>();
    for (const [workspace, { state, view }] of this.layers) {
      const stateAt: StateAt = (at) => this.stateAt(workspace, at, state);
      told.set(workspace, await this.toldOf(change, workspace, view, stateAt, outgoing));
    }
    for (const subscriber of this.subscribers) {
      if (subscriber.cursor >= changeset.change) continue;
      for (const message of told.get(subscriber.workspace) ?? []) subscriber.sink.send(message);
      subscriber.cursor = changeset.change;
    }
    for (const [workspace, { length }] of told) sequences.set(workspace, length);
    if ([...told.values()].some(({ length }) => length > 0))
      this.deps.onDelivered(Math.max(0, this.deps.clock() - changeset.at));
  }

  /** A followed layer just after a change; `known` is it at one of them. */
  private async stateAt(workspace: string | null, change: number, known: PlanningState): Promise<PlanningState> {
    if (known.change === change) return known;
    if (this.news?.head === change) return this.news.state(workspace);
    return this.deps.store.state({ planning: this.planning, workspace, change });
  }

  /** Reads and writes a change's events once, when somebody wants them. */
  private outgoing({ changeset, diffs }: CommittedChange): () => Promise<Outgoing> {
    let known: Promise<Outgoing> | undefined;
    const make = async (): Promise<Outgoing> => {
      const found = diffs ?? (await this.deps.store.diff(this.planning, changeset.change));
      const messages = changeEvents(changeset, found).map((event) => ({
        layer: event.workspace,
        message: messageOf(event),
      }));
      return { diffs: found, messages };
    };
    return () => (known ??= make());
  }

  /** What a changeset says to readers of a layer. */
  private async toldOf(
    change: CommittedChange,
    workspace: string | null,
    view: DraftView | null,
    stateAt: StateAt,
    outgoing = this.outgoing(change),
  ): Promise<readonly Buffer[]> {
    const { changeset } = change;
    if (!touches(changeset, workspace)) return [];
    const { diffs, messages } = await outgoing();
    if (view === null) return messages.filter(({ layer }) => layer === null).map(({ message }) => message);
    const taken = await view.take(changeset, diffs, stateAt);
    if (taken === diffs) return messages.map(({ message }) => message);
    return changeEvents(changeset, taken).map(messageOf);
  }

  /** Brings followed layers to the head, and tells what opened and closed in each. */
  private async advanceLayers(news: News, sequences: ReadonlyMap<string | null, number>): Promise<void> {
    const { conflicts, clock } = this.deps;
    for (const [workspace, layer] of this.layers) {
      const state = await news.state(workspace);
      layer.state = state;
      const { opened, closed } = conflicts.take(state);
      const outgoing = [
        ...closed.map((conflict) => ['conflict.closed', conflict] as const),
        ...opened.map((conflict) => ['conflict.opened', conflict] as const),
      ].map(([type, conflict], index): Buffer => {
        const sequence = (sequences.get(workspace) ?? 0) + index;
        const event = this.event(type, workspace, this.changeId, sequence, clock(), conflict);
        return messageOf(event);
      });
      for (const subscriber of this.subscribers) {
        if (subscriber.workspace === workspace) for (const message of outgoing) subscriber.sink.send(message);
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
