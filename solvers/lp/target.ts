import type { Instance } from '../../engine/instance/instance.ts';
import { Plan } from '../../engine/board/plan.ts';
import type { Solution } from '../../engine/objective/score.ts';
import { initialSolution } from '../initialSolution.ts';
import type { PathProblem } from './pathProblem.ts';

/** A limit on changes, with the best plan known within it and the bound on all such plans. */
export class Target {
  /** The requested limit; null: any number. */
  readonly limit: number | null;
  /** The limit, or the number of changes that no plan can avoid when that is larger; infinity: any number. */
  readonly allowed: number;
  best: Solution;
  reassigned: number;
  /** Best bound, in hundredths. */
  bound = Number.NEGATIVE_INFINITY;
  private readonly problem: PathProblem;

  /** `least` is the plan with the fewest changes. */
  constructor(problem: PathProblem, limit: number | null, least: Solution) {
    const fewest = new Plan(problem.instance, least.placement).reassignments();
    this.problem = problem;
    this.limit = limit;
    this.allowed = limit === null ? Number.POSITIVE_INFINITY : Math.max(limit, fewest);
    this.best = least;
    this.reassigned = fewest;
  }

  /** Number of movable parts that may change. */
  get movableChanges(): number {
    return this.allowed - this.problem.pinnedChanges;
  }

  get isClosed(): boolean {
    return this.bound >= this.best.cost;
  }

  /** Takes over the plan when it is allowed and cheaper. */
  offer(solution: Solution, changes: number): void {
    if (changes > this.allowed || solution.cost >= this.best.cost) return;
    this.best = solution;
    this.reassigned = changes;
  }

  /**
   * Raises the bound from a Lagrangian bound in weight units, without the constant, at a price of changes, rounded up to the next
   * possible cost of a plan. Returns whether the bound rose.
   */
  raise(lagrangian: number, changePrice: number): boolean {
    const { constant, grain } = this.problem.relaxation;
    if (changePrice > 0 && this.allowed === Number.POSITIVE_INFINITY) return false;
    const paid = changePrice === 0 ? 0 : changePrice * this.movableChanges;
    const slack = 1e-3 + 1e-8 * (Math.abs(lagrangian) + paid);
    const bound = constant + Math.ceil((100 * (lagrangian - paid) - slack) / grain) * grain;
    if (bound <= this.bound) return false;
    this.bound = bound;
    return true;
  }
}

/** Returns the plan with the fewest changes: every part at its current place when that is allowed. */
export const leastChanged = (instance: Instance): Solution =>
  initialSolution({ ...instance, maxReassignments: 0 }, null);
