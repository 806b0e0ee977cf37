import { setTimeout as sleep } from 'node:timers/promises';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { databaseProbe } from '../../db/connection/databaseProbe.ts';
import type { Run } from '../../db/runs/runs.ts';
import { VERSION } from '../version.ts';
import type { Service } from './openService.ts';

export interface ServiceMetrics {
  readonly registry: Registry;
  /** Records a run that ended in this process. */
  readonly runEnded: (run: Run) => void;
  /** Records the delivery of an event, in milliseconds since its commit. */
  readonly eventDelivered: (lagMs: number) => void;
  /** Records the outcome of an attempt to deliver a webhook message. */
  readonly webhookSent: (outcome: 'delivered' | 'failed' | 'dead') => void;
  readonly watchSubscribers: (count: () => number) => void;
  readonly watchBackups: (newestAt: () => number) => void;
}

/** How long metrics wait for the database, so that they respond even when it does not. */
const PATIENCE_MS = 1_500;

const SECONDS = [0.1, 0.5, 1, 2, 5, 10, 30, 60, 120, 300, 600, 1800, 3600];
const LAGS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const GAPS = [0, 0.0001, 0.001, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1];

/** The metrics besides those of requests: the queue, runs, threads, caches, events, webhooks, the database and the process. */
export const openServiceMetrics = ({
  database,
  queue,
  pool,
  memory,
  ports: { webhooks, clock },
}: Service): ServiceMetrics => {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry, prefix: 'tidegate_' });
  const gauge = (name: string, help: string, read: () => number | Promise<number>): Gauge =>
    new Gauge({
      name: `tidegate_${name}`,
      help,
      registers,
      async collect() {
        this.set(await read());
      },
    });
  // Without the database the other metrics are still useful.
  const orAway = (figure: Promise<number>): Promise<number> =>
    Promise.race([figure.catch(() => -1), sleep(PATIENCE_MS, -1, { ref: false })]);
  gauge('queue_depth', 'Optimizations that are waiting, over all nodes; -1 when the database does not respond.', () =>
    orAway(queue.size()),
  );
  gauge(
    'queue_oldest_seconds',
    'Seconds that the oldest optimization has waited; 0 when none is waiting, -1 when the database does not respond.',
    () => orAway(queue.oldestSeconds()),
  );
  gauge(
    'webhook_oldest_seconds',
    'Seconds that the oldest webhook message has waited, over all nodes; 0 when none is waiting, -1 when the database does not respond.',
    () => orAway(webhooks.oldestWaiting().then((at) => (at === undefined ? 0 : (clock() - at) / 1000))),
  );
  gauge('pool_busy_threads', 'Solver threads that are busy.', () => pool.busyThreads);
  gauge('pool_threads', 'Solver threads at most.', () => pool.threads);
  gauge('cache_bytes', 'Bytes of plannings in the cache.', () => memory.used);
  gauge('cache_limit_bytes', 'The limit of the cache in bytes (CACHE_MEGABYTES).', () => memory.limit);
  const answers = databaseProbe(database, PATIENCE_MS);
  let roundTrip = 0;
  gauge('database_up', '1 when the database responds, 0 when it does not.', async () => {
    const startedAt = performance.now();
    const isUp = await answers();
    roundTrip = (performance.now() - startedAt) / 1000;
    return isUp ? 1 : 0;
  });
  gauge('database_round_trip_seconds', 'Seconds that the latest trivial query took.', () => roundTrip);
  new Gauge({ name: 'tidegate_build_info', help: 'Version of this node.', labelNames: ['version'], registers }).set(
    { version: VERSION },
    1,
  );
  const lag = new Histogram({
    name: 'tidegate_event_lag_seconds',
    help: 'Seconds from the commit of a change to the sending of its events.',
    buckets: LAGS,
    registers,
  });
  const webhookMessages = new Counter({
    name: 'tidegate_webhook_attempts_total',
    help: 'Attempts to deliver webhook messages; dead ones were given up after a day.',
    labelNames: ['outcome'],
    registers,
  });
  // Counters start at 0 instead of being absent, so that the first increase is visible.
  for (const outcome of ['delivered', 'failed', 'dead']) webhookMessages.inc({ outcome }, 0);
  return {
    registry,
    eventDelivered: (lagMs) => lag.observe(lagMs / 1000),
    webhookSent: (outcome) => webhookMessages.inc({ outcome }),
    watchSubscribers: (count) => void gauge('event_subscribers', 'Subscriptions to live events.', count),
    watchBackups: (newestAt) =>
      void gauge(
        'backup_timestamp_seconds',
        'Unix time of the newest verified backup; 0 when there is none.',
        () => newestAt() / 1000,
      ),
    runEnded: runMetrics(registers),
  };
};

/** The metrics of runs that ended in this process. */
const runMetrics = (registers: Registry[]): ServiceMetrics['runEnded'] => {
  const labelNames = ['solver', 'status'];
  const seconds = new Histogram({
    name: 'tidegate_run_seconds',
    help: 'Seconds from the start of an optimization to its end.',
    labelNames,
    buckets: SECONDS,
    registers,
  });
  const gap = new Histogram({
    name: 'tidegate_run_gap',
    help: 'Gap between the plan that was found and the proven bound, if one is known.',
    labelNames: ['solver'],
    buckets: GAPS,
    registers,
  });
  const score = new Gauge({
    name: 'tidegate_run_score',
    help: 'Score of the plan that the latest optimization found.',
    labelNames: ['solver'],
    registers,
  });
  const speed = new Gauge({
    name: 'tidegate_run_moves_per_second',
    help: 'Iterations a second of the latest optimization.',
    labelNames: ['solver'],
    registers,
  });
  const skipped = new Counter({
    name: 'tidegate_run_skipped_moves_total',
    help: 'Moves of plans that no longer fit when they were applied.',
    labelNames: ['solver'],
    registers,
  });
  return ({ solver, status, startedAt, finishedAt, after, progress, applied }) => {
    if (startedAt !== null && finishedAt !== null) seconds.observe({ solver, status }, (finishedAt - startedAt) / 1000);
    const found = after as { readonly score?: { readonly total: number }; readonly gap?: number | null } | null;
    if (found?.gap != null) gap.observe({ solver }, found.gap);
    if (found?.score !== undefined) score.set({ solver }, found.score.total);
    const { iterations, elapsedSeconds } = (progress ?? {}) as { iterations?: number; elapsedSeconds?: number };
    if (iterations !== undefined && elapsedSeconds) speed.set({ solver }, iterations / elapsedSeconds);
    const dropped = (applied as { readonly skipped?: readonly unknown[] } | null)?.skipped?.length ?? 0;
    if (dropped > 0) skipped.inc({ solver }, dropped);
  };
};
