import { hostname } from 'node:os';
import { type Span, SpanKind } from '@opentelemetry/api';
import type { Logger } from 'pino';
import type { AbandonedJob } from '../../db/queue/queue.ts';
import type { Run } from '../../db/runs/runs.ts';
import { executeRun, STALE_MS } from '../../schedule/runs/executeRun.ts';
import { beforeOf } from '../../schedule/runs/foundPlan.ts';
import { failOverdue } from '../../schedule/runs/externalResult.ts';
import type { Config } from '../config.ts';
import type { Service } from './openService.ts';
import type { ServiceMetrics } from './serviceMetrics.ts';
import { continueTrace, inSpan } from './spans.ts';

/** Signals wake the loop; this finds what they did not tell, such as tasks whose worker died. */
const POLL_MS = 1000;
/** External results are overdue by minutes or days. */
const OVERDUE_MS = 10_000;

export interface WorkLoopOptions {
  /** Runs at a time. */
  readonly slots: number;
  /** Runs of one organization at a time, over all nodes. */
  readonly perOrganization: number;
  /** How long a run goes on while another organization waits. */
  readonly sliceMs?: number;
  readonly log: Logger;
  /** Called with each task that ended here. */
  readonly onEnded?: (run: Run) => void;
}

export const workLoopOptions = (config: Config, log: Logger, metrics: ServiceMetrics): WorkLoopOptions => ({
  slots: config.RUNS_AT_A_TIME,
  perOrganization: config.ORGANIZATION_RUNS,
  sliceMs: config.RUN_SLICE_SECONDS * 1000,
  log,
  onEnded: metrics.runEnded,
});

export interface WorkLoop {
  /** Takes no further job and waits for those it has: they end early, and another worker goes on with them. */
  stop(): Promise<void>;
}

/**
 * Takes optimizations off the queue, at most `slots` at a time. Also takes over tasks whose worker died or let them go: those have no heartbeat
 * any more. A job stays handed out until its task has ended, wherever that is.
 */
export const startWorkLoop = async (
  { queue, signals, ports, caches }: Service,
  { slots, perOrganization, sliceMs = Number.POSITIVE_INFINITY, log, onEnded = () => {} }: WorkLoopOptions,
): Promise<WorkLoop> => {
  const worker = `${hostname()}:${process.pid}`;
  const stopping = new AbortController();
  const running = new Map<string, Promise<void>>();
  let looking: Promise<void> | null = null;
  let again = false;
  let overdueAt = 0;

  const carryOut = (job: AbandonedJob): Promise<void> =>
    continueTrace(job.trace, () =>
      inSpan('optimization', { 'tidegate.task': job.task }, (span) => solveJob(job, span), SpanKind.CONSUMER),
    );

  const solveJob = async ({ id, task, requestId }: AbandonedJob, span: Span): Promise<void> => {
    const about = { task, requestId, worker };
    let isGivenBack = false;
    const slice = {
      milliseconds: sliceMs,
      othersWait: (organization: string) => queue.othersWait(organization, { perGroup: perOrganization }),
      onGivenBack: () => {
        isGivenBack = true;
      },
    };
    try {
      log.info(about, 'optimization taken');
      const run = await executeRun(ports, task, {
        worker,
        shutdown: stopping.signal,
        slice,
        instances: caches.instances,
      });
      if (run !== null) onEnded(run);
      const status = run?.status ?? 'left to others';
      span.setAttribute('tidegate.status', status);
      const whose = run === null ? {} : { planning: run.planning.id, user: run.createdBy };
      log.info({ ...about, ...whose, status }, 'optimization ended');
    } catch (error) {
      span.recordException(error as Error);
      log.error({ ...about, err: error }, 'optimization could not be carried out');
    }
    if (id !== null && (isGivenBack || (await isOver(task)))) await queue.complete(id).catch(() => {});
  };

  /** What is not over is taken for abandoned sooner or later. */
  const isOver = async (task: string): Promise<boolean> => {
    try {
      const status = (await ports.runs.get(task))?.status;
      return status !== 'STARTING' && status !== 'RUNNING';
    } catch {
      return false;
    }
  };

  const begin = (job: AbandonedJob): void => {
    const done = carryOut(job).finally(() => {
      running.delete(job.task);
      look();
    });
    running.set(job.task, done);
  };

  const takeWork = async (): Promise<void> => {
    const free = (): number => (stopping.signal.aborted ? 0 : slots - running.size);
    if (free() > 0) {
      for (const job of await queue.abandoned(STALE_MS, slots)) {
        if (free() > 0 && !running.has(job.task)) begin(job);
      }
    }
    while (free() > 0) {
      const [job] = await queue.fetch(1, { perGroup: perOrganization });
      if (job === undefined) break;
      begin(job);
    }
    if (ports.clock() - overdueAt < OVERDUE_MS) return;
    overdueAt = ports.clock();
    await failOverdue(ports);
  };

  const lookOn = async (): Promise<void> => {
    do {
      again = false;
      await takeWork().catch((error: unknown) => log.error({ err: error }, 'the queue did not answer'));
    } while (again && !stopping.signal.aborted);
    looking = null;
  };

  const look = (): void => {
    if (stopping.signal.aborted) return;
    again = looking !== null;
    looking ??= lookOn();
  };

  const unsubscribe = await signals.subscribe({
    // A run's progress makes signals, too: with every slot taken there is nothing to look for.
    onSignal: (signal) => {
      if (signal.kind === 'task' && running.size < slots && !running.has(signal.id)) look();
    },
    onReconnect: look,
  });
  const timer = setInterval(look, POLL_MS);
  return {
    async stop() {
      clearInterval(timer);
      await unsubscribe();
      stopping.abort();
      await looking;
      await Promise.allSettled(running.values());
    },
  };
};

/** Larger plannings are compiled when they are asked for: nobody is to wait for one that nobody wants. */
const MOST_OPERATIONS = 2_000;

/** Begins to load what the first run would wait for: the threads, and the planning that was worked on last. A failure shows in that run. */
export const warmUp = async (
  { pool, ports, caches }: Pick<Service, 'pool' | 'ports' | 'caches'>,
  log: Logger,
): Promise<void> => {
  try {
    await pool.warmUp();
    const planning = await ports.store.lastChanged();
    if (planning === undefined) return;
    const state = await ports.store.state({ planning });
    if (state.count('operation') > MOST_OPERATIONS) return;
    const instance = caches.instances.of(state);
    beforeOf(instance);
    await pool.warmUp(instance);
  } catch (error) {
    log.debug({ err: error }, 'what the first run needs is not ready');
  }
};
