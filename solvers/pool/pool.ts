import { availableParallelism } from 'node:os';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { Piscina } from 'piscina';
import type { Instance } from '../../engine/instance/instance.ts';
import type { Solution } from '../../engine/objective/score.ts';
import { createExchangeBuffer, type Exchange } from '../exchange.ts';
import { findSolver } from '../registry.ts';
import type { SolveResult, SolverParameters } from '../solver.ts';
import { type Fault, type Job, SolveError, type WorkerMessage } from './protocol.ts';

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
  /** Plan to start from; the instance's current one when absent. */
  readonly initial?: Int32Array;
  /** Incumbents get strictly better, bounds only rise, over all threads of the run. */
  readonly onEvent?: (event: PoolEvent) => void;
  /** Ends the run early, with what it has. */
  readonly signal?: AbortSignal;
}

/** `seconds` counts from the moment the thread began. Costs and bounds in hundredths. */
export type PoolEvent =
  | { readonly kind: 'incumbent'; readonly seconds: number; readonly solution: Solution; readonly bound: number | null }
  | { readonly kind: 'bound'; readonly seconds: number; readonly bound: number; readonly cost: number | null }
  | { readonly kind: 'progress'; readonly seconds: number; readonly iterations: number; readonly phase: string };

export interface PoolResult extends SolveResult {
  readonly seconds: number;
}

/** Threads that run solvers. A run waits until a thread is free; cancelling sets a shared flag and never kills a thread. */
export class SolverPool {
  private readonly piscina: Piscina<Job, void>;
  private readonly threads: number;
  private busy = 0;
  private closed = false;
  private readonly flags = new Set<Int32Array>();

  constructor({ threads = availableParallelism(), warm = threads }: { threads?: number; warm?: number } = {}) {
    this.threads = threads;
    this.piscina = new Piscina<Job, void>({
      filename: new URL('./worker.ts', import.meta.url).href,
      minThreads: Math.min(warm, threads),
      maxThreads: threads,
      idleTimeout: Number.POSITIVE_INFINITY,
      concurrentTasksPerWorker: 1,
      execArgv: [],
    });
  }

  /** Rejects with SolveError. */
  async run(request: PoolRun): Promise<PoolResult> {
    if (this.closed) throw new SolveError({ code: 'pool_closed', detail: 'The solver pool is closed.' });
    const parameters = { ...DEFAULT_PARAMETERS, ...request.parameters };
    const flag = new Int32Array(new SharedArrayBuffer(4));
    const cancel = (): void => {
      Atomics.store(flag, 0, 1);
    };
    if (request.signal?.aborted === true) cancel();
    request.signal?.addEventListener('abort', cancel, { once: true });
    this.flags.add(flag);
    const shares = this.share(request, parameters);
    this.busy += shares;
    const merge = new Merge(request.onEvent ?? (() => {}));
    try {
      const shared = shares > 1 ? createExchangeBuffer(request.instance.partCount) : null;
      const runs = Array.from({ length: shares }, (_, role) => {
        const exchange: Exchange | null = shared === null ? null : { role, threads: shares, shared };
        return this.runThread(request, parameters, flag, exchange, merge);
      });
      const settled = await Promise.allSettled(runs);
      const failed = settled.find((outcome) => outcome.status === 'rejected');
      if (failed !== undefined) throw failed.reason;
      return merge.result();
    } finally {
      this.busy -= shares;
      this.flags.delete(flag);
      request.signal?.removeEventListener('abort', cancel);
    }
  }

  /** Ends every run early, waits for them, and ends the threads. */
  async close(): Promise<void> {
    this.closed = true;
    for (const flag of this.flags) Atomics.store(flag, 0, 1);
    await this.piscina.close();
  }

  /** How many threads a run gets: a run under a step limit is alone, so that it can be repeated. */
  private share(request: PoolRun, parameters: SolverParameters): number {
    if (parameters.stepLimit !== null || findSolver(request.solver)?.usesThreads !== true) return 1;
    return Math.max(1, Math.min(parameters.threads, this.threads - this.busy));
  }

  private async runThread(
    { instance, solver, initial }: PoolRun,
    parameters: SolverParameters,
    flag: Int32Array,
    exchange: Exchange | null,
    merge: Merge,
  ): Promise<void> {
    const { port1, port2 } = new MessageChannel();
    try {
      const spoken = listen(port1, merge);
      const job: Job = { instance, solver, parameters, initial: initial ?? null, flag, exchange, port: port2 };
      const lost = this.piscina.run(job, { transferList: [port2] }).then(
        () => spoken,
        (error: unknown) => {
          throw new SolveError({ code: 'worker_lost', detail: error instanceof Error ? error.message : String(error) });
        },
      );
      lost.catch(() => {});
      await Promise.race([spoken, lost]);
      await lost;
    } catch (error) {
      Atomics.store(flag, 0, 1);
      throw error;
    } finally {
      port1.close();
    }
  }
}

/** Resolves when the worker has said that it is done; rejects with its fault. */
const listen = (port: MessagePort, merge: Merge): Promise<void> =>
  new Promise((resolve, reject) => {
    port.on('message', (message: WorkerMessage) => {
      if (message.kind === 'fault') reject(new SolveError(message.fault satisfies Fault));
      else if (merge.take(message)) resolve();
    });
  });

/** One story told by several threads. */
class Merge {
  private readonly onEvent: (event: PoolEvent) => void;
  private best: Solution | null = null;
  private bound: number | null = null;
  private iterations = 0;
  private seconds = 0;

  constructor(onEvent: (event: PoolEvent) => void) {
    this.onEvent = onEvent;
  }

  /** True when this was the thread's last word. */
  take(message: Exclude<WorkerMessage, { kind: 'fault' }>): boolean {
    const { seconds } = message;
    this.seconds = Math.max(this.seconds, seconds);
    if (message.kind === 'progress') {
      this.onEvent(message);
      return false;
    }
    if ('bound' in message && message.bound !== null) this.raise(message.bound, seconds);
    if ('plan' in message && (this.best === null || message.plan.cost < this.best.cost)) {
      this.best = message.plan;
      this.onEvent({ kind: 'incumbent', seconds, solution: message.plan, bound: this.bound });
    }
    if (message.kind !== 'done') return false;
    this.iterations += message.iterations;
    return true;
  }

  private raise(bound: number, seconds: number): void {
    if (this.bound !== null && bound <= this.bound) return;
    this.bound = bound;
    this.onEvent({ kind: 'bound', seconds, bound, cost: this.best?.cost ?? null });
  }

  result(): PoolResult {
    if (this.best === null) throw new SolveError({ code: 'worker_lost', detail: 'The run ended without a plan.' });
    const { best, bound, iterations, seconds } = this;
    return {
      solution: best,
      bound,
      iterations,
      seconds,
      status: bound !== null && bound >= best.cost ? 'optimal' : 'feasible',
    };
  }
}
