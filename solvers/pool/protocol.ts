import type { MessagePort } from 'node:worker_threads';
import type { Instance } from '../../engine/instance/instance.ts';
import type { KeptSearch } from '../../engine/instance/keptSearch.ts';
import type { CostLevels } from '../../engine/objective/score.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { FrontierPoint, SolverParameters } from '../solver.ts';
import type { HelperLine } from './elsewhere.ts';

/** One thread's share of a run. Typed arrays on SharedArrayBuffers are posted without being copied. */
export interface Job {
  readonly instance: Instance;
  readonly solver: string;
  readonly parameters: SolverParameters;
  /** Plan to start from; null: the instance's current one. */
  readonly initial: Int32Array | null;
  /** What an earlier search left; null: nothing. */
  readonly kept: KeptSearch | null;
  /** [0] is set to end the run early. */
  readonly flag: Int32Array;
  readonly exchange: Exchange | null;
  /** Only for the thread that passes pieces of the run on to other processes. */
  readonly helpers: HelperLine | null;
  readonly port: MessagePort;
}

/** A piece of another process's run. */
export interface PieceJob {
  readonly solver: string;
  /** See `pieceCodec.ts`. */
  readonly order: Uint8Array;
  /** [0] is set to end the search early, without an answer. */
  readonly flag: Int32Array;
  readonly port: MessagePort;
}

/** The messages of a thread, whatever its job: `started` once, and `fault` instead of the last message of the job's own kind. */
export type CommonMessage = { readonly kind: 'started' } | { readonly kind: 'fault'; readonly fault: Fault };

export type WorkerMessage = CommonMessage | RunMessage | PieceMessage;

/** The only message about a piece: the answer (see `pieceCodec.ts`), or null when the flag was set first. */
export interface PieceMessage {
  readonly kind: 'answer';
  readonly answer: Uint8Array | null;
}

/** The messages of a run's thread: any events, then `done`. Costs are in hundredths. */
export type RunMessage =
  | { readonly kind: 'incumbent'; readonly seconds: number; readonly plan: Plan }
  | { readonly kind: 'bound'; readonly seconds: number; readonly bound: number }
  | { readonly kind: 'prices'; readonly seconds: number; readonly prices: Float64Array }
  | { readonly kind: 'frontier'; readonly seconds: number; readonly points: readonly CheckedPoint[] }
  | { readonly kind: 'progress'; readonly seconds: number; readonly iterations: number; readonly phase: string }
  | {
      readonly kind: 'done';
      readonly seconds: number;
      readonly plan: Plan;
      readonly bound: number | null;
      readonly iterations: number;
      readonly status: 'optimal' | 'feasible';
    };

/** A checked plan. The buffer of its placement is transferred. */
export interface Plan {
  readonly placement: Int32Array;
  readonly cost: number;
  readonly levels: CostLevels;
}

/** A point of a frontier. Its plan was checked in the thread that found it. */
export interface CheckedPoint extends Pick<FrontierPoint, 'limit' | 'reassigned' | 'bound'> {
  readonly levels: CostLevels;
}

/** An error as plain data, because a thrown error loses its code when it is posted between threads. */
export interface Fault {
  readonly code: FaultCode;
  readonly detail: string;
  /** Stack trace, for logs. */
  readonly stack?: string | undefined;
}

/** What was thrown as plain data; all but a `SolveError` is `solver_failed`, with its stack. */
export const faultOf = (error: unknown): Fault => {
  if (!(error instanceof Error)) return { code: 'solver_failed', detail: String(error) };
  const { message: detail, stack } = error;
  return error instanceof SolveError ? { code: error.code, detail } : { code: 'solver_failed', detail, stack };
};

export type FaultCode =
  /** No solver has this id. */
  | 'unknown_solver'
  /** The solver does not support the instance; the detail gives the reason. */
  | 'unsupported_instance'
  /** The solver threw. */
  | 'solver_failed'
  /** The judge refused a plan that the solver called feasible, or found another cost. */
  | 'result_refused'
  /** The thread died. */
  | 'worker_lost'
  /** The heap of the thread reached its limit, so the thread was ended and replaced. */
  | 'out_of_memory'
  /** The thread ignored its flag for too long and was replaced. */
  | 'thread_recycled'
  /** The job was cancelled before it had a thread. */
  | 'given_up'
  /** So many jobs of the group wait that this one was not added to them. */
  | 'queue_full'
  /** The pool is closed. */
  | 'pool_closed';

/** The error with which a failed run rejects. */
export class SolveError extends Error {
  readonly code: FaultCode;

  constructor({ code, detail, stack }: Fault) {
    super(detail);
    this.name = 'SolveError';
    this.code = code;
    if (stack !== undefined) this.stack = stack;
  }
}
