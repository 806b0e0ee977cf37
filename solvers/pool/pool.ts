import { availableParallelism } from 'node:os';
import { compile } from '../../engine/instance/compile.ts';
import type { Instance } from '../../engine/instance/instance.ts';
import type { KeptSearch } from '../../engine/instance/keptSearch.ts';
import { createExchangeBuffer, type Exchange } from '../exchange/exchange.ts';
import { gapReached } from './criteria.ts';
import { type Helpers, openLine } from './elsewhere.ts';
import { initialSolution } from '../initialSolution.ts';
import { countArraysApart } from './arrayMemory.ts';
import { findSolver, solvers } from '../registry.ts';
import type { SolverParameters } from '../solver.ts';
import { Merge, type PoolEvent, type PoolResult } from './merge.ts';
import { Overdue } from './overdue.ts';
import type { Recycling } from './patience.ts';
import type { Job, PieceJob, PieceMessage, RunMessage } from './protocol.ts';
import { rehearsal } from './rehearsal.ts';
import { threadFile } from './threadFile.ts';
import { Threads } from './threads.ts';
import { Turns } from './turns.ts';

const DEFAULT_PARAMETERS: SolverParameters = {
  gap: 0,
  seed: 1,
  stepLimit: null,
  timeLimitSeconds: 30,
  threads: 1,
};

export interface PoolRun {
  readonly instance: Instance;
  readonly solver: string;
  readonly parameters?: Partial<SolverParameters>;
  /** Plan to start from; default: the instance's current plan. */
  readonly initial?: Int32Array;
  /** What an earlier search of the planning left. */
  readonly kept?: KeptSearch | null;
  /** Receives events of all threads of the run: incumbents get strictly better and bounds only rise. */
  readonly onEvent?: (event: PoolEvent) => void;
  /** Ends the run early, with the best plan found so far. */
  readonly signal?: AbortSignal;
  /** Processes that solve pieces of the run, if it is divided into pieces. */
  readonly helpers?: Helpers;
}

export interface PoolOptions extends Recycling {
  readonly threads?: number;
  readonly warm?: number;
  /** How much higher the niceness of these threads is than that of their process. */
  readonly niceness?: number;
  /**
   * Limit of each thread's heap, in megabytes. A thread that needs more is terminated and replaced, and its run fails. Default: Node's
   * own limit.
   */
  readonly heapMegabytes?: number | undefined;
  /** The script that each thread runs. */
  readonly worker?: URL;
}

/** Milliseconds after which an idle thread that passed pieces on ends. */
const COURIER_IDLE_MS = 10_000;

/** Runs of the rehearsal after which V8 has compiled most of the code. */
const REHEARSALS = 2;

/**
 * Threads that run solvers. A run waits until a thread is free. Cancelling sets a shared flag; a thread is terminated only when it
 * ignores its flag for ten seconds.
 */
export class SolverPool {
  private readonly solving: Threads<Job | PieceJob>;
  /** Threads that pass pieces of runs on to other processes and mostly wait; they have no share of `threads`. */
  private readonly couriers: Threads<Job>;
  readonly threads: number;
  private readonly turns: Turns;
  private busy = 0;
  /** Busy threads whose run has ended, or whose piece is given back. They have been asked to stop, so that a run that starts now may count on them. */
  private leaving = 0;
  private warming = 0;

  constructor(options: PoolOptions = {}) {
    const { threads = availableParallelism(), warm = threads, niceness = 0, heapMegabytes } = options;
    countArraysApart();
    this.threads = threads;
    this.turns = new Turns({ slots: threads });
    const common = {
      filename: (options.worker ?? threadFile('worker')).href,
      maxThreads: threads,
      niceIncrement: niceness,
      resourceLimits: heapMegabytes === undefined ? {} : { maxOldGenerationSizeMb: heapMegabytes },
    };
    this.solving = new Threads(options, {
      ...common,
      minThreads: Math.min(warm, threads),
      idleTimeout: Number.POSITIVE_INFINITY,
    });
    this.couriers = new Threads(options, { ...common, minThreads: 0, idleTimeout: COURIER_IDLE_MS });
  }

  /** Threads that run a job. A thread that is only warmed up does not count. */
  get busyThreads(): number {
    return this.busy - this.warming;
  }

  /**
   * Starts the threads and lets each run the first steps of the default method, on `known` or on a generated planning, so that the
   * first run waits neither for code to load nor for its compilation, on the threads or here. Rejects with SolveError.
   */
  async warmUp(known?: Instance): Promise<void> {
    for (let rehearsed = 0; rehearsed < REHEARSALS; rehearsed++) {
      const instance = known ?? compile(rehearsal());
      await Promise.all(Array.from({ length: this.threads }, () => this.rehearse(instance)));
    }
  }

  private async rehearse(instance: Instance): Promise<void> {
    this.warming++;
    try {
      await this.run({ instance, solver: solvers[0].id, parameters: { stepLimit: 1 } });
    } finally {
      this.warming--;
    }
  }

  /** Rejects with SolveError. */
  async run(request: PoolRun): Promise<PoolResult> {
    this.solving.ensureOpen();
    const parameters = { ...DEFAULT_PARAMETERS, ...request.parameters };
    const told = new AbortController();
    const cancel = (): void => told.abort();
    if (request.signal?.aborted === true) cancel();
    request.signal?.addEventListener('abort', cancel, { once: true });
    const shares = this.share(request, parameters);
    this.busy += shares;
    let working = shares;
    let isOver = false;
    const merge = new Merge(request.onEvent ?? (() => {}), enoughFor(shares, parameters));
    const helpers = this.helpersFor(request);
    const couriers = helpers === null ? 0 : 1;
    const shared = shares + couriers > 1 ? createExchangeBuffer(request.instance) : null;
    const share = { request, parameters, told: told.signal, merge };
    const exchangeOf = (role: number): Exchange | null => shared && { role, threads: shares, couriers, shared };
    const runs = Array.from({ length: shares }, async (_, role) => {
      const giveBack = await this.turns.take('');
      try {
        if (!isOver) await this.runThread(this.solving, share, exchangeOf(role), null);
      } finally {
        giveBack?.();
        working--;
        this.busy--;
        if (isOver) this.leaving--;
      }
    });
    if (helpers !== null) runs.push(this.runThread(this.couriers, share, exchangeOf(shares), helpers));
    const ended = Promise.all(runs);
    const overdue = new Overdue(request.signal, parameters.timeLimitSeconds);
    try {
      merge.onStart = (seconds) => overdue.started(seconds);
      merge.onResult = () => overdue.hasResult();
      await Promise.race([ended, overdue.promise]);
      return merge.result(() => initialSolution(request.instance, request.initial ?? null));
    } finally {
      isOver = true;
      this.leaving += working;
      merge.close();
      overdue.clear();
      request.signal?.removeEventListener('abort', cancel);
      // Threads that still run have been asked to stop, and no caller needs their messages.
      cancel();
      ended.catch(() => {});
    }
  }

  /** Ends every run early, then the threads. Threads that do not react to their flag within a second (in WebAssembly) are terminated. */
  async close(): Promise<void> {
    await Promise.all([this.solving.close(), this.couriers.close()]);
  }

  /** Solves a piece of another process's run. Resolves with null when the signal was aborted first. Rejects with SolveError. */
  async solvePiece(solver: string, order: Uint8Array, signal: AbortSignal): Promise<Uint8Array | null> {
    this.solving.ensureOpen();
    let isLeaving = false;
    const leave = (): void => {
      isLeaving = true;
      this.leaving++;
    };
    this.busy++;
    const giveBack = await this.turns.take('', signal);
    try {
      if (giveBack === null || signal.aborted) return null;
      signal.addEventListener('abort', leave, { once: true });
      const { answer } = await this.solving.run<PieceMessage>({
        job: (flag, port) => ({ solver, order, flag, port }),
        limitMs: Number.POSITIVE_INFINITY,
        signal,
        hear: () => true,
      });
      return answer;
    } finally {
      signal.removeEventListener('abort', leave);
      giveBack?.();
      this.busy--;
      if (isLeaving) this.leaving--;
    }
  }

  /** The processes that may solve pieces of the run; null when the run is not divided into any. */
  private helpersFor({ helpers, solver, instance }: PoolRun): Helpers | null {
    return helpers !== undefined && findSolver(solver)?.pieces?.divides(instance) === true ? helpers : null;
  }

  /** Returns the number of threads for a run; one under a step limit if the result would depend on it. */
  private share({ solver: id, instance }: PoolRun, { stepLimit, threads }: SolverParameters): number {
    const solver = findSolver(id);
    if (solver?.usesThreads !== true) return 1;
    if (stepLimit !== null && solver.repeatsOnThreads?.(instance) !== true) return 1;
    return Math.max(1, Math.min(threads, this.threads - this.busy + this.leaving));
  }

  private async runThread(
    threads: Threads<Job>,
    { request, parameters, told, merge }: Share,
    exchange: Exchange | null,
    helpers: Helpers | null,
  ): Promise<void> {
    const { instance, solver, initial = null, kept = null } = request;
    const line = helpers === null ? null : openLine(helpers, told);
    await threads.run<RunMessage>({
      job: (flag, port) => ({ instance, solver, parameters, initial, kept, flag, exchange, helpers: line, port }),
      ports: line === null ? [] : [line.port],
      limitMs: parameters.timeLimitSeconds * 1000,
      signal: told,
      hear: (message) => merge.take(message, exchange?.role ?? 0),
    });
  }
}

/**
 * Whether a run on so many threads may end at a cost and a bound that two of them have found: a thread that is building a model meanwhile takes long
 * to notice. A single thread decides for itself, and so does the first thread under a step limit, so that the run can be repeated.
 */
const enoughFor = (threads: number, { gap, stepLimit }: SolverParameters) => {
  const mayEnd = threads > 1 && stepLimit === null;
  const isReached = gapReached(gap);
  return (cost: number, bound: number | null): boolean => mayEnd && isReached({ seconds: 0, steps: 0, cost, bound });
};

/** What the threads of a run have in common. */
interface Share {
  readonly request: PoolRun;
  readonly parameters: SolverParameters;
  /** Aborted when the run has ended or is to end early. */
  readonly told: AbortSignal;
  readonly merge: Merge;
}
