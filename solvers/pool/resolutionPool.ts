import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { Piscina } from 'piscina';
import type { Conflict } from '../../engine/conflicts/findConflicts.ts';
import type { PlanExplanation } from '../../engine/explain/explainPlan.ts';
import type { PlanReasons } from '../../engine/explain/planReasons.ts';
import { CompileError } from '../../engine/instance/compileError.ts';
import type { AnswerTo, Question } from '../../engine/metrics/analysis.ts';
import type { Resolution, ResolveOptions, Strategy } from '../../engine/strategies/strategy.ts';
import type { StressReport } from '../../engine/stress/stress.ts';
import { Patience, type Recycling } from './patience.ts';
import { SolveError } from './protocol.ts';
import type {
  ResolutionJob,
  ResolutionMessage,
  ResolutionTask,
  Snapshot,
  SnapshotMessage,
  Uncompiled,
} from './resolutionProtocol.ts';
import { Turns } from './turns.ts';
import { threadFile } from './threadFile.ts';

interface Job {
  /** Names the snapshot, so that a thread that has it need not get it again; null for one that is used once. */
  readonly key: string | null;
  /** Who asks: groups take turns. */
  readonly group?: string;
  /** Ends the job early, with what it has: its thread is free within 200 ms. */
  readonly signal?: AbortSignal;
}
type Request = Job & (Snapshot | Uncompiled);

export interface ResolveRequest extends Job, Snapshot {
  readonly part: number;
  readonly options?: Partial<ResolveOptions>;
  /** 2 000 when absent; counted from when a thread has the snapshot. */
  readonly timeLimitMs?: number;
  /** The part's conflicts, before any strategy. */
  readonly onConflicts?: (conflicts: readonly Conflict[]) => void;
  /** Strategies as they enter the list of the best; those of the answer are among them. */
  readonly onStrategy?: (strategy: Strategy, best: boolean) => void;
}

export interface StressRequest extends Job, Snapshot {
  readonly samples: number;
  readonly seed: number;
  readonly timeLimitMs?: number;
}

export type ExplainRequest = Request & ExplainOptions;

interface ExplainOptions {
  /** Of the sentences; IANA. */
  readonly timezone?: string;
  /** The placement is proven to be the best there is. */
  readonly optimal?: boolean;
  /** The one part that is asked about; all that need a reason when absent. */
  readonly part?: number;
  readonly timeLimitMs?: number;
}

export type AnalyzeRequest<Q extends Question> = Request & { readonly question: Q };

const RESOLVE_LIMIT_MS = 2000;
const STRESS_LIMIT_MS = 30_000;
/** What has no reason by then is counted alone. */
const EXPLAIN_LIMIT_MS = 5000;

/** Further threads, for groups that have nothing in work while others hold every thread. */
const EXTRA_THREADS = 4;
/** Of those, so many are kept ready: a thread's start takes a second where processors are busy. */
const SPARE_THREADS = 1;
const EXTRA_IDLE_MS = 30_000;
const CLOSE_MS = 1000;

/**
 * Threads that answer what somebody waits for: strategies and stress. Apart from the solvers' threads, which may be busy
 * for minutes. Groups take turns, and one that has nothing in work waits a quarter of a second at most while no more than four others do.
 * Cancelling sets a shared flag and never kills a thread, unless it ignores that for ten seconds.
 */
export class ResolutionPool {
  private readonly piscina: Piscina<ResolutionJob, void>;
  private readonly jobs = new Map<Int32Array, Patience>();
  private readonly turns: Turns;
  private readonly recycling: Recycling;
  private closed = false;

  constructor(options: Recycling & { readonly threads?: number; readonly worker?: URL } = {}) {
    const { threads = Math.max(1, availableParallelism() - 1) } = options;
    this.recycling = options;
    this.turns = new Turns({ slots: threads, extraSlots: EXTRA_THREADS });
    this.piscina = new Piscina<ResolutionJob, void>({
      filename: (options.worker ?? threadFile('resolutionWorker')).href,
      minThreads: threads + SPARE_THREADS,
      maxThreads: threads + EXTRA_THREADS,
      idleTimeout: EXTRA_IDLE_MS,
      concurrentTasksPerWorker: 1,
      execArgv: [],
      resourceLimits: { maxYoungGenerationSizeMb: 8 },
    });
  }

  /** Rejects with SolveError. */
  async resolve(request: ResolveRequest): Promise<Resolution> {
    const { part, options = {}, timeLimitMs = RESOLVE_LIMIT_MS, onConflicts, onStrategy } = request;
    const last = await this.run(request, { kind: 'resolve', part, options, timeLimitMs }, (message) => {
      if (message.kind === 'conflicts') onConflicts?.(message.conflicts);
      else if (message.kind === 'strategy') onStrategy?.(message.strategy, message.best);
    });
    if (last.kind !== 'resolved') throw unanswered();
    return last.resolution;
  }

  /** Rejects with SolveError. */
  async stress(request: StressRequest): Promise<StressReport> {
    const { samples, seed, timeLimitMs = STRESS_LIMIT_MS } = request;
    const last = await this.run(request, { kind: 'stress', samples, seed, timeLimitMs }, () => {});
    if (last.kind !== 'stressed') throw unanswered();
    return last.report;
  }

  /** What a large plan is asked that would hold up the thread that asks. Rejects with SolveError, and CompileError. */
  async analyze<Q extends Question>(request: AnalyzeRequest<Q>): Promise<AnswerTo<Q>> {
    const task = { kind: 'analyze', question: request.question, timeLimitMs: Number.POSITIVE_INFINITY } as const;
    const last = await this.run(request, task, () => {});
    if (last.kind !== 'analyzed') throw unanswered();
    return last.answer as AnswerTo<Q>;
  }

  /** What the plan's score consists of, and why operations have no place or are in conflict. Rejects with SolveError. */
  async explain(request: ExplainRequest): Promise<PlanExplanation> {
    const last = await this.run(request, { kind: 'explain', ...explainTask(request) }, () => {});
    if (last.kind !== 'explained') throw unanswered();
    return last.explanation;
  }

  /** The reasons alone. Rejects with SolveError. */
  async reasons(request: ExplainRequest): Promise<PlanReasons> {
    const last = await this.run(request, { kind: 'reasons', ...explainTask(request) }, () => {});
    if (last.kind !== 'reasoned') throw unanswered();
    return last.reasons;
  }

  /** Ends every job early, waits for them for a second, and ends the threads. */
  async close(): Promise<void> {
    this.closed = true;
    for (const flag of this.jobs.keys()) Atomics.store(flag, 0, 1);
    for (let waitedMs = 0; this.jobs.size > 0 && waitedMs < CLOSE_MS; waitedMs += 10) await sleep(10);
    await this.piscina.destroy();
  }

  private async run(
    request: Request,
    task: ResolutionTask,
    onMessage: (message: ResolutionMessage) => void,
  ): Promise<ResolutionMessage> {
    const { key, signal, group = '' } = request;
    if (this.closed) throw closedError();
    const giveBack = await this.turns.take(group, signal);
    if (giveBack === null) throw new SolveError({ code: 'given_up', detail: 'Nobody waits for the answer any more.' });
    const flag = new Int32Array(new SharedArrayBuffer(4));
    const patience = new Patience(this.recycling);
    const cancel = (): void => {
      Atomics.store(flag, 0, 1);
      patience.flagged();
    };
    signal?.addEventListener('abort', cancel, { once: true });
    this.jobs.set(flag, patience);
    const { port1, port2 } = new MessageChannel();
    try {
      if (this.closed) throw closedError();
      const spoken = new Promise<ResolutionMessage>((resolve, reject) => {
        port1.on('message', (message: ResolutionMessage) => {
          if (message.kind === 'need') tell(port1, request).catch(reject);
          else if (message.kind === 'unsound') reject(new CompileError([...message.problems]));
          else if (message.kind === 'started') patience.started(task.timeLimitMs);
          else if (message.kind === 'fault') reject(new SolveError(message.fault));
          else if (LAST.has(message.kind)) resolve(message);
          else onMessage(message);
        });
      });
      const options = { transferList: [port2], signal: patience.signal };
      const ended = this.piscina.run({ key, task, flag, port: port2 }, options).then(
        () => spoken,
        (error: unknown) => {
          throw patience.faultOf(error);
        },
      );
      spoken.catch(() => {});
      return await ended;
    } finally {
      patience.end();
      port1.close();
      this.jobs.delete(flag);
      signal?.removeEventListener('abort', cancel);
      giveBack();
    }
  }
}

const closedError = (): SolveError => new SolveError({ code: 'pool_closed', detail: 'The resolution pool is closed.' });

const LAST: ReadonlySet<ResolutionMessage['kind']> = new Set([
  'resolved',
  'stressed',
  'analyzed',
  'explained',
  'reasoned',
]);

/** The plan, or what it is made of. Rejects with what kept the pieces from being made. */
const tell = async (port: MessagePort, request: Snapshot | Uncompiled): Promise<void> => {
  const post = (message: SnapshotMessage): void => port.postMessage(message);
  if (!('pieces' in request)) {
    const { instance, placement } = request;
    return post({ kind: 'snapshot', snapshot: { instance, placement } });
  }
  try {
    for await (const piece of request.pieces()) post({ kind: 'piece', ...piece });
    post({ kind: 'compile', options: request.options });
  } catch (error) {
    post({ kind: 'none' });
    throw error;
  }
};

const explainTask = ({ timezone, part, optimal = false, timeLimitMs = EXPLAIN_LIMIT_MS }: ExplainOptions) => ({
  options: { optimal, ...(timezone === undefined ? {} : { timezone }), ...(part === undefined ? {} : { part }) },
  timeLimitMs,
});

const unanswered = (): SolveError =>
  new SolveError({ code: 'worker_lost', detail: 'The job ended without an answer.' });
