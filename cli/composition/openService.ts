import type { OpenDatabase } from '../../db/connection/openDatabase.ts';
import { openSharedClock, type SharedClock } from '../../db/databaseClock.ts';
import { openQueue, type Queue } from '../../db/queue/queue.ts';
import { openSignals } from '../../db/signals/openSignals.ts';
import type { Signals } from '../../db/signals/signals.ts';
import type { Accounts } from '../../db/accounts/accounts.ts';
import { openAccounts } from '../../db/accounts/openAccounts.ts';
import { openIdempotency } from '../../db/accounts/openIdempotency.ts';
import { openMarks } from '../../db/runs/openMarks.ts';
import { openProposals } from '../../db/runs/openProposals.ts';
import { openRepairs } from '../../db/runs/openRepairs.ts';
import { openRuns } from '../../db/runs/openRuns.ts';
import { openPieces } from '../../db/runs/openPieces.ts';
import { openSearches } from '../../db/runs/openSearches.ts';
import { Budget } from '../../db/versions/lru.ts';
import { openWebhooks } from '../../db/webhooks/openWebhooks.ts';
import { openOutgoing } from '../../api/outgoing/outgoingFetch.ts';
import { openStore } from '../../db/versions/openStore.ts';
import pino, { type Logger } from 'pino';
import { newId } from '../../db/versions/newId.ts';
import { hashPassword } from '../../api/auth/password.ts';
import type { ConcurrencyLimiter } from '../../api/middleware/concurrencyLimiter.ts';
import { openLimiter } from '../../api/middleware/rateLimit.ts';
import { currentRequestId } from '../../api/requestScope.ts';
import type { Ports } from '../../schedule/ports.ts';
import { type Caches, createCaches, createSchedule, type Schedule } from '../../schedule/schedule.ts';
import { SolverPool } from '../../solvers/pool/pool.ts';
import type { Fault } from '../../solvers/pool/protocol.ts';
import type { Config } from '../config.ts';
import { VERSION } from '../version.ts';
import { namingPlace, openPlace } from './openPlace.ts';
import { postOn } from './postOn.ts';
import { openTracing } from './openTracing.ts';
import { openResolutions } from './resolutionPort.ts';
import { withLoggedRights } from './loggedRights.ts';
import { currentTrace } from './spans.ts';
import { describeSolvers, solveOn } from './solvePort.ts';
import { followTasks } from './taskSignals.ts';
import { withSpans } from './tracedStore.ts';

/** Everything below the edge, composed from the settings. */
export interface Service {
  readonly database: OpenDatabase;
  readonly accounts: Accounts;
  readonly schedule: Schedule;
  /** The caches of the schedule, which the event hub shares. */
  readonly caches: Caches;
  readonly ports: Ports;
  readonly queue: Queue;
  readonly signals: Signals;
  readonly pool: SolverPool;
  /** Limits the requests of the HTTP interface. The queues below it ask it which organizations are overloaded. */
  readonly limiter: ConcurrencyLimiter;
  /** How many threads were ended and replaced: because their heap reached its limit, or because they did not stop. */
  readonly replaced: Readonly<Record<'memory' | 'stuck', number>>;
  /** The memory budget of the caches, in bytes. */
  readonly memory: Pick<Budget, 'used' | 'limit'>;
  /** Ends runs early, and waits for threads and transactions. A second call has no effect. */
  close(): Promise<void>;
}

/**
 * Composes the service from the settings, and from a database that is already being opened. Throws StoreError `database_locked` when another process has
 * the data directory open.
 */
export const openService = async (
  config: Config,
  log: Logger = pino({ level: 'silent' }),
  opening: Promise<OpenDatabase> = openPlace(config),
): Promise<Service> => {
  const closers: (() => Promise<unknown>)[] = [async () => (await opening).close()];
  const close = async (): Promise<void> => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    const tracing = await openTracing(config, log);
    closers.push(() => tracing.close());
    const database = await opening;
    const clock = await openSharedClock(database);
    closers.push(async () => clock.close());
    const signals = openSignals(database);
    closers.push(() => signals.close());
    const queue = await namingPlace(config, () => openQueue(database));
    closers.push(() => queue.close());
    const tasks = await followTasks(signals);
    closers.push(() => tasks.close());
    const replaced = { memory: 0, stuck: 0 };
    const onRecycled = (fault: Fault): void => {
      replaced[fault.code === 'out_of_memory' ? 'memory' : 'stuck']++;
      log.error(fault, 'a thread was replaced');
    };
    const pool = new SolverPool({
      threads: config.THREADS,
      warm: 0,
      niceness: config.SOLVER_NICENESS,
      heapMegabytes: config.SOLVER_HEAP_MEGABYTES,
      onRecycled,
    });
    closers.push(() => pool.close());
    const limiter = limiterOf(config);
    const resolutions = openResolutions({ ...requestThreads(config), onRecycled, isOverloaded: overloadIn(limiter) });
    closers.push(() => resolutions.close());
    const { accounts, transaction } = withLoggedRights(
      { accounts: openAccounts(database), transaction: (run) => database.transaction(run) },
      log,
    );
    const memory = new Budget(config.CACHE_MEGABYTES * 2 ** 20);
    const parts = { database, clock, accounts, transaction, signals, queue, pool, replaced, limiter, memory };
    const ports = portsOf(config, { ...parts, tasks, resolutions });
    const caches = createCaches(ports, memory);
    return { ...parts, schedule: createSchedule(ports, caches), caches, ports, close };
  } catch (error) {
    await close();
    throw error;
  }
};

interface Parts extends Pick<Service, 'database' | 'accounts' | 'signals' | 'queue' | 'pool' | 'limiter'> {
  readonly clock: SharedClock;
  readonly memory: Budget;
  readonly transaction: Ports['transaction'];
  readonly resolutions: Ports['resolutions'];
  readonly tasks: Ports['signals'];
}

/** What the verbs of a schedule work with. */
const portsOf = (config: Config, parts: Parts): Ports => {
  const { database, clock, accounts, transaction, signals, tasks, queue, pool, resolutions, memory, limiter } = parts;
  const webhookLimits = webhookLimitsOf(config);
  return {
    store: withSpans(openStore(database, signals, { memory, isOverloaded: overloadIn(limiter) })),
    accounts,
    idempotency: openIdempotency(database),
    runs: openRuns(database, signals),
    proposals: openProposals(database),
    repairs: openRepairs(database, signals),
    searches: openSearches(database),
    pieces: database.place === 'server' ? openPieces(database, signals, VERSION) : null,
    marks: openMarks(database, signals),
    webhooks: openWebhooks(database),
    post: postOn(openOutgoing({ allow: config.OUTGOING_ALLOW, timeoutMs: webhookLimits.answerMs })),
    webhookLimits,
    transaction,
    signals: tasks,
    jobs: jobsOn(queue),
    solve: solveOn(pool, config.THREADS),
    resolutions,
    solvers: describeSolvers(),
    hashPassword,
    clock: () => clock.now(),
    ids: newId,
    limits: {
      runSeconds: config.MAX_RUN_SECONDS,
      queuedRuns: config.QUEUE_LIMIT,
      bulk: config.BULK_LIMIT,
      bodyBytes: config.BODY_LIMIT_BYTES,
    },
  };
};

const overloadIn =
  (limiter: ConcurrencyLimiter) =>
  (organization: string): boolean =>
    limiter.isGroupOverloaded(organization);

const limiterOf = (config: Config): ConcurrencyLimiter =>
  openLimiter({
    requestsAtOnce: config.REQUESTS_AT_ONCE,
    nodeRequestsAtOnce: config.NODE_REQUESTS_AT_ONCE,
    busyDelayMs: config.BUSY_DELAY_MILLISECONDS,
  });

const requestThreads = ({ THREADS, KEPT_PLANS_MEGABYTES }: Config) => ({
  threads: Math.max(1, THREADS - 1),
  keptMegabytes: KEPT_PLANS_MEGABYTES,
});

const jobsOn = (queue: Queue): Ports['jobs'] => ({
  enqueue: (sql, { run, organization }) =>
    queue.enqueue(sql, run, { group: organization, requestId: currentRequestId(), trace: currentTrace() }),
  withdraw: (run) => queue.withdraw(run),
  waiting: (organization, sql) => queue.waiting(organization, sql),
});

const HOUR_MS = 3_600_000;

const webhookLimitsOf = (config: Config): Ports['webhookLimits'] => ({
  aPlanning: config.WEBHOOKS,
  answerMs: config.WEBHOOK_SECONDS * 1000,
  retryMs: config.WEBHOOK_RETRY_HOURS * HOUR_MS,
  events: config.WEBHOOK_EVENTS,
  waiting: config.WEBHOOK_WAITING,
  keptMs: config.WEBHOOK_KEPT_DAYS * 24 * HOUR_MS,
});
