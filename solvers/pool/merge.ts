import { performance } from 'node:perf_hooks';
import type { Solution } from '../../engine/objective/score.ts';
import type { SolveResult } from '../solver.ts';
import { type CheckedPoint, type RunMessage, SolveError } from './protocol.ts';

/** An event of a run. `seconds` counts from the start of the thread; costs and bounds are in hundredths. */
export type PoolEvent =
  | { readonly kind: 'incumbent'; readonly seconds: number; readonly solution: Solution; readonly bound: number | null }
  | { readonly kind: 'bound'; readonly seconds: number; readonly bound: number; readonly cost: number | null }
  | { readonly kind: 'progress'; readonly seconds: number; readonly iterations: number; readonly phase: string };

export interface PoolResult extends SolveResult {
  readonly iterations: number;
  readonly seconds: number;
  /** The last multipliers of the first thread; null if it had none in time. */
  readonly prices: Float64Array | null;
  /** Null when no frontier was requested, or the method computes none. */
  readonly frontier: readonly CheckedPoint[] | null;
}

/** Tolerance in hundredths: costs are integers, but bounds are computed in floating point. */
const ROUNDING = 0.5;

/** Merges the messages of several threads into one sequence of events. */
export class Merge {
  /** Called once, at the first plan. */
  onStart: (seconds: number) => void = () => {};
  /** Called once the messages are a result that needs no further ones: the first thread is done, or plan and bound are near enough. */
  onResult: () => void = () => {};
  private readonly onEvent: (event: PoolEvent) => void;
  private readonly isEnough: (cost: number, bound: number | null) => boolean;
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

  /** `isEnough`: whether plan and bound are near enough for the run to end, whichever threads they are from; by default, the first thread decides. */
  constructor(
    onEvent: (event: PoolEvent) => void,
    isEnough: (cost: number, bound: number | null) => boolean = () => false,
  ) {
    this.onEvent = onEvent;
    this.isEnough = isEnough;
  }

  /**
   * Takes a message and returns true when it is the thread's last one. Throws SolveError `result_refused` when a plan is cheaper than a
   * bound that was reported as proven.
   */
  take(message: RunMessage, role: number): boolean {
    if (!this.isOpen) return message.kind === 'done';
    // Each thread counts from its own start; the time of merged events must not go back.
    const seconds = Math.max(this.seconds, message.seconds);
    this.seconds = seconds;
    if (message.kind === 'progress') {
      this.progress[role] = message.iterations;
      this.onEvent({ ...message, seconds, iterations: this.iterations() });
      return false;
    }
    if (message.kind === 'prices') {
      this.prices = message.prices;
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
    const isDone = message.kind === 'done';
    if (isDone) this.progress[role] = message.iterations;
    if ((isDone && role === 0) || (this.best !== null && this.isEnough(this.best.cost, this.bound))) this.onResult();
    return isDone;
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
