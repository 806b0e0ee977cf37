import type { Move } from '../../engine/moves/move.ts';
import type { Plan } from '../../engine/board/plan.ts';
import type { Solution } from '../../engine/objective/score.ts';
import { type Acceptor, annealing, temperatures } from '../moveSearch/annealing.ts';
import { searchBriefly, type SearchProgress } from '../moveSearch/search.ts';
import type { Run } from '../solver.ts';
import { teamsRecur } from '../../engine/moves/teams.ts';

/** Local search in turns. Each turn continues from the state of the last one, temperature included. */
export class AnnealingTurns {
  private readonly plan: Plan;
  private readonly moves: readonly Move[];
  private readonly accept: Acceptor;
  private readonly run: Run;
  private readonly progress: SearchProgress = { steps: 0, current: null };
  private readonly since: number;
  private bestCost = Number.POSITIVE_INFINITY;

  constructor(plan: Plan, run: Run, createMoves: (plan: Plan) => readonly Move[]) {
    this.plan = plan;
    this.run = run;
    this.moves = createMoves(plan);
    this.accept = annealing(
      temperatures(plan.instance),
      teamsRecur(plan.instance) && run.parameters.stepLimit === null ? (done) => this.stepsLeft(done) : undefined,
    );
    this.since = run.elapsedSeconds();
  }

  /** As many iterations as there have been for each second, for the seconds that are left, when so many are done. */
  private stepsLeft(done: number): number {
    const { parameters, elapsedSeconds } = this.run;
    const now = elapsedSeconds();
    return (done * (parameters.timeLimitSeconds - now)) / Math.max(now - this.since, Number.EPSILON);
  }

  /** Runs at most `limit` iterations, from its own plan or from `best` when another method found that one. Calls `offer` with better plans. */
  turn(best: Solution, limit: number, offer: (solution: Solution) => void): void {
    const { plan, run, progress } = this;
    if (best.cost < this.bestCost) progress.current = null;
    plan.load(best.placement);
    const report: Run['report'] = (event) => {
      if (event.kind === 'incumbent') offer(event.solution);
      else run.report(event);
    };
    searchBriefly(limit, plan, this.moves, this.accept, { ...run, report }, progress);
    this.bestCost = plan.cost;
    if (plan.cost < best.cost) offer(plan.snapshot());
  }
}
