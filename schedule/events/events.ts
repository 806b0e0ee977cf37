import type { PlanningRef } from '../../db/versions/planningState.ts';
import type { Signal, Signals } from '../../db/signals/signals.ts';
import { locate, notFound } from '../access/authorize.ts';
import { readWorkspace } from '../access/readState.ts';
import { oldestSince } from '../changesets/noChangeset.ts';
import type { LiveConflicts } from '../conflicts/liveConflicts.ts';
import type { Ports } from '../ports.ts';
import { markRecord, markRecords } from '../conflicts/markRecord.ts';
import { instant } from '../records/instants.ts';
import { runRecord } from '../records/runRecord.ts';
import { isOpen } from '../runs/runAccess.ts';
import { repairRecord } from '../repairs/repairRecord.ts';
import { fromJson } from '../storedAs.ts';
import type { Scope } from '../types.ts';
import { createUserNames, type UserNames } from '../users/userNames.ts';
import { Message } from './message.ts';
import { ChangePages } from '../changesets/changePages.ts';
import { PlanningFeed, type ReadChange, readChange } from './planningFeed.ts';
import type { Presence, Sink, Subscriber } from './subscriber.ts';
import { TaskNews } from './taskNews.ts';

export type { PlanningRef } from '../../db/versions/planningState.ts';
export type { Sink } from './subscriber.ts';

export interface SubscribeRequest {
  readonly planning: string;
  readonly workspace: string | null;
  /** Changeset id: the changes after it are replayed first. Null: no replay. */
  readonly since: string | null;
  /** Whether to send one message per change instead of one per event. */
  readonly batch?: boolean;
  /** Session id of the socket, so that it does not receive its own presence. */
  readonly session?: string;
}

export interface Subscription {
  readonly planning: PlanningRef;
  /** Resolves when `state` was sent or the subscription was stopped. Rejects if it could not start. */
  readonly caughtUp: Promise<void>;
  stop(): void;
}

/** Live events on this node. */
export interface Events {
  /**
   * Subscribes `sink` to a planning: sends `subscribed`, the changes after `since` (or `reset`), `state`, and from then on every event exactly once,
   * in order of change. Throws ScheduleError if the actor can see no such planning, workspace or changeset. Resolves before the replay, which
   * proceeds at the subscriber's pace.
   */
  subscribe(scope: Scope, request: SubscribeRequest, sink: Sink): Promise<Subscription>;
  /** Tells the planning's other subscribers, on every node, which operation (null for none) a user is looking at. Nothing is stored. */
  present(
    planning: PlanningRef,
    presence: Pick<Presence, 'session' | 'workspace' | 'operation'> & { readonly user: string },
  ): void;
  /** Throws if the actor may not (or no longer) read the planning. */
  authorize(scope: Scope, planning: string): Promise<unknown>;
  readonly subscriberCount: number;
  /** Registers a listener that is called at the start of `close`. */
  onClose(listener: () => void): void;
  close(): Promise<void>;
}

export interface EventsOptions {
  readonly signals: Pick<Signals, 'subscribe' | 'committed'>;
  readonly conflicts: LiveConflicts;
  readonly onDelivered?: (lagMs: number) => void;
  readonly onFault?: (error: unknown) => void;
  readonly pollMs?: number;
}

const POLL_MS = 5000;
/** A subscriber that is more changes behind than this gets `reset` instead of a replay. */
const REPLAY_LIMIT = 10_000;
const TASKS_LOOKED_AT = 100;

type EventPorts = Pick<Ports, 'store' | 'runs' | 'marks' | 'repairs' | 'accounts' | 'clock'>;

export const createEvents = async (ports: EventPorts, options: EventsOptions): Promise<Events> => {
  const events = new NodeEvents(ports, options);
  await events.open(options.pollMs ?? POLL_MS);
  return events;
};

class NodeEvents implements Events {
  private readonly ports: EventPorts;
  private readonly options: EventsOptions;
  private readonly onFault: (error: unknown) => void;
  private readonly feeds = new Map<number, PlanningFeed>();
  private readonly pages: ChangePages<ReadChange>;
  private readonly names: UserNames;
  private readonly tasks: TaskNews;
  private readonly closeListeners: (() => void)[] = [];
  private unsubscribe: () => Promise<void> = async () => {};
  private timer: NodeJS.Timeout | undefined;

  constructor(ports: EventPorts, options: EventsOptions) {
    this.ports = ports;
    this.options = options;
    this.onFault = options.onFault ?? (() => {});
    this.names = createUserNames(ports.accounts, ports.clock);
    const read = { store: ports.store, names: this.names };
    this.pages = new ChangePages(ports.store, (planning, change) => readChange(read, planning, change));
    this.tasks = new TaskNews(ports, this.feeds, this.onFault);
  }

  async open(pollMs: number): Promise<void> {
    const wakeAll = (): void => {
      for (const feed of this.feeds.values()) feed.wake();
      this.tasks.refreshOpen();
    };
    this.unsubscribe = await this.options.signals.subscribe({
      onSignal: (signal) => this.onSignal(signal),
      onReconnect: wakeAll,
    });
    this.timer = setInterval(wakeAll, pollMs).unref();
  }

  async subscribe(scope: Scope, request: SubscribeRequest, sink: Sink): Promise<Subscription> {
    const { planning, workspace, since } = request;
    const ref = await this.authorize(scope, planning);
    if (workspace !== null) await readWorkspace(this.ports, ref, workspace);
    const from = since === null ? null : await this.positionOf(ref, since);
    const feed = this.feedOf(ref);
    feed.retain(workspace);
    const subscriber: Subscriber = {
      workspace,
      isBatch: request.batch ?? false,
      sink,
      session: request.session ?? null,
      cursor: 0,
      view: null,
      hasStopped: false,
      onBehind: () => {
        this.catchUp(feed, subscriber).catch((error: unknown) => {
          this.onFault(error);
          sink.lose();
        });
      },
    };
    const stop = once(() => {
      subscriber.hasStopped = true;
      feed.subscribers.delete(subscriber);
      this.release(feed, workspace);
    });
    const begin = async (): Promise<string | null> => {
      await feed.advance();
      const { changeId } = await feed.layer(workspace);
      subscriber.cursor = from ?? feed.head;
      return since ?? changeId;
    };
    const follow = async (): Promise<void> => {
      const change = await feed.inTurn(begin);
      sink.send(new Message({ type: 'subscribed', planning, workspace, change }));
      await this.catchUp(feed, subscriber);
    };
    const caughtUp = follow().catch((error: unknown) => {
      stop();
      throw error;
    });
    return { planning: ref, caughtUp, stop };
  }

  present(
    { key }: PlanningRef,
    { user, ...presence }: Pick<Presence, 'session' | 'workspace' | 'operation'> & { readonly user: string },
  ): void {
    const send = async (): Promise<void> => {
      const name = await this.names.of(user);
      const sent: Presence = { ...presence, user: { id: user, name }, at: instant(this.ports.clock()) };
      this.options.signals.committed([{ kind: 'presence', planning: key, text: JSON.stringify(sent) }]);
    };
    send().catch(this.onFault);
  }

  authorize(scope: Scope, planning: string): Promise<PlanningRef> {
    return locate(this.ports, scope, 'planning', planning, 'viewer');
  }

  get subscriberCount(): number {
    return [...this.feeds.values()].reduce((count, { subscribers }) => count + subscribers.size, 0);
  }

  onClose(listener: () => void): void {
    this.closeListeners.push(listener);
  }

  async close(): Promise<void> {
    for (const listener of this.closeListeners) listener();
    clearInterval(this.timer);
    await this.unsubscribe();
    for (const feed of this.feeds.values()) feed.close();
    this.feeds.clear();
  }

  private onSignal(signal: Signal): void {
    if (this.feeds.size === 0) return;
    if (signal.kind === 'task') this.tasks.refresh(signal.id);
    if (!('planning' in signal)) return;
    const feed = this.feeds.get(signal.planning);
    if (signal.kind === 'change') feed?.wake();
    else if (signal.kind === 'presence') feed?.sendPresence(fromJson<Presence>(JSON.parse(signal.text)));
    else if (signal.kind === 'repair') feed?.inTurn(() => this.sendRepair(feed, signal.repair)).catch(this.onFault);
    else if (feed !== undefined) feed.inTurn(() => this.sendMark(feed, signal.conflict)).catch(this.onFault);
  }

  private feedOf(planning: PlanningRef): PlanningFeed {
    let feed = this.feeds.get(planning.key);
    if (feed === undefined) {
      const { names, pages, onFault } = this;
      const { store, clock } = this.ports;
      const { conflicts, onDelivered = () => {} } = this.options;
      feed = new PlanningFeed(planning, { store, names, pages, conflicts, clock, onDelivered, onFault });
      this.feeds.set(planning.key, feed);
    }
    return feed;
  }

  private release(feed: PlanningFeed, workspace: string | null): void {
    if (!feed.release(workspace)) return;
    if (this.feeds.get(feed.planning.key) === feed) this.feeds.delete(feed.planning.key);
    feed.close();
  }

  private async sendMark(feed: PlanningFeed, conflict: string): Promise<void> {
    const mark = (await this.ports.marks.all(feed.planning, this.ports.clock())).get(conflict);
    feed.sendMark(conflict, mark === undefined ? null : await markRecord(this.names, mark));
  }

  private async sendRepair(feed: PlanningFeed, id: string): Promise<void> {
    const repair = await this.ports.repairs.get(id);
    if (repair !== undefined) feed.sendRepair(repairRecord(repair));
  }

  /** The open conflicts and open optimization tasks in the subscriber's layer, as of the feed's head. */
  private async stateMessage(feed: PlanningFeed, workspace: string | null): Promise<Message> {
    const { runs, marks, clock } = this.ports;
    const { conflicts } = this.options;
    const { state, changeId } = await feed.layer(workspace);
    const latest = await runs.list(feed.planning, { limit: TASKS_LOOKED_AT });
    const records = await markRecords(this.names, await marks.all(feed.planning, clock()));
    const live = latest.filter((run) => isOpen(run) && (run.workspace === null || run.workspace === workspace));
    for (const run of live) this.tasks.rememberListed(run);
    return new Message({
      type: 'state',
      planning: feed.planning.id,
      workspace,
      change: changeId,
      conflicts: (conflicts.at(state) ?? []).map((one) => ({ ...one, mark: records.get(one.id) ?? null })),
      ...(conflicts.isCrowded(state) ? { truncated: { conflicts: conflicts.most } } : {}),
      tasks: await Promise.all(live.map((run) => this.names.named(runRecord(run)))),
    }).prepare();
  }

  /** Replays the changes between the subscriber's cursor and the feed's head, then adds it to the feed's subscribers. */
  private async catchUp(feed: PlanningFeed, subscriber: Subscriber): Promise<void> {
    const { sink } = subscriber;
    if (feed.head - subscriber.cursor > REPLAY_LIMIT) await reset(feed, subscriber);
    for (;;) {
      while (subscriber.cursor < feed.head) {
        if (subscriber.hasStopped || !(await sink.ready())) return;
        if (!(await feed.replay(subscriber))) await reset(feed, subscriber);
      }
      if (subscriber.hasStopped || !(await sink.ready())) return;
      if (await feed.inTurn(() => this.join(feed, subscriber))) return;
    }
  }

  /** Adds the subscriber to the feed. Returns false if too many changes were committed meanwhile to replay them in one turn. */
  private async join(feed: PlanningFeed, subscriber: Subscriber): Promise<boolean> {
    await feed.advance();
    if (subscriber.hasStopped) return true;
    if (!(await feed.replayLast(subscriber))) return false;
    subscriber.sink.send(await this.stateMessage(feed, subscriber.workspace));
    subscriber.view = null;
    feed.subscribers.add(subscriber);
    return true;
  }

  /** The change number of a changeset; -Infinity if it is older than the oldest stored one. Throws 404 if it is unknown. */
  private async positionOf(planning: PlanningRef, id: string): Promise<number> {
    const { store } = this.ports;
    const changeset = await store.changeset(planning, id);
    if (changeset !== undefined) return changeset.change;
    if ((await oldestSince(this.ports, planning, id)) !== null) return Number.NEGATIVE_INFINITY;
    throw notFound('changeset', id);
  }
}

/** Moves the subscriber's cursor to the feed's head and tells it to start over. */
const reset = async (feed: PlanningFeed, subscriber: Subscriber): Promise<void> => {
  const { sink, workspace } = subscriber;
  const change = await feed.inTurn(async () => {
    subscriber.cursor = feed.head;
    return (await feed.layer(workspace)).changeId;
  });
  subscriber.view = null;
  sink.send(new Message({ type: 'reset', planning: feed.planning.id, workspace, change }));
};

const once = (run: () => void): (() => void) => {
  let hasRun = false;
  return () => {
    if (!hasRun) run();
    hasRun = true;
  };
};
