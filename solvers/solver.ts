import type { Instance } from '../engine/instance/instance.ts';
import type { KeptSearch } from '../engine/instance/keptSearch.ts';
import type { Solution } from '../engine/objective/score.ts';
import type { Random } from '../engine/random.ts';
import type { Exchange } from './exchange/exchange.ts';
import type { Piece, PieceOutcome, PieceStart } from './decomposition/pieces.ts';

/**
 * A method. It is pure except for what `run` provides: the same seed and step limit repeat a run exactly. A method reads no clock of
 * its own; the caller provides `run.elapsedSeconds`.
 */
export interface Solver {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly provesBound: boolean;
  /** Whether the method can use further threads; each runs `solve` with its own `run.exchange`. */
  readonly usesThreads: boolean;
  /** The method's own parameters, beyond the common ones of a run, as JSON schema properties. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Whether a run under a step limit has the same result on any number of threads, so that it may have several; absent: never. */
  repeatsOnThreads?(instance: Instance): boolean;
  /** How the method solves a piece of another process's run; absent: it divides no run into pieces. */
  readonly pieces?: PieceMethod;
  /** Loads WebAssembly modules. Called once in each thread, before the first `solve`. */
  prepare?(): Promise<void>;
  /** Returns null when the method supports the instance, otherwise the reason, as a sentence. */
  supports(instance: Instance): string | null;
  /** Returns a feasible solution that costs no more than run.initial. */
  solve(instance: Instance, run: Run): SolveResult;
}

export interface PieceMethod {
  /** Whether a run on this instance is divided into pieces, which other processes may solve. */
  divides(instance: Instance): boolean;
  /** See `SearchSlice`. */
  readonly search: (instance: Instance, run: Run, from: PieceStart) => Solution;
}

export interface Run {
  readonly random: Random;
  /** The plan to start from: the current plan with pinned parts in place. It is complete and feasible. */
  readonly initial: Solution;
  readonly parameters: SolverParameters;
  /** What an earlier search of the planning left; it may be stale, or wrong. Absent: nothing. */
  readonly kept?: KeptSearch | null;
  /** State shared by the threads of one run; null when the run has one thread. */
  readonly exchange: RunExchange | null;
  /** Returns true when the run must end now because it is cancelled, out of time or out of steps. It is cheap; call it at least every 10 ms. */
  readonly stop: () => boolean;
  /** Counts n iterations, whole or not: the step limit limits them, and they are all that a run reports of its work. */
  readonly step: (n: number) => void;
  readonly elapsedSeconds: () => number;
  /** Reports incumbents (strictly better than any before), bounds (only rising) and progress. It is cheap when nothing has changed. */
  readonly report: (event: RunEvent) => void;
}

interface RunExchange extends Exchange {
  /** Other processes, for the thread that passes pieces of the run on to them. */
  readonly elsewhere?: Elsewhere | null;
}

/** Other processes that solve pieces of a run, as one of its threads sees them. */
export interface Elsewhere {
  /** The number of pieces that they can solve at a time; it may change at any time. */
  readonly places: number;
  /** Sends them a piece. */
  send(id: number, order: PieceOrder): void;
  /** Waits at most this long for the next answer; null when none came. `answer` is null when nobody solved the piece; otherwise it is to be checked. */
  receive(milliseconds: number): { readonly id: number; readonly answer: unknown } | null;
}

/** A piece of a run, with all that its result depends on. */
export interface PieceOrder {
  readonly piece: Piece;
  /** Those of the run, with the time that it has left. */
  readonly parameters: SolverParameters;
  readonly seed: number;
  /** The most steps that the piece takes under a step limit. */
  readonly mostSteps: number;
}

export interface PieceAnswer {
  /** Null when the steps were not enough. */
  readonly outcome: PieceOutcome | null;
  /** The best bound of a block's model that was proven, also when the steps were not enough; −∞: none. */
  readonly bound: number;
  readonly steps: number;
}

export interface SolverParameters {
  readonly gap: number;
  readonly seed: number;
  readonly stepLimit: number | null;
  readonly timeLimitSeconds: number;
  readonly threads: number;
  /** Limits on changes for which a frontier is requested; null in the list: any number. */
  readonly frontier?: readonly (number | null)[] | null;
}

/** The best plan known with at most `limit` changes, and the bound on all such plans. */
export interface FrontierPoint {
  /** The requested limit; null: any number. */
  readonly limit: number | null;
  /** The limit, or the number of changes that no plan can avoid when that is larger; infinity: any number. */
  readonly allowed: number;
  readonly solution: Solution;
  readonly reassigned: number;
  /** Hundredths; null until one is proven. */
  readonly bound: number | null;
}

export type RunEvent =
  | { readonly kind: 'incumbent'; readonly solution: Solution }
  | { readonly kind: 'bound'; readonly bound: number }
  /** Its multipliers so far, for the next search: weight units by part, NaN where it has none. */
  | { readonly kind: 'prices'; readonly prices: Float64Array }
  | { readonly kind: 'frontier'; readonly points: readonly FrontierPoint[] }
  | { readonly kind: 'progress'; readonly phase: string };

export interface SolveResult {
  readonly solution: Solution;
  /** Proven lower bound on the cost of every feasible plan, in hundredths; null when the method proves none. */
  readonly bound: number | null;
  /** `optimal` only when bound = cost (or the gap limit is met with gap 0). */
  readonly status: 'optimal' | 'feasible';
}
