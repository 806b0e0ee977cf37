import { entriesOf, memberOf } from '../../engine/recordOf.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { databaseProbe } from '../../db/connection/databaseProbe.ts';
import type { Run } from '../../db/runs/runs.ts';
import { PAUSE_REASONS } from '../../schedule/entities/repairPolicy.ts';
import type { RepairRound } from '../../schedule/repairs/repairPlanning.ts';
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
  /** Records what the standing repair did in one planning. */
  readonly repaired: (round: RepairRound) => void;
  readonly watchSubscribers: (count: () => number) => void;
  readonly watchBackups: (newestAt: () => number) => void;
}

/** How long metrics wait for the database, so that they respond even when it does not. */
const PATIENCE_MS = 1_500;

const SECONDS = [0.1, 0.5, 1, 2, 5, 10, 30, 60, 120, 300, 600, 1800, 3600];
const LAGS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const GAPS = [0, 0.0001, 0.001, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1];

/**
 * The metrics besides those of requests: the queue, runs, threads, caches, events, webhooks, the database and the process. `solves` says whether this
 * process takes optimizations.
 */
export const openServiceMetrics = (service: Service, solves = true): ServiceMetrics => {
  const { pool, memory } = service;
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry, prefix: 'tidegate_' });
  const gauge = gaugesIn(registers);
  databaseMetrics(gauge, service);
  waitingMetrics(gauge, service);
  gauge('pool_busy_threads', 'Solver threads that are busy.', () => pool.busyThreads);
  gauge('pool_threads', 'Solver threads at most; 0 where optimizations are left to workers.', () =>
    solves ? pool.threads : 0,
  );
  replacedThreads(registers, service);
  gauge('cache_bytes', 'Bytes of plannings in the cache.', () => memory.used);
  gauge('cache_limit_bytes', 'The limit of the cache in bytes (CACHE_MEGABYTES).', () => memory.limit);
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
  return {
    registry,
    eventDelivered: (lagMs) => lag.observe(lagMs / 1000),
    webhookSent: webhookMetrics(registers),
    watchSubscribers: (count) => void gauge('event_subscribers', 'Subscriptions to live events.', count),
    watchBackups: (newestAt) =>
      void gauge(
        'backup_timestamp_seconds',
        'Unix time of the newest verified backup; 0 when there is none.',
        () => newestAt() / 1000,
      ),
    repaired: repairMetrics(registers),
    runEnded: runMetrics(
      registers,
      service.ports.solvers.map(({ id }) => id),
    ),
  };
};

type AddGauge = (name: string, help: string, read: () => number | Promise<number>) => Gauge;

const gaugesIn =
  (registers: Registry[]): AddGauge =>
  (name, help, read) =>
    new Gauge({
      name: `tidegate_${name}`,
      help,
      registers,
      async collect() {
        this.set(await read());
      },
    });

/** Threads that were ended and replaced. */
const replacedThreads = (registers: Registry[], { replaced }: Service): Counter =>
  new Counter({
    name: 'tidegate_pool_threads_replaced_total',
    help: 'Threads that were ended and replaced: memory, because their heap reached its limit (SOLVER_HEAP_MEGABYTES); stuck, because they did not stop.',
    labelNames: ['reason'],
    registers,
    collect() {
      this.reset();
      for (const [reason, count] of entriesOf(replaced)) this.inc({ reason }, count);
    },
  });

/** Whether and how fast the database responds. */
const databaseMetrics = (gauge: AddGauge, { database }: Service): void => {
  const answers = databaseProbe(database, { patienceMs: PATIENCE_MS });
  const ask = async (): Promise<{ readonly isUp: boolean; readonly seconds: number }> => {
    const startedAt = performance.now();
    const isUp = await answers();
    return { isUp, seconds: (performance.now() - startedAt) / 1000 };
  };
  // Both figures of one reading come from one query.
  let asked = ask;
  gauge('database_up', '1 when the database responds, 0 when it does not.', async () => {
    const asking = ask();
    asked = () => asking;
    return (await asking).isUp ? 1 : 0;
  });
  gauge(
    'database_round_trip_seconds',
    'Seconds that the latest trivial query took.',
    async () => (await asked()).seconds,
  );
};

/** What waits in the database, over all nodes. */
const waitingMetrics = (gauge: AddGauge, { queue, ports: { webhooks, repairs, clock } }: Service): void => {
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
  gauge(
    'repair_paused_plannings',
    'Plannings in which the standing repair paused itself; -1 when the database does not respond.',
    () => orAway(repairs.paused()),
  );
};

/** The metrics of webhook messages that this process sent. */
const webhookMetrics = (registers: Registry[]): ServiceMetrics['webhookSent'] => {
  const webhookMessages = new Counter({
    name: 'tidegate_webhook_attempts_total',
    help: 'Attempts to deliver webhook messages; dead ones were given up after WEBHOOK_RETRY_HOURS.',
    labelNames: ['outcome'],
    registers,
  });
  // Counters start at 0 instead of being absent, so that the first increase is visible.
  for (const outcome of ['delivered', 'failed', 'dead']) webhookMessages.inc({ outcome }, 0);
  return (outcome) => webhookMessages.inc({ outcome });
};

/** The metrics of runs that ended in this process. */
const runMetrics = (registers: Registry[], solvers: readonly string[]): ServiceMetrics['runEnded'] => {
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
    name: 'tidegate_run_iterations_per_second',
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
  // These start at 0 as well. Otherwise the first failure on each node would not be an increase, and alerts would miss it.
  for (const solver of solvers) {
    seconds.zero({ solver, status: 'FAILED' });
    skipped.inc({ solver }, 0);
  }
  return ({ solver, status, startedAt, finishedAt, after, progress, applied }) => {
    if (startedAt !== null && finishedAt !== null) seconds.observe({ solver, status }, (finishedAt - startedAt) / 1000);
    const [reached, total] = [memberOf(after, 'gap'), memberOf(after, 'score', 'total')];
    if (typeof reached === 'number') gap.observe({ solver }, reached);
    if (typeof total === 'number') score.set({ solver }, total);
    const [iterations, elapsed] = [memberOf(progress, 'iterations'), memberOf(progress, 'elapsedSeconds')];
    if (typeof iterations === 'number' && typeof elapsed === 'number' && elapsed > 0) {
      speed.set({ solver }, iterations / elapsed);
    }
    const dropped = memberOf(applied, 'skipped');
    if (Array.isArray(dropped) && dropped.length > 0) skipped.inc({ solver }, dropped.length);
  };
};

/** The metrics of the standing repair in this process. */
const repairMetrics = (registers: Registry[]): ServiceMetrics['repaired'] => {
  const repairs = new Counter({
    name: 'tidegate_repairs_total',
    help: 'Repairs by outcome; unrepaired counts conflicts without a repair, once for each time that one was looked for.',
    labelNames: ['outcome'],
    registers,
  });
  const latency = new Histogram({
    name: 'tidegate_repair_latency_seconds',
    help: 'Seconds from the commit of a change to the repairs that were proposed for it.',
    buckets: LAGS,
    registers,
  });
  const pauses = new Counter({
    name: 'tidegate_repair_pauses_total',
    help: 'How often the standing repair paused itself, by reason.',
    labelNames: ['reason'],
    registers,
  });
  const outcomes = ['proposed', 'applied', 'stale', 'unrepaired'] as const;
  for (const outcome of outcomes) repairs.inc({ outcome }, 0);
  for (const reason of PAUSE_REASONS) pauses.inc({ reason }, 0);
  return (round) => {
    for (const outcome of outcomes) repairs.inc({ outcome }, round[outcome]);
    if (round.latencyMs !== null) latency.observe(round.latencyMs / 1000);
    if (round.paused !== null) pauses.inc({ reason: round.paused });
  };
};
