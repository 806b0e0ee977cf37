import type { PlanningRef, PlanningState } from '../../db/versions/planningState.ts';
import type { Run } from '../../db/runs/runs.ts';
import type { CommittedChange, Diff, News, Store } from '../../db/versions/store.ts';
import { StoreError } from '../../db/storeError.ts';
import type { MarkRecord } from '../conflicts/markRecord.ts';
import { isVisible, visibleChange } from '../changesets/visibleChange.ts';
import type { LiveConflicts } from '../conflicts/liveConflicts.ts';
import { instant } from '../records/instants.ts';
import { runRecord } from '../records/runRecord.ts';
import type { RepairRecord } from '../repairs/repairRecord.ts';
import type { UserNames } from '../users/userNames.ts';
import { type Author, assignersOf, type ScheduleEvent, touches } from './changeEvents.ts';
import { DraftView } from './draftView.ts';
import { Message } from './message.ts';
import { readDiffs } from './readDiffs.ts';
import type { Presence, Subscriber } from './subscriber.ts';
import { type ConflictNews, LayerNews } from './layerNews.ts';
import type { ChangePages } from '../changesets/changePages.ts';
import { Turn } from '../turns.ts';

export interface FeedDeps {
  readonly store: Store;
  readonly names: UserNames;
  readonly conflicts: LiveConflicts;
  /** What subscribers of all plannings of this node read to catch up. */
  readonly pages: ChangePages<ReadChange>;
  readonly clock: () => number;
  /** Called after each delivery with the milliseconds since the change was committed. */
  readonly onDelivered: (lagMs: number) => void;
  readonly onFault: (error: unknown) => void;
}

/** The current state of one layer that has subscribers. */
interface FollowedLayer {
  state: PlanningState;
  /** Id of the last changeset that its readers may see. */
  changeId: string | null;
  /** Null for the mainline. */
  readonly view: DraftView | null;
  readonly unfollow: () => void;
}

/** What is read once of a change and used for all layers and subscribers. */
export interface ReadChange {
  readonly change: CommittedChange;
  readonly diffs: () => Promise<readonly Diff[]>;
  readonly author: () => Promise<Author | null>;
  /** News that is the same for several layers. */
  shared: LayerNews | null;
  /** News for the mainline's readers who catch up. */
  mainline: Promise<LayerNews | null> | null;
}

export const readChange = (
  { store, names }: Pick<FeedDeps, 'store' | 'names'>,
  planning: PlanningRef,
  change: CommittedChange,
): ReadChange => {
  const { changeset, diffs } = change;
  const { author } = changeset;
  let known: Promise<readonly Diff[]> | undefined;
  return {
    change,
    shared: null,
    mainline: null,
    diffs: async () => diffs ?? (known ??= store.diff(planning, changeset.change)),
    author: async () => (author === null ? null : { id: author, name: await names.of(author) }),
  };
};

type Held = Map<string | null, LayerNews>;

/** Number of changes that are read from the database at a time. */
const PAGE = 200;
/** Limit on diffs that are replayed within a turn, when a subscriber joins and everybody else waits. */
const MOST_JOINING_DIFFS = 500;

/**
 * The events of one planning on this node, in order of change. Whatever depends on order runs in `queue`, one step after another. A signal only wakes
 * the feed; it then reads the database.
 */
export class PlanningFeed {
  readonly planning: PlanningRef;
  readonly subscribers = new Set<Subscriber>();
  private readonly deps: FeedDeps;
  private readonly layers = new Map<string | null, FollowedLayer>();
  /** Number of subscribers of each layer, including those that are still catching up. */
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

  /** Runs steps one after another. A rejection goes to the caller. */
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

  /** Number of the last change that was processed. */
  get head(): number {
    return this.change;
  }

  retain(workspace: string | null): void {
    this.readers.set(workspace, (this.readers.get(workspace) ?? 0) + 1);
  }

  /** Returns whether no layer has a subscriber now. */
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

  /** The layer as of `head`; from now on its conflicts are followed. Call it within a turn. */
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

  /** Reads the changes committed since, and sends them. Call it within a turn. */
  async advance(): Promise<void> {
    if (this.isGone) return;
    const news = await this.readNews().catch((error: unknown) => this.gone(error));
    if (news === undefined) return;
    this.news = news;
    if (this.change < 0) {
      this.change = news.head;
      return;
    }
    // The last change of each layer is held back until the conflicts that it opens and closes are known.
    const held: Held = new Map();
    try {
      while (this.change < this.news.head) {
        for (const one of this.news.changes) {
          await this.sendHeld(held);
          await this.publish(one, held);
          this.change = one.changeset.change;
        }
        if (this.change < this.news.head) this.news = await this.deps.store.news(this.planning, this.change, PAGE);
      }
      if (held.size > 0) await this.advanceLayers(this.news, held);
    } finally {
      await this.sendHeld(held);
    }
  }

  /** Reads what is new; the first time, the last change. */
  private async readNews(): Promise<News> {
    const { store } = this.deps;
    return store.news(this.planning, this.change < 0 ? (await store.head(this.planning)) - 1 : this.change, PAGE);
  }

  /**
   * Sends a page of changes after the cursor to this subscriber alone, at its own pace. Returns false if they are no longer stored. Call it outside
   * of a turn.
   */
  async replay(subscriber: Subscriber): Promise<boolean> {
    const changes = await this.deps.pages.from(this.planning, subscriber.cursor + 1);
    // Pages that others have read come without a pause, and neither does a client's room for more.
    const turn = new Turn();
    return this.resend(subscriber, changes, async (message) => {
      subscriber.sink.send(message);
      if (turn.isOver) await turn.pass();
      return subscriber.sink.ready();
    });
  }

  /** Sends the last few changes at once. Returns false if there are too many to send while everybody else waits. Call it within a turn. */
  async replayLast(subscriber: Subscriber): Promise<boolean> {
    if (subscriber.cursor >= this.change) return true;
    const { changes } = await this.deps.store.news(this.planning, subscriber.cursor, PAGE);
    const missed = changes.filter(({ changeset }) => changeset.change <= this.change);
    const size = missed.reduce((sum, { diffs }) => sum + (diffs?.length ?? MOST_JOINING_DIFFS), 0);
    if (missed.at(-1)?.changeset.change !== this.change || size > MOST_JOINING_DIFFS) return false;
    const read = missed.map((one) => readChange(this.deps, this.planning, one));
    return this.resend(subscriber, read, async (message) => {
      subscriber.sink.send(message);
      return true;
    });
  }

  private async resend(
    subscriber: Subscriber,
    changes: readonly ReadChange[],
    send: (message: Message) => Promise<boolean>,
  ): Promise<boolean> {
    const { workspace } = subscriber;
    if (changes[0]?.change.changeset.change !== subscriber.cursor + 1) return false;
    try {
      if (workspace !== null) subscriber.view ??= new DraftView(await changes[0].change.before(workspace));
      for (const read of changes) {
        const messages = await this.missed(read, subscriber);
        for (const message of messages) if (subscriber.hasStopped || !(await send(message))) return true;
        subscriber.cursor = read.change.changeset.change;
      }
    } catch (error) {
      if (error instanceof StoreError && error.code === 'change_not_found') return false;
      throw error;
    }
    return true;
  }

  /** What a subscriber who catches up is told about a change. */
  private async missed(read: ReadChange, { workspace, isBatch, view }: Subscriber): Promise<Iterable<Message>> {
    const news = await (workspace === null
      ? (read.mainline ??= this.newsFor(read, null, null))
      : this.newsFor(read, workspace, view));
    if (news === null) return [];
    return isBatch && isVisible(read.change.changeset, workspace) ? [await news.batch(workspace)] : news.events();
  }

  /** Sends the new status of an optimization task; `run` is null if it was deleted. Call it within a turn. */
  async sendRun(type: string, id: string, workspace: string | null, run: Run | null): Promise<void> {
    const data = run === null ? { id } : await this.deps.names.named(runRecord(run));
    const message = new Message(this.event(`optimization.${type}`, workspace, null, 0, data));
    // Readers of a draft also see the mainline's tasks.
    for (const { workspace: own, sink } of this.subscribers) {
      if (workspace === null || own === workspace) sink.send(message);
    }
  }

  /** Sends the new mark of a conflict; null if it was removed. Call it within a turn. */
  sendMark(conflict: string, mark: MarkRecord | null): void {
    for (const { workspace, sink } of this.subscribers) {
      sink.send(new Message(this.event('conflict.marked', workspace, null, 0, { id: conflict, mark })));
    }
  }

  /** Sends the new state of a repair. Call it within a turn. */
  sendRepair(repair: RepairRecord): void {
    const type = repair.state === 'open' ? 'repair.proposed' : `repair.${repair.state}`;
    const message = new Message(this.event(type, null, null, 0, repair));
    for (const { sink } of this.subscribers) sink.send(message);
  }

  /** Sends a user's presence to the other sessions. */
  sendPresence(presence: Presence): void {
    const message = new Message({ type: 'presence', planning: this.planning.id, ...presence });
    for (const { session, sink } of this.subscribers) if (session !== presence.session) sink.send(message);
  }

  /** Sends a change to the subscribers of each layer. Subscribers with one message per change get it when it is released from `held`. */
  private async publish(change: CommittedChange, held: Held): Promise<void> {
    const { changeset } = change;
    for (const subscriber of this.subscribers) {
      if (!subscriber.sink.isBehind) continue;
      this.subscribers.delete(subscriber);
      subscriber.onBehind();
    }
    const read = readChange(this.deps, this.planning, change);
    const newsOf = new Map<string | null, LayerNews>();
    for (const [workspace, { view }] of this.layers) {
      const news = await this.newsFor(read, workspace, view);
      if (news !== null) newsOf.set(workspace, news);
    }
    // From here on nothing can fail, so no subscriber gets an event twice.
    for (const [workspace, layer] of this.layers) if (isVisible(changeset, workspace)) layer.changeId = changeset.id;
    for (const [workspace, news] of newsOf) {
      held.set(workspace, news);
      // A draft's changeset that also updates the workspace's record is not a change of the mainline, so its readers get it as single events.
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
    if ([...newsOf.values()].some(({ size }) => size > 0))
      this.deps.onDelivered(Math.max(0, this.deps.clock() - changeset.at));
  }

  /** Sends the held messages, with the conflicts of their layers. */
  private async sendHeld(held: Held, conflicts: ReadonlyMap<string | null, ConflictNews> = new Map()): Promise<void> {
    for (const [workspace, news] of held) {
      held.delete(workspace);
      if (!isVisible(news.change.changeset, workspace)) continue;
      const readers = [...this.subscribers].filter((one) => one.workspace === workspace && one.isBatch);
      if (readers.length === 0) continue;
      const message = await news.batch(workspace, conflicts.get(workspace));
      for (const { sink } of readers) sink.send(message);
    }
  }

  /** What a changeset changes for the readers of a layer; null if nothing. */
  private async newsFor(read: ReadChange, workspace: string | null, view: DraftView | null): Promise<LayerNews | null> {
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
    const news = new LayerNews({ changeset, diffs, names, after: state, author: await read.author() });
    if (isShared) read.shared = news;
    return news;
  }

  /** Advances the followed layers to the head, and sends the conflicts that opened and closed in each. */
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
    await this.sendHeld(held, found);
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
