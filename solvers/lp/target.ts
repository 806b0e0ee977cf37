import type { Instance } from '../../engine/instance/instance.ts';
import { Plan } from '../../engine/board/plan.ts';
import type { Solution } from '../../engine/objective/score.ts';
import { initialSolution } from '../initialSolution.ts';
import type { PathProblem } from './pathProblem.ts';

/** The best plan with at most so many changes, and what is proven of all of them. */
export class Target {
  /** As asked for; null: any number. */
  readonly limit: number | null;
  /** At least what must change anyway; infinity: any number. */
  readonly allowed: number;
  best: Solution;
  reassigned: number;
  /** Hundredths. */
  bound = Number.NEGATIVE_INFINITY;
  private readonly problem: PathProblem;

  /** `least` has the fewest changes of all. */
  constructor(problem: PathProblem, limit: number | null, least: Solution) {
    const fewest = new Plan(problem.instance, least.placement).reassignments();
    this.problem = problem;
    this.limit = limit;
    this.allowed = limit === null ? Number.POSITIVE_INFINITY : Math.max(limit, fewest);
    this.best = least;
    this.reassigned = fewest;
  }

  /** How many movable parts may change. */
  get movableChanges(): number {
    return this.allowed - this.problem.pinnedChanges;
  }

  get isClosed(): boolean {
    return this.bound >= this.best.cost;
  }

  /** Takes the plan when it is allowed and cheaper. */
  offer(solution: Solution, changes: number): boolean {
    if (changes > this.allowed || solution.cost >= this.best.cost) return false;
    this.best = solution;
    this.reassigned = changes;
    return true;
  }

  /** From a Lagrangian bound in weight units, without the constant, at a price of changes: rounded up to what a plan can cost. */
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

/** The plan with the fewest changes: everything where it is, where that may be. */
export const leastChanged = (instance: Instance): Solution =>
  initialSolution({ ...instance, maxReassignments: 0 }, null);
