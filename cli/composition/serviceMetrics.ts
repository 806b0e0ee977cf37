import { setTimeout as sleep } from 'node:timers/promises';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { databaseProbe } from '../../db/connection/databaseProbe.ts';
import type { Run } from '../../db/runs/runs.ts';
import { VERSION } from '../version.ts';
import type { Service } from './openService.ts';

export interface ServiceMetrics {
  readonly registry: Registry;
  /** Takes in a task that ended in this process. */
  readonly runEnded: (run: Run) => void;
  /** Milliseconds from commit to delivery. */
  readonly eventDelivered: (lagMs: number) => void;
  /** Takes in what came of a webhook's message. */
  readonly webhookSent: (outcome: 'delivered' | 'failed' | 'dead') => void;
  readonly watchSubscribers: (count: () => number) => void;
  readonly watchBackups: (newestAt: () => number) => void;
}

/** For the database, so that whoever watches hears in any case. */
const PATIENCE_MS = 1_500;

const SECONDS = [0.1, 0.5, 1, 2, 5, 10, 30, 60, 120, 300, 600, 1800, 3600];
const LAGS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const GAPS = [0, 0.0001, 0.001, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1];

/** What operators watch besides requests: the queue, runs, threads, events, the process itself. */
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
  // With the database away the other figures are still worth reading.
  const orAway = (figure: Promise<number>): Promise<number> =>
    Promise.race([figure.catch(() => -1), sleep(PATIENCE_MS, -1, { ref: false })]);
  gauge('queue_depth', 'Optimizations that wait, over all nodes; -1: the database does not answer.', () =>
    orAway(queue.size()),
  );
  gauge(
    'queue_oldest_seconds',
    'How long the oldest optimization has waited; 0: none waits; -1: the database does not answer.',
    () => orAway(queue.oldestSeconds()),
  );
  gauge(
    'webhook_oldest_seconds',
    'How long the oldest message of a webhook has waited, over all nodes; 0: none waits; -1: the database does not answer.',
    () => orAway(webhooks.oldestWaiting().then((at) => (at === undefined ? 0 : (clock() - at) / 1000))),
  );
  gauge('pool_busy_threads', 'Threads that solve.', () => pool.busyThreads);
  gauge('pool_threads', 'Threads that may solve.', () => pool.threads);
  gauge('cache_bytes', 'Memory of plannings that are kept at hand.', () => memory.used);
  gauge('cache_limit_bytes', 'Most that it may be (CACHE_MEGABYTES).', () => memory.limit);
  const answers = databaseProbe(database, PATIENCE_MS);
  let roundTrip = 0;
  gauge('database_up', '1: the database answers; 0: it does not.', async () => {
    const startedAt = performance.now();
    const isUp = await answers();
    roundTrip = (performance.now() - startedAt) / 1000;
    return isUp ? 1 : 0;
  });
  gauge('database_round_trip_seconds', 'How long the statement before took that asks for nothing.', () => roundTrip);
  new Gauge({ name: 'tidegate_build_info', help: 'Version of this node.', labelNames: ['version'], registers }).set(
    { version: VERSION },
    1,
  );
  const lag = new Histogram({
    name: 'tidegate_event_lag_seconds',
    help: 'From the commit of a change to the sending of its events.',
    buckets: LAGS,
    registers,
  });
  const webhookMessages = new Counter({
    name: 'tidegate_webhook_attempts_total',
    help: 'Attempts to tell subscribers of changes; dead: given up after a day.',
    labelNames: ['outcome'],
    registers,
  });
  // What never happened is 0, and not absent: an increase is seen from the first one on.
  for (const outcome of ['delivered', 'failed', 'dead']) webhookMessages.inc({ outcome }, 0);
  return {
    registry,
    eventDelivered: (lagMs) => lag.observe(lagMs / 1000),
    webhookSent: (outcome) => webhookMessages.inc({ outcome }),
    watchSubscribers: (count) => void gauge('event_subscribers', 'Subscriptions to live events.', count),
    watchBackups: (newestAt) =>
      void gauge(
        'backup_timestamp_seconds',
        'Time of the newest verified backup; 0: there is none.',
        () => newestAt() / 1000,
      ),
    runEnded: runMetrics(registers),
  };
};

/** What is told of each run that ended here. */
const runMetrics = (registers: Registry[]): ServiceMetrics['runEnded'] => {
  const labelNames = ['solver', 'status'];
  const seconds = new Histogram({
    name: 'tidegate_run_seconds',
    help: 'From the start of an optimization to its end.',
    labelNames,
    buckets: SECONDS,
    registers,
  });
  const gap = new Histogram({
    name: 'tidegate_run_gap',
    help: 'Distance of the plan found from the proven bound, where one is known.',
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
    help: 'Moves of a plan that no longer fitted when it was applied.',
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
