import { availableParallelism } from 'node:os';
import type { MessagePort } from 'node:worker_threads';
import type { Learned, LearningTask } from '../../engine/advice/learningTask.ts';
import type { Conflict } from '../../engine/conflicts/findConflicts.ts';
import type { PlanExplanation } from '../../engine/explain/explainPlan.ts';
import type { PlanReasons } from '../../engine/explain/planReasons.ts';
import { CompileError } from '../../engine/instance/compileError.ts';
import type { AnswerTo, Question } from '../../engine/metrics/analysis.ts';
import type { Resolution, ResolveOptions, Strategy } from '../../engine/strategies/strategy.ts';
import type { StressReport } from '../../engine/stress/stress.ts';
import type { Recycling } from './patience.ts';
import { SolveError } from './protocol.ts';
import type {
  Need,
  ResolutionJob,
  ResolutionMessage,
  ResolutionTask,
  Snapshot,
  SnapshotMessage,
  Uncompiled,
} from './resolutionProtocol.ts';
import { threadFile } from './threadFile.ts';
import { Threads } from './threads.ts';
import { TurnRefused, Turns, type TurnsOptions } from './turns.ts';

interface Job {
  /** Key of the snapshot; a thread that has a snapshot with this key need not receive it again. Null for one that is used once. */
  readonly key: string | null;
  /** The group that the request belongs to; groups take turns. */
  readonly group?: string;
  /** Ends the job early, with the result so far; its thread is free within 200 ms. */
  readonly signal?: AbortSignal;
}
type Request = Job & (Snapshot | Uncompiled);

export interface ResolveRequest extends Job, Snapshot {
  readonly part: number;
  readonly options?: Partial<ResolveOptions>;
  /** Time limit in milliseconds from the moment when a thread has the snapshot; default 2000. */
  readonly timeLimitMs?: number;
  /** Receives the part's conflicts, before any strategy. */
  readonly onConflicts?: (conflicts: readonly Conflict[]) => void;
  /** Receives each strategy that enters the list of the best; the strategies of the result are among them. */
  readonly onStrategy?: (strategy: Strategy, best: boolean) => void;
}

export interface StressRequest extends Job, Snapshot {
  readonly samples: number;
  readonly seed: number;
  readonly timeLimitMs?: number;
}

export type ExplainRequest = Request & ExplainOptions;

interface ExplainOptions {
  /** IANA time zone of the sentences. */
  readonly timezone?: string;
  /** Whether the placement is proven to be optimal. */
  readonly optimal?: boolean;
  /** The one part to explain; default: all parts that need a reason. */
  readonly part?: number;
  readonly timeLimitMs?: number;
}

export interface LearnRequest extends Job {
  readonly learning: LearningTask;
}

export type AnalyzeRequest<Q extends Question> = Request & { readonly question: Q };

const RESOLVE_LIMIT_MS = 2000;
const STRESS_LIMIT_MS = 30_000;
/** Milliseconds; parts without a reason by then are only counted. */
const EXPLAIN_LIMIT_MS = 5000;

/** Further threads, for groups without a running job while other groups hold every thread. */
const EXTRA_THREADS = 4;
/** Number of further threads that are kept ready, because starting one takes a second when the processors are busy. */
const SPARE_THREADS = 1;
const EXTRA_IDLE_MS = 30_000;
const DEFAULT_KEPT_MEGABYTES = 160;

export interface ResolutionPoolOptions extends Recycling, Pick<TurnsOptions, 'isOverloaded'> {
  readonly threads?: number;
  /** Memory of the plans that all threads together keep besides those in use. They stay there even after the calling thread has released them. */
  readonly keptMegabytes?: number;
  readonly worker?: URL;
}

/**
 * Threads for requests that a person waits for: strategies, stress tests and explanations. They are separate from the solvers' threads,
 * which may be busy for minutes. Groups take turns, and a group without a running job waits 50 ms at most, and not at all for overloaded groups, as long as
 * at most four such groups need a further thread.
 * Cancelling sets a shared flag; a thread is terminated only when it ignores its flag for ten seconds.
 */
export class ResolutionPool {
  private readonly threads: Threads<ResolutionJob>;
  private readonly turns: Turns;
  /** For each thread. */
  private readonly keptBytes: number;

  constructor(options: ResolutionPoolOptions = {}) {
    const { threads = Math.max(1, availableParallelism() - 1), keptMegabytes = DEFAULT_KEPT_MEGABYTES } = options;
    const { isOverloaded = () => false } = options;
    this.keptBytes = (keptMegabytes * 2 ** 20) / (threads + EXTRA_THREADS);
    this.turns = new Turns({ slots: threads, extraSlots: EXTRA_THREADS, isOverloaded });
    this.threads = new Threads(options, {
      filename: (options.worker ?? threadFile('resolutionWorker')).href,
      minThreads: threads + SPARE_THREADS,
      maxThreads: threads + EXTRA_THREADS,
      idleTimeout: EXTRA_IDLE_MS,
    });
  }

  /** Rejects with SolveError. */
  async resolve(request: ResolveRequest): Promise<Resolution> {
    const { part, options = {}, timeLimitMs = RESOLVE_LIMIT_MS, onConflicts, onStrategy } = request;
    const task = { kind: 'resolve', part, options, timeLimitMs } as const;
    const { resolution } = await this.run(request, task, 'resolved', (message) => {
      if (message.kind === 'conflicts') onConflicts?.(message.conflicts);
      else if (message.kind === 'strategy') onStrategy?.(message.strategy, message.best);
    });
    return resolution;
  }

  /** Rejects with SolveError. */
  async stress(request: StressRequest): Promise<StressReport> {
    const { samples, seed, timeLimitMs = STRESS_LIMIT_MS } = request;
    const { report } = await this.run(request, { kind: 'stress', samples, seed, timeLimitMs }, 'stressed');
    return report;
  }

  /**
   * Answers a question about a large plan that would block the event loop of the calling thread. Rejects with SolveError, and with
   * CompileError.
   */
  async analyze<Q extends Question>(request: AnalyzeRequest<Q>): Promise<AnswerTo<Q>> {
    const task = { kind: 'analyze', question: request.question, timeLimitMs: Number.POSITIVE_INFINITY } as const;
    const { answer } = await this.run(request, task, 'analyzed');
    return answer as AnswerTo<Q>;
  }

  /** Learns what a planner prefers from recorded choices. Rejects with SolveError. */
  async learn(request: LearnRequest): Promise<Learned> {
    const task = { kind: 'learn', learning: request.learning, timeLimitMs: Number.POSITIVE_INFINITY } as const;
    const { learned } = await this.run(request, task, 'learned');
    return learned;
  }

  /** Explains what the plan's score consists of, and why operations have no place or are in conflict. Rejects with SolveError. */
  async explain(request: ExplainRequest): Promise<PlanExplanation> {
    const { explanation } = await this.run(request, { kind: 'explain', ...explainTask(request) }, 'explained');
    return explanation;
  }

  /** Like explain, but returns only the reasons. Rejects with SolveError. */
  async reasons(request: ExplainRequest): Promise<PlanReasons> {
    const { reasons } = await this.run(request, { kind: 'reasons', ...explainTask(request) }, 'reasoned');
    return reasons;
  }

  /** Ends every job early, waits for them for at most a second, and terminates the threads. */
  close(): Promise<void> {
    return this.threads.close();
  }

  /** Resolves with the task's last message, which is of the kind `last`. */
  private async run<K extends ResolutionMessage['kind']>(
    request: Job | Request,
    task: ResolutionTask,
    last: K,
    onMessage: (message: ResolutionMessage) => void = () => {},
  ): Promise<Extract<ResolutionMessage, { kind: K }>> {
    const { key, signal, group = '' } = request;
    this.threads.ensureOpen();
    const giveBack = await this.turns.take(group, signal, REFUSABLE.has(task.kind)).catch((error: unknown) => {
      if (!(error instanceof TurnRefused)) throw error;
      const detail =
        'This server is overloaded: too many requests of this organization wait for a thread; try again later.';
      throw new SolveError({ code: 'queue_full', detail });
    });
    if (giveBack === null) throw new SolveError({ code: 'given_up', detail: 'The request was cancelled.' });
    try {
      this.threads.ensureOpen();
      const source = 'pieces' in request ? request.kept : null;
      const kept = source ? { key: source.key, version: source.version } : null;
      const message = await this.threads.run<ResolutionMessage>({
        job: (flag, port) => ({ key, kept, keptBytes: this.keptBytes, task, flag, port }),
        limitMs: task.timeLimitMs,
        signal,
        hear: async (message, port) => {
          if (message.kind === 'need') await postPlan(port, request as Request, message.need);
          else if (message.kind === 'unsound') throw new CompileError([...message.problems]);
          else onMessage(message);
          return message.kind === last;
        },
      });
      return message as Extract<ResolutionMessage, { kind: K }>;
    } finally {
      giveBack();
    }
  }
}

/** The jobs that are refused during an overload: those that a person asked for and can ask for again. Others are parts of larger work. */
const REFUSABLE: ReadonlySet<ResolutionTask['kind']> = new Set(['resolve', 'stress', 'reasons']);

/** Posts the snapshot, or the pieces of the document to compile. Rejects with the error of the source of the pieces. */
const postPlan = async (port: MessagePort, request: Snapshot | Uncompiled, need: Need): Promise<void> => {
  const post = (message: SnapshotMessage): void => port.postMessage(message);
  if (!('pieces' in request)) {
    const { instance, placement } = request;
    return post({ kind: 'snapshot', snapshot: { instance, placement } });
  }
  const kept = need.of === 'kept' ? request.kept : null;
  try {
    if (need.of === 'kept' && kept) {
      const { referenceTime } = kept;
      const overlay = kept.overlay();
      const since = need.have === null ? null : kept.since(need.have);
      if (since !== null) return post({ kind: 'edits', referenceTime, since, overlay });
      for await (const piece of kept.pieces()) post({ kind: 'piece', ...piece });
      return post({ kind: 'keep', referenceTime, overlay });
    }
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
