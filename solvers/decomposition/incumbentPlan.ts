import { NOT_PINNED } from '../../engine/instance/instance.ts';
import type { Plan } from '../../engine/board/plan.ts';
import type { Solution } from '../../engine/objective/score.ts';
import type { Blackboard } from '../exchange/exchange.ts';
import { insertEachByChain } from '../insertion/insertByChains.ts';
import { insertByRegret } from '../insertion/insertByRegret.ts';
import type { Run } from '../solver.ts';
import type { Places } from './fitRows.ts';

/** The most parts whose other places are looked at to make room for one that lost its place. */
const MOST_EXPANDED = 200;

/** The best plan of a divided run, as one of its threads knows it. */
export class IncumbentPlan {
  /** The best plan; it is also the one that is loaded in `plan`. */
  best: Solution;
  private readonly plan: Plan;
  private readonly board: Blackboard;
  private readonly run: Run;

  constructor(plan: Plan, first: Solution, board: Blackboard, run: Run) {
    this.plan = plan;
    this.best = first;
    this.board = board;
    this.run = run;
  }

  /**
   * Moves the parts to these places, removes the parts that are then in conflict with them and inserts all that have no place, also by chains of moves.
   * The result is kept when it is better.
   */
  put({ parts, places }: Places): void {
    const { plan, board, run } = this;
    const unplaced: number[] = [];
    const moved: number[] = [];
    for (let i = 0; i < parts.length; i++) {
      if (plan.placement[parts[i]] === places[i]) {
        if (places[i] < 0) unplaced.push(parts[i]);
        continue;
      }
      moved.push(i);
      if (plan.placement[parts[i]] >= 0) plan.remove(parts[i]);
    }
    for (const i of moved) {
      if (places[i] < 0) unplaced.push(parts[i]);
      else {
        this.evict(parts[i], places[i], unplaced);
        plan.place(parts[i], places[i]);
      }
    }
    insertByRegret(plan, unplaced, () => false);
    const missing = unplaced.filter((part) => plan.placement[part] < 0);
    if (missing.length > 0) {
      const prices = new Float64Array(plan.placement.length);
      board.takePrices(prices);
      insertEachByChain(plan, missing, prices, MOST_EXPANDED, run.stop);
    }
    if (plan.cost < this.best.cost) {
      this.best = plan.snapshot();
      run.report({ kind: 'incumbent', solution: this.best });
      board.publishPlan(this.best.placement, this.best.cost);
    } else if (moved.length > 0) plan.load(this.best.placement);
  }

  /** Removes the movable parts that would be in conflict with the part on that resource. */
  private evict(part: number, resource: number, unplaced: number[]): void {
    const { plan } = this;
    const { pinned } = plan.instance;
    plan.findConflicting(part, resource);
    for (let i = 0; i < plan.partnerCount; i++) {
      const other = plan.partners[i];
      if (pinned[other] !== NOT_PINNED || plan.placement[other] < 0) continue;
      plan.remove(other);
      unplaced.push(other);
    }
  }

  /** Takes over the best plan of all threads. */
  adopt(): void {
    const { plan, board } = this;
    const placement = this.best.placement.slice();
    if (board.takePlan(this.best.cost, placement) >= this.best.cost) return;
    plan.load(placement);
    this.best = plan.snapshot();
  }
}
