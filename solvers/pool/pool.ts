import { availableParallelism } from 'node:os';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { compile } from '../../engine/instance/compile.ts';
import type { Instance } from '../../engine/instance/instance.ts';
import type { KeptSearch } from '../../engine/instance/keptSearch.ts';
import type { Solution } from '../../engine/objective/score.ts';
import { createExchangeBuffer, type Exchange } from '../exchange/exchange.ts';
import { initialSolution } from '../initialSolution.ts';
import { findSolver, solvers } from '../registry.ts';
import type { SolveResult, SolverParameters } from '../solver.ts';
import { Patience, type Recycling } from './patience.ts';
import { type CheckedPoint, type Fault, type Job, SolveError, type WorkerMessage } from './protocol.ts';
import { rehearsal } from './rehearsal.ts';
import { Turns } from './turns.ts';
import { threadFile } from './threadFile.ts';

export const DEFAULT_PARAMETERS: SolverParameters = {
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
}

/** An event of a run. `seconds` counts from the start of the thread; costs and bounds are in hundredths. */
export type PoolEvent =
  | { readonly kind: 'incumbent'; readonly seconds: number; readonly solution: Solution; readonly bound: number | null }
  | { readonly kind: 'bound'; readonly seconds: number; readonly bound: number; readonly cost: number | null }
  | { readonly kind: 'progress'; readonly seconds: number; readonly iterations: number; readonly phase: string };

export interface PoolResult extends SolveResult {
  readonly seconds: number;
  /** The multipliers of the first thread; null if it did not end in time. */
  readonly prices: Float64Array | null;
  /** Null when no frontier was requested, or the method computes none. */
  readonly frontier: readonly CheckedPoint[] | null;
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

/** Runs of the rehearsal after which V8 has compiled most of the code. */
const REHEARSALS = 2;

/**
 * Threads that run solvers. A run waits until a thread is free. Cancelling sets a shared flag; a thread is terminated only when it
 * ignores its flag for ten seconds.
 */
export class SolverPool {
  private readonly piscina: Piscina<Job, void>;
  readonly threads: number;
  private readonly turns: Turns;
  private readonly recycling: Recycling;
  private busy = 0;
  private warming = 0;
  private closed = false;
  private readonly flags = new Set<Int32Array>();

  constructor(options: PoolOptions = {}) {
    const { threads = availableParallelism(), warm = threads, niceness = 0 } = options;
    this.threads = threads;
    this.turns = new Turns({ slots: threads });
    this.recycling = options;
    this.piscina = new Piscina<Job, void>({
      filename: (options.worker ?? threadFile('worker')).href,
      minThreads: Math.min(warm, threads),
      maxThreads: threads,
      idleTimeout: Number.POSITIVE_INFINITY,
      concurrentTasksPerWorker: 1,
      niceIncrement: niceness,
      execArgv: [],
      // Few objects of a solver live long, so with the default of 48 MB most of a thread's heap would be unused.
      resourceLimits: {
        maxYoungGenerationSizeMb: 8,
        ...(options.heapMegabytes === undefined ? {} : { maxOldGenerationSizeMb: options.heapMegabytes }),
      },
    });
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
    if (this.closed) throw new SolveError({ code: 'pool_closed', detail: 'The solver pool is closed.' });
    const parameters = { ...DEFAULT_PARAMETERS, ...request.parameters };
    const flag = new Int32Array(new SharedArrayBuffer(4));
    const told = new AbortController();
    const cancel = (): void => {
      Atomics.store(flag, 0, 1);
      told.abort();
    };
    if (request.signal?.aborted === true) cancel();
    request.signal?.addEventListener('abort', cancel, { once: true });
    this.flags.add(flag);
    const shares = this.share(request, parameters);
    this.busy += shares;
    const merge = new Merge(request.onEvent ?? (() => {}));
    const shared = shares > 1 ? createExchangeBuffer(request.instance) : null;
    const runs = Array.from({ length: shares }, async (_, role) => {
      try {
        const exchange: Exchange | null = shared === null ? null : { role, threads: shares, shared };
        await this.runThread(request, parameters, { flag, told: told.signal }, exchange, merge);
      } finally {
        this.busy--;
      }
    });
    const ended = Promise.all(runs);
    const overdue = new Overdue(request.signal, parameters.timeLimitSeconds);
    try {
      merge.onStart = (seconds) => overdue.started(seconds);
      merge.onLeaderDone = () => overdue.leaderDone();
      await Promise.race([ended, overdue.promise]);
      return merge.result(() => initialSolution(request.instance, request.initial ?? null));
    } finally {
      merge.close();
      overdue.clear();
      this.flags.delete(flag);
      request.signal?.removeEventListener('abort', cancel);
      // Threads that still run have been asked to stop, and no caller needs their messages.
      cancel();
      ended.catch(() => {});
    }
  }

  /** Ends every run early, then the threads. Threads that do not react to their flag within a second (in WebAssembly) are terminated. */
  async close(): Promise<void> {
    this.closed = true;
    for (const flag of this.flags) Atomics.store(flag, 0, 1);
    for (let waitedMs = 0; this.busy > 0 && waitedMs < CLOSE_MS; waitedMs += 10) await sleep(10);
    await this.piscina.destroy();
  }

  /** Returns the number of threads for a run. A run under a step limit gets one thread, so that it can be repeated exactly. */
  private share(request: PoolRun, parameters: SolverParameters): number {
    if (parameters.stepLimit !== null || findSolver(request.solver)?.usesThreads !== true) return 1;
    return Math.max(1, Math.min(parameters.threads, this.threads - this.busy));
  }

  private async runThread(
    { instance, solver, initial, kept = null }: PoolRun,
    parameters: SolverParameters,
    { flag, told }: { readonly flag: Int32Array; readonly told: AbortSignal },
    exchange: Exchange | null,
    merge: Merge,
  ): Promise<void> {
    const giveBack = await this.turns.take('');
    const { port1, port2 } = new MessageChannel();
    const patience = new Patience(this.recycling);
    const flagged = (): void => patience.flagged();
    if (told.aborted) flagged();
    told.addEventListener('abort', flagged, { once: true });
    try {
      const spoken = listen(port1, merge, exchange?.role ?? 0, () =>
        patience.started(parameters.timeLimitSeconds * 1000),
      );
      const job: Job = { instance, solver, parameters, initial: initial ?? null, kept, flag, exchange, port: port2 };
      const lost = this.piscina.run(job, { transferList: [port2], signal: patience.signal }).then(
        () => spoken,
        (error: unknown) => {
          throw patience.faultOf(error);
        },
      );
      lost.catch(() => {});
      await Promise.race([spoken, lost]);
      await lost;
    } catch (error) {
      Atomics.store(flag, 0, 1);
      throw error;
    } finally {
      patience.end();
      told.removeEventListener('abort', flagged);
      port1.close();
      giveBack?.();
    }
  }
}

/** Milliseconds after its time limit within which a run should return its own result; after that, its result is the best plan known. */
const GRACE_MS = 30;
const CLOSE_MS = 1000;
const TIME_GRACE_MS = 150;
/** Tolerance in hundredths: costs are integers, but bounds are computed in floating point. */
const ROUNDING = 0.5;

/** Resolves when a run is overdue, because a thread does not check its flag for a while inside WebAssembly. */
class Overdue {
  readonly promise: Promise<void>;
  private resolve: () => void = () => {};
  private timer: NodeJS.Timeout | null = null;
  private readonly signal: AbortSignal | undefined;
  private readonly limitSeconds: number;

  constructor(signal: AbortSignal | undefined, limitSeconds: number) {
    this.signal = signal;
    this.limitSeconds = limitSeconds;
    this.promise = new Promise((resolve) => {
      this.resolve = resolve;
    });
    signal?.addEventListener('abort', this.cancelled, { once: true });
    if (signal?.aborted === true) this.cancelled();
  }

  private readonly cancelled = (): void => this.after(GRACE_MS);

  leaderDone(): void {
    this.after(GRACE_MS);
  }

  /** Call at the first plan, `seconds` after the thread started. */
  started(seconds: number): void {
    if (this.signal?.aborted !== true && this.limitSeconds < 2_000_000) {
      this.after(Math.max(0, this.limitSeconds - seconds) * 1000 + TIME_GRACE_MS);
    }
  }

  private after(delayMs: number): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = setTimeout(this.resolve, delayMs);
  }

  clear(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.signal?.removeEventListener('abort', this.cancelled);
  }
}

/** Resolves when the worker posts `done`; rejects with its fault. */
const listen = (port: MessagePort, merge: Merge, role: number, onStarted: () => void): Promise<void> =>
  new Promise((resolve, reject) => {
    port.on('message', (message: WorkerMessage) => {
      if (message.kind === 'started') onStarted();
      else if (message.kind === 'fault') reject(new SolveError(message.fault satisfies Fault));
      else {
        try {
          if (merge.take(message, role)) resolve();
        } catch (error) {
          reject(error);
        }
      }
    });
  });

/** Merges the messages of several threads into one sequence of events. */
class Merge {
  /** Called once, at the first plan. */
  onStart: (seconds: number) => void = () => {};
  onLeaderDone: () => void = () => {};
  private readonly onEvent: (event: PoolEvent) => void;
  private isOpen = true;
  private best: Solution | null = null;
  private bound: number | null = null;
  private frontier: readonly CheckedPoint[] | null = null;
  private prices: Float64Array | null = null;
  /** Iterations by thread. */
  private readonly progress: number[] = [];
  private readonly createdMs = performance.now();
  private delayMs = 0;
  private seconds = 0;

  constructor(onEvent: (event: PoolEvent) => void) {
    this.onEvent = onEvent;
  }

  /**
   * Takes a message and returns true when it is the thread's last one. Throws SolveError `result_refused` when a plan is cheaper than a
   * bound that was reported as proven.
   */
  take(message: Exclude<WorkerMessage, { kind: 'fault' | 'started' }>, role: number): boolean {
    if (!this.isOpen) return message.kind === 'done';
    // Each thread counts from its own start; the time of merged events must not go back.
    const seconds = Math.max(this.seconds, message.seconds);
    this.seconds = seconds;
    if (message.kind === 'progress') {
      this.progress[role] = message.iterations;
      this.onEvent({ ...message, seconds, iterations: this.iterations() });
      return false;
    }
    if (message.kind === 'frontier') {
      this.frontier = message.points;
      return false;
    }
    if ('bound' in message && message.bound !== null) this.raise(message.bound, seconds);
    if ('plan' in message && (this.best === null || message.plan.cost < this.best.cost)) {
      if (this.best === null) {
        this.onStart(seconds);
        this.delayMs = performance.now() - this.createdMs - 1000 * seconds;
      }
      this.best = message.plan;
      this.onEvent({ kind: 'incumbent', seconds, solution: message.plan, bound: this.bound });
    }
    this.refuteBound();
    if (message.kind !== 'done') return false;
    this.progress[role] = message.iterations;
    if (role === 0) {
      this.prices = message.prices;
      this.onLeaderDone();
    }
    return true;
  }

  /** Call once the result is taken: no event is reported after that. */
  close(): void {
    this.isOpen = false;
  }

  /** The sum over all threads. */
  private iterations(): number {
    return this.progress.reduce((sum, count) => sum + (count ?? 0), 0);
  }

  /**
   * Throws for a plan that costs less than the bound. Plans are checked, so the bound is false, and plans that it cut off may have been
   * missed.
   */
  private refuteBound(): void {
    const { best, bound } = this;
    if (best === null || bound === null || bound <= best.cost + ROUNDING) return;
    const detail = `A plan costs ${best.cost}, less than the bound of ${bound} that the solver says is proven.`;
    throw new SolveError({ code: 'result_refused', detail });
  }

  private raise(bound: number, seconds: number): void {
    if (this.bound !== null && bound <= this.bound) return;
    this.bound = bound;
    this.onEvent({ kind: 'bound', seconds, bound, cost: this.best?.cost ?? null });
  }

  /** Returns the result; `initial` is the plan of a run that was cancelled before it had a thread. */
  result(initial: () => Solution): PoolResult {
    const { bound, frontier, prices } = this;
    const iterations = this.iterations();
    const seconds =
      this.best === null ? 0 : Math.max(this.seconds, (performance.now() - this.createdMs - this.delayMs) / 1000);
    const best = this.best ?? initial();
    return {
      solution: best,
      bound,
      iterations,
      seconds,
      prices,
      frontier,
      status: bound !== null && bound >= best.cost ? 'optimal' : 'feasible',
    };
  }
}
