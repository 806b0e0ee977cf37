import type { Instance } from '../engine/instance/instance.ts';
import type { Solution } from '../engine/objective/score.ts';
import type { Random } from '../engine/random.ts';
import type { Exchange } from './exchange/exchange.ts';

/**
 * One method. Pure but for what `run` hands in: a seed and a step limit replay it exactly. Nothing here knows a clock;
 * `run.elapsedSeconds` is the caller's.
 */
export interface Solver {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly provesBound: boolean;
  /** True when further threads help: each runs `solve` with its own `run.exchange`. */
  readonly usesThreads: boolean;
  /** Parameters beyond the run's common ones, as JSON schema properties. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Loads what needs loading (WebAssembly). Called once a thread, before the first `solve`. */
  prepare?(): Promise<void>;
  /** Null when it can take the instance, else the reason why not, as a sentence. */
  supports(instance: Instance): string | null;
  /** Feasible, and no worse than run.initial. */
  solve(instance: Instance, run: Run): SolveResult;
}

export interface Run {
  readonly random: Random;
  /** The plan to start from: the current one with pinned parts in place. Complete and feasible. */
  readonly initial: Solution;
  readonly parameters: SolverParameters;
  /** What the threads of one run share; null when the run is alone or must be reproducible. */
  readonly exchange: Exchange | null;
  /** True when the run must end now: cancelled, out of time, or out of steps. Cheap; ask it at least every 10 ms. */
  readonly stop: () => boolean;
  /** Counts n of the solver's own iterations towards stepLimit. */
  readonly step: (n: number) => void;
  readonly elapsedSeconds: () => number;
  /** Incumbents (strictly better than any before), bounds (only rising), progress. Cheap when nothing changed. */
  readonly report: (event: RunEvent) => void;
}

export interface SolverParameters {
  readonly gap: number;
  readonly seed: number;
  readonly stepLimit: number | null;
  readonly timeLimitSeconds: number;
  readonly threads: number;
  /** Limits on changes that a method which draws a frontier is asked for; null: any number. */
  readonly frontier?: readonly (number | null)[] | null;
}

/** The best plan known with at most so many changes, and what is proven of all such plans. */
export interface FrontierPoint {
  /** As asked for; null: any number. */
  readonly limit: number | null;
  /** The limit, or what must change anyway when that is more; infinity: any number. */
  readonly allowed: number;
  readonly solution: Solution;
  readonly reassigned: number;
  /** Hundredths; null until one is proven. */
  readonly bound: number | null;
}

export type RunEvent =
  | { readonly kind: 'incumbent'; readonly solution: Solution }
  | { readonly kind: 'bound'; readonly bound: number }
  | { readonly kind: 'frontier'; readonly points: readonly FrontierPoint[] }
  | { readonly kind: 'progress'; readonly iterations: number; readonly phase: string };

export interface SolveResult {
  readonly solution: Solution;
  /** Proven lower bound on the cost of every feasible plan, in hundredths; null when the method proves none. */
  readonly bound: number | null;
  readonly iterations: number;
  /** `optimal` only when bound = cost (or the gap limit is met with gap 0). */
  readonly status: 'optimal' | 'feasible';
}
