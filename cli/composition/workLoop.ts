import { asError } from '../../engine/messageOf.ts';
import { hostname } from 'node:os';
import { type Span, SpanKind } from '@opentelemetry/api';
import type { Logger } from 'pino';
import type { AbandonedJob } from '../../db/queue/queue.ts';
import type { Run } from '../../db/runs/runs.ts';
import { executeRun, STALE_MS } from '../../schedule/runs/executeRun.ts';
import { Lookout } from '../../schedule/lookout.ts';
import { tally } from '../../engine/objective/tally.ts';
import { failOverdue } from '../../schedule/runs/externalResult.ts';
import type { Config } from '../config.ts';
import type { Service } from './openService.ts';
import { PieceHelp } from './pieceHelp.ts';
import type { ServiceMetrics } from './serviceMetrics.ts';
import { continueTrace, inSpan } from './spans.ts';

/** Signals wake the loop. Polling finds what signals do not announce, such as tasks whose worker died. */
const POLL_MS = 1000;
/** How often overdue external runs are looked for, which are late by minutes or days. */
const OVERDUE_MS = 10_000;

export interface WorkLoopOptions {
  /** The most concurrent runs of this process. */
  readonly slots: number;
  /** The most concurrent runs of one organization, over all nodes. */
  readonly perOrganization: number;
  /** How long a run continues while another organization is waiting. */
  readonly sliceMs?: number;
  /** Whether idle threads solve pieces of other workers' runs. */
  readonly helps?: boolean;
  readonly log: Logger;
  /** Called with each run that ended in this process. */
  readonly onEnded?: (run: Run) => void;
}

export const workLoopOptions = (config: Config, log: Logger, metrics: ServiceMetrics): WorkLoopOptions => ({
  slots: config.RUNS_AT_A_TIME,
  perOrganization: config.ORGANIZATION_RUNS,
  sliceMs: config.RUN_SLICE_SECONDS * 1000,
  helps: config.HELP_RUNS,
  log,
  onEnded: metrics.runEnded,
});

export interface WorkLoop {
  /** Claims no further job, and waits for the running ones: they end early, and another worker continues them. */
  stop(): Promise<void>;
}

/**
 * Claims optimizations from the queue, at most `slots` at a time. Also takes over tasks that no longer have a heartbeat, because their worker died or
 * released them. A job stays claimed until its task has ended, on whichever node that is.
 */
export const startWorkLoop = async (service: Service, options: WorkLoopOptions): Promise<WorkLoop> => {
  const loop = new Worker(service, options);
  await loop.start();
  return loop;
};

class Worker implements WorkLoop {
  private readonly service: Service;
  private readonly options: WorkLoopOptions;
  private readonly name = `${hostname()}:${process.pid}`;
  private readonly help: PieceHelp | null;
  private readonly lookout: Lookout;
  private readonly running = new Map<string, Promise<void>>();
  private overdueAt = 0;
  private unsubscribe: () => Promise<void> = async () => {};
  private timer: NodeJS.Timeout | undefined;

  constructor(service: Service, options: WorkLoopOptions) {
    this.service = service;
    this.options = options;
    this.lookout = new Lookout(() =>
      this.takeWork().catch((error: unknown) =>
        options.log.error({ err: error }, 'reading the queue failed and is retried'),
      ),
    );
    const { pool, ports } = service;
    this.help =
      ports.pieces !== null && options.helps === true
        ? new PieceHelp({ pieces: ports.pieces, pool, worker: this.name, log: options.log })
        : null;
  }

  async start(): Promise<void> {
    this.unsubscribe = await this.service.signals.subscribe({
      // The progress of runs causes signals, too; with no free slot there is nothing to claim.
      onSignal: (signal) => {
        if (signal.kind === 'piece') this.help?.look();
        if (signal.kind === 'task' && this.free > 0 && !this.running.has(signal.id)) this.look();
      },
      onReconnect: () => this.look(),
    });
    this.timer = setInterval(() => this.look(), POLL_MS);
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.unsubscribe();
    await this.lookout.stop();
    await Promise.allSettled([...this.running.values(), this.help?.stop()]);
  }

  private get hasStopped(): boolean {
    return this.lookout.stopped.aborted;
  }

  /** How many further runs may start. */
  private get free(): number {
    return this.hasStopped ? 0 : this.options.slots - this.running.size;
  }

  private look(): void {
    this.lookout.look();
  }

  private async takeWork(): Promise<void> {
    const { queue, ports } = this.service;
    const { slots, perOrganization } = this.options;
    if (this.free > 0) {
      for (const job of await queue.abandoned(STALE_MS, slots)) {
        if (this.free > 0 && !this.running.has(job.task)) this.begin(job);
      }
    }
    while (this.free > 0) {
      const [job] = await queue.fetch(1, { perGroup: perOrganization });
      if (job === undefined) break;
      this.begin(job);
    }
    this.help?.look();
    if (ports.clock() - this.overdueAt < OVERDUE_MS) return;
    this.overdueAt = ports.clock();
    await failOverdue(ports);
  }

  private begin(job: AbandonedJob): void {
    this.help?.giveWay();
    this.running.set(job.task, this.attempt(job));
  }

  private async attempt(job: AbandonedJob): Promise<void> {
    const hasFailed = await continueTrace(job.trace, () =>
      inSpan('optimization', { 'tidegate.task': job.task }, (span) => this.carryOut(job, span), SpanKind.CONSUMER),
    );
    this.running.delete(job.task);
    // Without a write to the database, every attempt fails at once, so the next one waits for the poll.
    if (!hasFailed) this.look();
  }

  /** Whether it failed without a result, so that the task is still there to be claimed. */
  private async carryOut({ id, task, requestId }: AbandonedJob, span: Span): Promise<boolean> {
    const { queue, ports, caches } = this.service;
    const { perOrganization, sliceMs = Number.POSITIVE_INFINITY, log, onEnded = () => {} } = this.options;
    const about = { task, requestId, worker: this.name };
    let [isGivenBack, hasFailed] = [false, false];
    const slice = {
      milliseconds: sliceMs,
      othersWait: (organization: string) => queue.othersWait(organization, { perGroup: perOrganization }),
      onGivenBack: () => {
        isGivenBack = true;
      },
    };
    try {
      log.info(about, 'optimization claimed');
      const run = await executeRun(ports, task, {
        worker: this.name,
        shutdown: this.lookout.stopped,
        slice,
        instances: caches.instances,
        onFault: (error) => {
          span.recordException(asError(error));
          log.error({ ...about, err: error }, 'a solver failed');
        },
      });
      if (run !== null) onEnded(run);
      const status = run?.status ?? 'left to another worker';
      span.setAttribute('tidegate.status', status);
      const whose = run === null ? {} : { planning: run.planning.id, user: run.createdBy };
      log.info({ ...about, ...whose, status }, 'optimization ended');
    } catch (error) {
      hasFailed = true;
      span.recordException(asError(error));
      log.error({ ...about, err: error }, 'the optimization failed unexpectedly');
    }
    if (id !== null && (isGivenBack || (await this.isOver(task)))) await queue.complete(id).catch(() => {});
    return hasFailed;
  }

  /** Whether the task has ended. One that has not is found later as abandoned, so a failed look-up counts as false. */
  private async isOver(task: string): Promise<boolean> {
    try {
      const status = (await this.service.ports.runs.get(task))?.status;
      return status !== 'STARTING' && status !== 'RUNNING';
    } catch {
      return false;
    }
  }
}

/** Larger plannings are compiled only on request, so that nobody has to wait for one that is not needed. */
const MOST_OPERATIONS = 2_000;

/**
 * Loads what the first run would have to wait for: the solver threads, and the planning that was changed last. Failures are only logged: the run
 * repeats them.
 */
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
    tally(instance, instance.placed);
    await pool.warmUp(instance);
  } catch (error) {
    log.debug({ err: error }, 'warming up the solver failed');
  }
};
