import type { PlanningRef } from '../../db/store/planningState.ts';
import type { Run } from '../../db/store/runs.ts';
import type { SignalHandlers } from '../../db/signals/signals.ts';
import { locate, notFound } from '../access/authorize.ts';
import { readWorkspace } from '../access/readState.ts';
import type { LiveConflicts } from '../conflicts/liveConflicts.ts';
import type { Ports } from '../ports.ts';
import { runRecord } from '../records/runRecord.ts';
import { isOpen } from '../runs/runAccess.ts';
import type { Scope } from '../types.ts';
import { messageOf, PlanningFeed, type Sink, type Subscriber } from './planningFeed.ts';

export type { Sink } from './planningFeed.ts';

export interface SubscribeRequest {
  readonly planning: string;
  readonly workspace: string | null;
  /** Changeset id: what came after it is told first. */
  readonly since: string | null;
}

export interface Subscription {
  readonly planning: PlanningRef;
  stop(): void;
}

/** Live events of this node. */
export interface Events {
  /**
   * Sends `subscribed`, what came after `since` (or `reset`), `state`, and from then on every event, in order of change, each once. Throws
   * ScheduleError when there is no such planning, workspace or change for this actor.
   */
  subscribe(scope: Scope, request: SubscribeRequest, sink: Sink): Promise<Subscription>;
  /** Throws as soon as the actor may not listen to the planning any more. */
  authorize(scope: Scope, planning: string): Promise<unknown>;
  readonly subscriberCount: number;
  /** Called when events end, before anything else. */
  onClose(listener: () => void): void;
  close(): Promise<void>;
}

export interface EventsOptions {
  readonly signals: { subscribe(handlers: SignalHandlers): Promise<() => Promise<void>> };
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
const TASKS_KNOWN = 1000;

type EventPorts = Pick<Ports, 'store' | 'runs' | 'clock'>;

export const createEvents = async (ports: EventPorts, options: EventsOptions): Promise<Events> => {
  const { store, runs, clock } = ports;
  const { signals, conflicts, pollMs = POLL_MS, replayLimit = REPLAY_LIMIT } = options;
  const { onDelivered = () => {}, onFault = () => {} } = options;
  const feeds = new Map<number, PlanningFeed>();
  const tasks = new TaskNews(ports, feeds, onFault);

  const closeListeners: (() => void)[] = [];

  const feedOf = (planning: PlanningRef): PlanningFeed => {
    let feed = feeds.get(planning.key);
    if (feed === undefined) {
      feed = new PlanningFeed(planning, { store, conflicts, clock, onDelivered, onFault });
      feeds.set(planning.key, feed);
    }
    return feed;
  };

  const release = (feed: PlanningFeed, workspace: string | null): void => {
    if (!feed.release(workspace)) return;
    if (feeds.get(feed.planning.key) === feed) feeds.delete(feed.planning.key);
    feed.close();
  };

  const wakeAll = (): void => {
    for (const feed of feeds.values()) feed.wake();
  };
  const unsubscribe = await signals.subscribe({
    onSignal: (signal) => {
      if (feeds.size === 0) return;
      if (signal.kind === 'change') feeds.get(signal.planning)?.wake();
      else tasks.look(signal.id);
    },
    onReconnect: wakeAll,
  });
  const timer = setInterval(wakeAll, pollMs).unref();

  /** Open conflicts and live tasks of the subscriber's layer, as of the feed's head. */
  const stateMessage = async (feed: PlanningFeed, workspace: string | null): Promise<Buffer> => {
    const state = await feed.layer(workspace);
    const latest = await runs.list(feed.planning, { limit: TASKS_LOOKED_AT });
    const live = latest.filter((run) => isOpen(run) && (run.workspace === null || run.workspace === workspace));
    for (const run of live) tasks.know(run);
    return messageOf({
      type: 'state',
      planning: feed.planning.id,
      workspace,
      change: feed.head.id,
      conflicts: conflicts.at(state) ?? [],
      tasks: live.map(runRecord),
    });
  };

  /** From where the reader was to where the feed is; from then on it is told with the others. */
  const catchUp = async (
    feed: PlanningFeed,
    {
      workspace,
      since,
      from,
      sink,
    }: Pick<SubscribeRequest, 'workspace' | 'since'> & { from: number | null; sink: Sink },
  ): Promise<Subscriber> => {
    await feed.inTurn(async () => {
      await feed.advance();
      await feed.layer(workspace);
    });
    const subscriber: Subscriber = { workspace, sink, cursor: from ?? feed.head.change };
    const tell = (message: { readonly type: string; readonly change: string | null }): void =>
      sink.send(messageOf({ ...message, planning: feed.planning.id, workspace }));
    tell({ type: 'subscribed', change: since ?? feed.head.id });
    const reset = (): void => {
      subscriber.cursor = feed.head.change;
      subscriber.view = null;
      tell({ type: 'reset', change: feed.head.id });
    };
    if (feed.head.change - subscriber.cursor > replayLimit) reset();
    let isHere = true;
    while (subscriber.cursor < feed.head.change && isHere) {
      if (!(await feed.replay(subscriber))) reset();
      isHere = await sink.ready();
    }
    if (isHere) {
      await feed.inTurn(async () => {
        await feed.advance();
        while (subscriber.cursor < feed.head.change) if (!(await feed.replay(subscriber))) reset();
        sink.send(await stateMessage(feed, workspace));
        feed.subscribers.add(subscriber);
      });
    }
    return subscriber;
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
    async subscribe(scope, { planning, workspace, since }, sink) {
      const ref = await locate(ports, scope, 'planning', planning, 'viewer');
      if (workspace !== null) await readWorkspace(ports, ref, workspace);
      const from = since === null ? null : await positionOf(ref, since);
      const feed = feedOf(ref);
      feed.retain(workspace);
      try {
        const subscriber = await catchUp(feed, { workspace, since, from, sink });
        return {
          planning: ref,
          stop: once(() => {
            feed.subscribers.delete(subscriber);
            release(feed, workspace);
          }),
        };
      } catch (error) {
        release(feed, workspace);
        throw error;
      }
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

const kindOf = (run: Run): string => (isOpen(run) ? 'progress' : 'updated');

/** Looks a signalled task up, once at a time each, and tells its planning's readers. */
class TaskNews {
  private readonly ports: EventPorts;
  private readonly feeds: ReadonlyMap<number, PlanningFeed>;
  private readonly onFault: (error: unknown) => void;
  /** What was told last, the latest used last: of a deleted task that is all that is known. */
  private readonly known = new Map<
    string,
    Pick<Run, 'planning' | 'workspace' | 'status'> & { readonly text: string }
  >();
  private readonly looking = new Map<string, boolean>();

  constructor(ports: EventPorts, feeds: ReadonlyMap<number, PlanningFeed>, onFault: (error: unknown) => void) {
    this.ports = ports;
    this.feeds = feeds;
    this.onFault = onFault;
  }

  /** Answers whether that is new. */
  know(run: Run): boolean {
    const { id, planning, workspace, status } = run;
    const text = JSON.stringify(runRecord(run));
    const isNew = this.known.get(id)?.text !== text;
    this.known.delete(id);
    this.known.set(id, { planning, workspace, status, text });
    for (const oldest of this.known.keys()) {
      if (this.known.size <= TASKS_KNOWN) break;
      this.known.delete(oldest);
    }
    return isNew;
  }

  look(id: string): void {
    const isUnderWay = this.looking.has(id);
    this.looking.set(id, isUnderWay);
    if (isUnderWay) return;
    this.lookOn(id)
      .catch(this.onFault)
      .finally(() => this.looking.delete(id));
  }

  private async lookOn(id: string): Promise<void> {
    do {
      this.looking.set(id, false);
      const run = await this.ports.runs.get(id);
      const before = this.known.get(id);
      const place = run ?? before;
      if (place === undefined) continue;
      const type =
        run === undefined ? 'deleted' : run.status !== before?.status ? run.status.toLowerCase() : kindOf(run);
      if (run === undefined) this.known.delete(id);
      else if (!this.know(run)) continue;
      const feed = this.feeds.get(place.planning.key);
      await feed?.inTurn(async () => feed.tellRun(type, id, place.workspace, run ?? null));
    } while (this.looking.get(id) === true);
  }
}
