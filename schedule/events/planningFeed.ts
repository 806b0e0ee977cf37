import type { PlanningRef, PlanningState } from '../../db/versions/planningState.ts';
import type { Run } from '../../db/runs/runs.ts';
import type { CommittedChange, Diff, News, Store } from '../../db/versions/store.ts';
import { StoreError } from '../../db/storeError.ts';
import type { MarkRecord } from '../conflicts/markRecord.ts';
import { isVisible, visibleChange } from '../changesets/visibleChange.ts';
import type { LiveConflicts } from '../conflicts/liveConflicts.ts';
import { instant } from '../records/instants.ts';
import { runRecord } from '../records/runRecord.ts';
import type { UserNames } from '../users/userNames.ts';
import { type Author, assignersOf, type ScheduleEvent, touches } from './changeEvents.ts';
import { DraftView } from './draftView.ts';
import { Message } from './message.ts';
import { readDiffs } from './readDiffs.ts';
import type { Presence, Subscriber } from './subscriber.ts';
import { type ConflictNews, LayerNews, NO_CONFLICTS } from './toldChange.ts';
import { Turn } from '../turns.ts';

export interface FeedDeps {
  readonly store: Store;
  readonly names: UserNames;
  readonly conflicts: LiveConflicts;
  readonly clock: () => number;
  /** After each delivery: how long ago the change was committed. */
  readonly onDelivered: (lagMs: number) => void;
  readonly onFault: (error: unknown) => void;
}

/** What a reader of one layer needs. */
interface FollowedLayer {
  state: PlanningState;
  /** The last changeset that its readers may name. */
  changeId: string | null;
  /** Null: the mainline. */
  readonly view: DraftView | null;
  readonly unfollow: () => void;
}

/** What is read of a change once for all layers. */
interface ReadChange {
  readonly change: CommittedChange;
  readonly diffs: () => Promise<readonly Diff[]>;
  readonly author: () => Promise<Author | null>;
  /** What says the same to several layers. */
  shared: LayerNews | null;
}

type Held = Map<string | null, LayerNews>;

const PAGE = 200;
/** What is told to one who joins while everybody waits. */
const MOST_JOINING_DIFFS = 500;

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

  /** Number of the last change that was taken in. */
  get head(): number {
    return this.change;
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
  async layer(workspace: string | null): Promise<Pick<FollowedLayer, 'state' | 'changeId'>> {
    const known = this.layers.get(workspace);
    if (known !== undefined) return known;
    if (this.news === null) throw new Error('Nothing has been looked at yet.');
    const state = await this.news.state(workspace);
    const changeId = await visibleChange(this.deps, this.planning, workspace, this.change);
    await this.deps.conflicts.ready(state);
    const view = workspace === null ? null : new DraftView(state);
    const layer = { state, changeId, view, unfollow: this.deps.conflicts.follow(state) };
    this.layers.set(workspace, layer);
    return layer;
  }

  /** Takes in and tells what was committed since. In turn. */
  async advance(): Promise<void> {
    if (this.isGone) return;
    const news = await this.look().catch((error: unknown) => this.gone(error));
    if (news === undefined) return;
    this.news = news;
    if (this.change < 0) {
      this.change = news.head;
      return;
    }
    // The last change of each layer waits for the conflicts that open and close with it.
    const held: Held = new Map();
    try {
      while (this.change < this.news.head) {
        for (const one of this.news.changes) {
          await this.letGo(held);
          await this.tell(one, held);
          this.change = one.changeset.change;
        }
        if (this.change < this.news.head) this.news = await this.deps.store.news(this.planning, this.change, PAGE);
      }
      if (held.size > 0) await this.advanceLayers(this.news, held);
    } finally {
      await this.letGo(held);
    }
  }

  /** What is new; at first the last change. */
  private async look(): Promise<News> {
    const { store } = this.deps;
    return store.news(this.planning, this.change < 0 ? (await store.head(this.planning)) - 1 : this.change, PAGE);
  }

  /**
   * Some of the changes after the cursor, told to this subscriber alone, who takes them at its own pace. False when they are kept no longer. Out
   * of turn.
   */
  async replay(subscriber: Subscriber): Promise<boolean> {
    const { changes } = await this.deps.store.news(this.planning, subscriber.cursor, PAGE);
    return this.retell(subscriber, changes, (message) => {
      subscriber.sink.send(message);
      return subscriber.sink.ready();
    });
  }

  /** The last few changes, told at once. False when that would be too much to do while everybody waits. In turn. */
  async replayLast(subscriber: Subscriber): Promise<boolean> {
    if (subscriber.cursor >= this.change) return true;
    const { changes } = await this.deps.store.news(this.planning, subscriber.cursor, PAGE);
    const missed = changes.filter(({ changeset }) => changeset.change <= this.change);
    const size = missed.reduce((sum, { diffs }) => sum + (diffs?.length ?? MOST_JOINING_DIFFS), 0);
    if (missed.at(-1)?.changeset.change !== this.change || size > MOST_JOINING_DIFFS) return false;
    return this.retell(subscriber, missed, async (message) => {
      subscriber.sink.send(message);
      return true;
    });
  }

  private async retell(
    subscriber: Subscriber,
    changes: readonly CommittedChange[],
    send: (message: Message) => Promise<boolean>,
  ): Promise<boolean> {
    const { workspace, isBatch } = subscriber;
    if (changes[0]?.changeset.change !== subscriber.cursor + 1) return false;
    try {
      if (workspace !== null) subscriber.view ??= new DraftView(await changes[0].before(workspace));
      for (const change of changes) {
        const told = await this.toldOf(this.read(change), workspace, subscriber.view);
        const isOne = isBatch && isVisible(change.changeset, workspace);
        const messages = told === null ? [] : isOne ? [await told.batch(workspace, NO_CONFLICTS)] : told.events();
        for (const message of messages) if (subscriber.hasStopped || !(await send(message))) return true;
        subscriber.cursor = change.changeset.change;
      }
    } catch (error) {
      if (error instanceof StoreError && error.code === 'change_not_found') return false;
      throw error;
    }
    return true;
  }

  /** Tells what became of a run; `run` null: it was deleted. In turn. */
  async tellRun(type: string, id: string, workspace: string | null, run: Run | null): Promise<void> {
    const data = run === null ? { id } : await this.deps.names.named(runRecord(run));
    const message = new Message(this.event(`optimization.${type}`, workspace, null, 0, data));
    // A draft's readers see the mainline's runs, too.
    for (const { workspace: own, sink } of this.subscribers) {
      if (workspace === null || own === workspace) sink.send(message);
    }
  }

  /** Tells what became of the mark of a conflict. In turn. */
  tellMark(conflict: string, mark: MarkRecord | null): void {
    for (const { workspace, sink } of this.subscribers) {
      sink.send(new Message(this.event('conflict.marked', workspace, null, 0, { id: conflict, mark })));
    }
  }

  /** Tells the others what somebody looks at. */
  tellPresence(presence: Presence): void {
    const message = new Message({ type: 'presence', planning: this.planning.id, ...presence });
    for (const { session, sink } of this.subscribers) if (session !== presence.session) sink.send(message);
  }

  /** Tells a change to the readers of each layer; who takes it as one message gets it once it is released. */
  private async tell(change: CommittedChange, held: Held): Promise<void> {
    const { changeset } = change;
    for (const subscriber of this.subscribers) {
      if (!subscriber.sink.isBehind) continue;
      this.subscribers.delete(subscriber);
      subscriber.onBehind();
    }
    const read = this.read(change);
    const told = new Map<string | null, LayerNews>();
    for (const [workspace, { view }] of this.layers) {
      const news = await this.toldOf(read, workspace, view);
      if (news !== null) told.set(workspace, news);
    }
    // From here on nothing fails: nobody is told twice.
    for (const [workspace, layer] of this.layers) if (isVisible(changeset, workspace)) layer.changeId = changeset.id;
    for (const [workspace, news] of told) {
      held.set(workspace, news);
      // What a draft's changeset says to readers of the mainline (of the workspace's record) is no change of theirs.
      const isOne = isVisible(changeset, workspace);
      const readers = [...this.subscribers].filter((one) => one.workspace === workspace && !(one.isBatch && isOne));
      if (readers.length === 0) continue;
      const turn = new Turn();
      for (const message of news.events()) {
        for (const { sink, hasStopped } of readers) if (!hasStopped) sink.send(message);
        if (turn.isOver) await turn.pass();
      }
    }
    for (const subscriber of this.subscribers) subscriber.cursor = changeset.change;
    if ([...told.values()].some(({ size }) => size > 0))
      this.deps.onDelivered(Math.max(0, this.deps.clock() - changeset.at));
  }

  /** Sends what was held back, with the conflicts of its layer. */
  private async letGo(held: Held, conflicts: ReadonlyMap<string | null, ConflictNews> = new Map()): Promise<void> {
    for (const [workspace, told] of held) {
      held.delete(workspace);
      if (!isVisible(told.change.changeset, workspace)) continue;
      const readers = [...this.subscribers].filter((one) => one.workspace === workspace && one.isBatch);
      if (readers.length === 0) continue;
      const message = await told.batch(workspace, conflicts.get(workspace) ?? NO_CONFLICTS);
      for (const { sink } of readers) sink.send(message);
    }
  }

  private read(change: CommittedChange): ReadChange {
    const { changeset, diffs } = change;
    const { author } = changeset;
    let known: Promise<readonly Diff[]> | undefined;
    return {
      change,
      shared: null,
      diffs: async () => diffs ?? (known ??= this.deps.store.diff(this.planning, changeset.change)),
      author: async () => (author === null ? null : { id: author, name: await this.deps.names.of(author) }),
    };
  }

  /** What a changeset says to readers of a layer; null: it is none of theirs. */
  private async toldOf(read: ReadChange, workspace: string | null, view: DraftView | null): Promise<LayerNews | null> {
    const { changeset, before, after } = read.change;
    if (!touches(changeset, workspace)) return null;
    const all = await read.diffs();
    const around = { before: () => before(workspace), after: () => after(workspace) };
    const own =
      view !== null
        ? await view.take(changeset, all, around)
        : changeset.workspace === null
          ? all
          : all.filter(({ entity }) => entity === 'workspace');
    if (own.length === 0 && !isVisible(changeset, workspace)) return null;
    const diffs = await readDiffs(changeset, own, around);
    const isShared = diffs === all && diffs.every(({ entity }) => entity !== 'operation');
    if (isShared && read.shared !== null) return read.shared;
    const state = diffs.some(({ entity }) => entity === 'operation') ? await around.after() : null;
    const names = await this.deps.names.all(assignersOf(diffs));
    const told = new LayerNews({ changeset, diffs, names, after: state, author: await read.author() });
    if (isShared) read.shared = told;
    return told;
  }

  /** Brings followed layers to the head, and tells what opened and closed in each. */
  private async advanceLayers(news: News, held: Held): Promise<void> {
    const { conflicts } = this.deps;
    const found = new Map<string | null, ConflictNews>();
    for (const [workspace, layer] of this.layers) {
      const state = await news.state(workspace);
      layer.state = state;
      await conflicts.ready(state);
      const { opened, closed, truncated } = conflicts.take(state);
      found.set(workspace, { opened, closed, ...(truncated ? { truncated } : {}) });
      const readers = [...this.subscribers].filter((one) => one.workspace === workspace && !one.isBatch);
      if (readers.length === 0) continue;
      const first = held.get(workspace)?.size ?? 0;
      for (const [index, [type, conflict]] of [
        ...(truncated ? [['conflict.truncated', { most: conflicts.most }] as const] : []),
        ...closed.map((one) => ['conflict.closed', one] as const),
        ...opened.map((one) => ['conflict.opened', one] as const),
      ].entries()) {
        const message = new Message(this.event(type, workspace, layer.changeId, first + index, conflict));
        for (const { sink } of readers) sink.send(message);
      }
    }
    await this.letGo(held, found);
  }

  private event(
    type: string,
    workspace: string | null,
    change: string | null,
    sequence: number,
    data: unknown,
  ): ScheduleEvent {
    const at = instant(this.deps.clock());
    return { type, planning: this.planning.id, workspace, change, sequence, at, author: null, data };
  }

  private gone(error: unknown): undefined {
    if (!(error instanceof StoreError) || error.code !== 'planning_not_found') throw error;
    this.isGone = true;
    for (const { workspace, sink } of this.subscribers) {
      sink.send(new Message(this.event('planning.deleted', workspace, null, 0, { id: this.planning.id })));
    }
    this.close();
    return undefined;
  }
}
