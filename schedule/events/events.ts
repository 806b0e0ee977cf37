import type { PlanningRef } from '../../db/versions/planningState.ts';
import type { Signals } from '../../db/signals/signals.ts';
import { locate, notFound } from '../access/authorize.ts';
import { readWorkspace } from '../access/readState.ts';
import type { LiveConflicts } from '../conflicts/liveConflicts.ts';
import type { Ports } from '../ports.ts';
import { markRecord, markRecords } from '../conflicts/markRecord.ts';
import { instant } from '../records/instants.ts';
import { runRecord } from '../records/runRecord.ts';
import { isOpen } from '../runs/runAccess.ts';
import type { Scope } from '../types.ts';
import { createUserNames } from '../users/userNames.ts';
import { Message } from './message.ts';
import { PlanningFeed } from './planningFeed.ts';
import type { Presence, Sink, Subscriber } from './subscriber.ts';
import { TaskNews } from './taskNews.ts';

export type { PlanningRef } from '../../db/versions/planningState.ts';
export type { Sink } from './subscriber.ts';

export interface SubscribeRequest {
  readonly planning: string;
  readonly workspace: string | null;
  /** Changeset id: what came after it is told first. */
  readonly since: string | null;
  /** One message a change, and not one an event. */
  readonly batch?: boolean;
  /** Of the socket. */
  readonly session?: string;
}

export interface Subscription {
  readonly planning: PlanningRef;
  /** Settles when `state` was sent, or nobody listens any more. Rejects when it could not begin. */
  readonly caughtUp: Promise<void>;
  stop(): void;
}

/** Live events of this node. */
export interface Events {
  /**
   * Sends `subscribed`, what came after `since` (or `reset`), `state`, and from then on every event, in order of change, each once. Throws
   * ScheduleError when there is no such planning, workspace or change for this actor. Resolves before the replay, which goes at the reader's pace.
   */
  subscribe(scope: Scope, request: SubscribeRequest, sink: Sink): Promise<Subscription>;
  /** Tells the planning's others, on every node, which operation (null: none) somebody looks at. Nothing is kept. */
  present(
    planning: PlanningRef,
    presence: Pick<Presence, 'session' | 'workspace' | 'operation'> & { readonly user: string },
  ): void;
  /** Throws as soon as the actor may not listen to the planning any more. */
  authorize(scope: Scope, planning: string): Promise<unknown>;
  readonly subscriberCount: number;
  /** Called when events end, before anything else. */
  onClose(listener: () => void): void;
  close(): Promise<void>;
}

export interface EventsOptions {
  readonly signals: Pick<Signals, 'subscribe' | 'committed'>;
  readonly conflicts: LiveConflicts;
  readonly onDelivered?: (lagMs: number) => void;
  readonly onFault?: (error: unknown) => void;
  readonly pollMs?: number;
  /** More changes behind than this: `reset` instead of a replay. */
  readonly replayLimit?: number;
}

const POLL_MS = 5000;
const REPLAY_LIMIT = 10_000;
const CHANGESET_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const TASKS_LOOKED_AT = 100;

type EventPorts = Pick<Ports, 'store' | 'runs' | 'marks' | 'accounts' | 'clock'>;

export const createEvents = async (ports: EventPorts, options: EventsOptions): Promise<Events> => {
  const { store, runs, clock } = ports;
  const { signals, conflicts, pollMs = POLL_MS, replayLimit = REPLAY_LIMIT } = options;
  const { onDelivered = () => {}, onFault = () => {} } = options;
  const feeds = new Map<number, PlanningFeed>();
  const names = createUserNames(ports.accounts, clock);
  const tasks = new TaskNews(ports, feeds, onFault);

  const closeListeners: (() => void)[] = [];

  const feedOf = (planning: PlanningRef): PlanningFeed => {
    let feed = feeds.get(planning.key);
    if (feed === undefined) {
      feed = new PlanningFeed(planning, { store, names, conflicts, clock, onDelivered, onFault });
      feeds.set(planning.key, feed);
    }
    return feed;
  };

  const release = (feed: PlanningFeed, workspace: string | null): void => {
    if (!feed.release(workspace)) return;
    if (feeds.get(feed.planning.key) === feed) feeds.delete(feed.planning.key);
    feed.close();
  };

  const tellMark = async (feed: PlanningFeed, conflict: string): Promise<void> => {
    const mark = (await ports.marks.all(feed.planning, clock())).get(conflict);
    feed.tellMark(conflict, mark === undefined ? null : await markRecord(names, mark));
  };

  const wakeAll = (): void => {
    for (const feed of feeds.values()) feed.wake();
  };
  const unsubscribe = await signals.subscribe({
    onSignal: (signal) => {
      if (feeds.size === 0) return;
      if (signal.kind === 'task') return tasks.look(signal.id);
      const feed = feeds.get(signal.planning);
      if (signal.kind === 'change') feed?.wake();
      else if (signal.kind === 'presence') feed?.tellPresence(JSON.parse(signal.text) as Presence);
      else if (feed !== undefined) feed.inTurn(() => tellMark(feed, signal.conflict)).catch(onFault);
    },
    onReconnect: wakeAll,
  });
  const timer = setInterval(wakeAll, pollMs).unref();

  /** Open conflicts and live tasks of the subscriber's layer, as of the feed's head. */
  const stateMessage = async (feed: PlanningFeed, workspace: string | null): Promise<Message> => {
    const { state, changeId } = await feed.layer(workspace);
    const latest = await runs.list(feed.planning, { limit: TASKS_LOOKED_AT });
    const marks = await markRecords(names, await ports.marks.all(feed.planning, clock()));
    const live = latest.filter((run) => isOpen(run) && (run.workspace === null || run.workspace === workspace));
    for (const run of live) tasks.know(run);
    return new Message({
      type: 'state',
      planning: feed.planning.id,
      workspace,
      change: changeId,
      conflicts: (conflicts.at(state) ?? []).map((one) => ({ ...one, mark: marks.get(one.id) ?? null })),
      ...(conflicts.isCrowded(state) ? { truncated: { conflicts: conflicts.most } } : {}),
      tasks: await Promise.all(live.map((run) => names.named(runRecord(run)))),
    }).prepare();
  };

  /** From where the reader is to where the feed is; from then on it is told with the others. */
  const catchUp = async (feed: PlanningFeed, subscriber: Subscriber): Promise<void> => {
    const { sink, workspace } = subscriber;
    const reset = async (): Promise<void> => {
      const change = await feed.inTurn(async () => {
        subscriber.cursor = feed.head;
        return (await feed.layer(workspace)).changeId;
      });
      subscriber.view = null;
      sink.send(new Message({ type: 'reset', planning: feed.planning.id, workspace, change }));
    };
    const join = async (): Promise<boolean> => {
      await feed.advance();
      if (subscriber.hasStopped) return true;
      if (!(await feed.replayLast(subscriber))) return false;
      sink.send(await stateMessage(feed, workspace));
      subscriber.view = null;
      feed.subscribers.add(subscriber);
      return true;
    };
    if (feed.head - subscriber.cursor > replayLimit) await reset();
    for (;;) {
      while (subscriber.cursor < feed.head) {
        if (subscriber.hasStopped || !(await sink.ready())) return;
        if (!(await feed.replay(subscriber))) await reset();
      }
      if (subscriber.hasStopped || !(await sink.ready())) return;
      if (await feed.inTurn(join)) return;
    }
  };

  /** Its change number; before every number when it is kept no longer. */
  const positionOf = async (planning: PlanningRef, id: string): Promise<number> => {
    const changeset = await store.changeset(planning, id);
    if (changeset !== undefined) return changeset.change;
    const [oldest] = await store.changesetsAfter(planning, 0, 1);
    // Ids begin with their time.
    if (oldest !== undefined && oldest.change > 1 && CHANGESET_ID.test(id) && id < oldest.id)
      return Number.NEGATIVE_INFINITY;
    throw notFound('changeset', id);
  };

  return {
    async subscribe(scope, { planning, workspace, since, batch = false, session = null }, sink) {
      const ref = await locate(ports, scope, 'planning', planning, 'viewer');
      if (workspace !== null) await readWorkspace(ports, ref, workspace);
      const from = since === null ? null : await positionOf(ref, since);
      const feed = feedOf(ref);
      feed.retain(workspace);
      const subscriber: Subscriber = {
        workspace,
        isBatch: batch,
        sink,
        session,
        cursor: 0,
        view: null,
        hasStopped: false,
        onBehind: () => {
          catchUp(feed, subscriber).catch((error: unknown) => {
            onFault(error);
            sink.lose();
          });
        },
      };
      const stop = once(() => {
        subscriber.hasStopped = true;
        feed.subscribers.delete(subscriber);
        release(feed, workspace);
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
        await catchUp(feed, subscriber);
      };
      const caughtUp = follow().catch((error: unknown) => {
        stop();
        throw error;
      });
      return { planning: ref, caughtUp, stop };
    },
    present({ key }, { user, ...presence }) {
      const tell = async (): Promise<void> => {
        const said: Presence = { ...presence, user: { id: user, name: await names.of(user) }, at: instant(clock()) };
        signals.committed([{ kind: 'presence', planning: key, text: JSON.stringify(said) }]);
      };
      tell().catch(onFault);
    },
    get subscriberCount() {
      return [...feeds.values()].reduce((count, { subscribers }) => count + subscribers.size, 0);
    },
    authorize: (scope, planning) => locate(ports, scope, 'planning', planning, 'viewer'),
    onClose: (listener) => void closeListeners.push(listener),
    async close() {
      for (const listener of closeListeners) listener();
      clearInterval(timer);
      await unsubscribe();
      for (const feed of feeds.values()) feed.close();
      feeds.clear();
    },
  };
};

const once = (run: () => void): (() => void) => {
  let hasRun = false;
  return () => {
    if (!hasRun) run();
    hasRun = true;
  };
};
