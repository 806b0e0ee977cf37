import { locate } from '../../schedule/access/authorize.ts';
import { readState } from '../../schedule/access/readState.ts';
import { createInstances } from '../../schedule/instances/instances.ts';
import type { Schedule } from '../../schedule/schedule.ts';
import type { Scope } from '../../schedule/types.ts';
import { PlanningFeed, type Subscriber } from './planningFeed.ts';
import type { EventSignal, EventSources } from './ports.ts';

const POLL_MS = 5_000;

/** One feed for each planning that somebody on this node listens to. */
export interface EventHub {
  /** Throws ScheduleError `not_found` for what the scope may not see, UnknownChange for `since`. Answers how to stop. */
  subscribe(scope: Scope, planning: string, subscriber: Subscriber, since: string | null): Promise<() => void>;
  /** Throws as soon as the scope may not listen any more. */
  authorize(scope: Scope, planning: string): Promise<unknown>;
  readonly subscriberCount: number;
  /** Called when the hub closes, before anything else. */
  onClose(listener: () => void): void;
  close(): Promise<void>;
}

interface Warn {
  warn(fields: object, message: string): void;
}

export const openEventHub = async (schedule: Schedule, sources: EventSources, log: Warn): Promise<EventHub> => {
  const { store, runs, signals } = sources;
  const instances = createInstances(Date.now);
  const feeds = new Map<number, PlanningFeed>();
  let subscriberCount = 0;
  const closeListeners: (() => void)[] = [];

  const wake = (feed: PlanningFeed): void => {
    feed.wake().catch((error: unknown) => {
      const isGone = error instanceof Error && 'code' in error && error.code === 'planning_not_found';
      if (!isGone) log.warn({ err: error, planning: feed.planning.id }, 'events are late');
    });
  };
  const wakeAll = (): void => {
    for (const feed of feeds.values()) wake(feed);
  };
  const taskChanged = async (id: string): Promise<void> => {
    if (feeds.size === 0) return;
    const run = await runs.get(id);
    if (run === undefined) {
      for (const feed of feeds.values()) feed.task(id, null);
      return;
    }
    const feed = feeds.get(run.planning.key);
    if (feed === undefined) return;
    const { organization } = run.planning;
    const actor = { user: 'events', credential: 'events', memberships: [{ organization, role: 'viewer' as const }] };
    const scope = {
      actor,
      workspace: null,
      organization,
      ifMatch: null,
      source: 'api',
      message: null,
      idempotency: null,
    } as const;
    feed.task(id, await schedule.getRun(scope, run.planning.id, id));
  };
  const onSignal = (signal: EventSignal): void => {
    if (signal.kind === 'task') {
      taskChanged(signal.id).catch((error: unknown) => log.warn({ err: error, task: signal.id }, 'task event lost'));
      return;
    }
    const feed = feeds.get(signal.planning);
    if (feed !== undefined) wake(feed);
  };

  const stop = await signals.subscribe({ onSignal, onReconnect: wakeAll });
  const poll = setInterval(wakeAll, POLL_MS);
  poll.unref();

  return {
    get subscriberCount() {
      return subscriberCount;
    },
    async subscribe(scope, planning, subscriber, since) {
      const ref = await locate({ store }, scope, 'planning', planning, 'viewer');
      await readState({ store }, { workspace: subscriber.workspace }, ref);
      const feed = feeds.get(ref.key) ?? new PlanningFeed(ref, schedule, store, instances);
      feeds.set(ref.key, feed);
      subscriberCount++;
      let isStopped = false;
      const unsubscribe = (): void => {
        if (isStopped) return;
        isStopped = true;
        subscriberCount--;
        feed.unsubscribe(subscriber);
        if (feed.isIdle && feeds.get(ref.key) === feed) feeds.delete(ref.key);
      };
      try {
        await feed.subscribe(subscriber, since);
        return unsubscribe;
      } catch (error) {
        unsubscribe();
        throw error;
      }
    },
    authorize: (scope, planning) => locate({ store }, scope, 'planning', planning, 'viewer'),
    onClose: (listener) => void closeListeners.push(listener),
    async close() {
      for (const listener of closeListeners) listener();
      clearInterval(poll);
      await stop();
    },
  };
};
