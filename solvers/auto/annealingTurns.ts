import type { Move } from '../../engine/moves/move.ts';
import type { Plan } from '../../engine/board/plan.ts';
import type { Solution } from '../../engine/objective/score.ts';
import { type Acceptor, annealing, temperatures } from '../moveSearch/annealing.ts';
import { search, type SearchProgress } from '../moveSearch/search.ts';
import type { Run } from '../solver.ts';
import { groupsRecur } from '../../engine/moves/recurringGroups.ts';

/** Iterations of local search that count as one step of the run; one of them is that much cheaper than a step of other methods. */
const CHEAPER = 100;

/** Local search in turns. Each turn continues from the state of the last one, temperature included. */
export class AnnealingTurns {
  private readonly plan: Plan;
  private readonly moves: readonly Move[];
  private readonly accept: Acceptor;
  private readonly run: Run;
  private readonly progress: SearchProgress = { steps: 0, current: null };
  private readonly since: number;
  private spent = 0;
  private bestCost = Number.POSITIVE_INFINITY;

  constructor(plan: Plan, run: Run, createMoves: (plan: Plan) => readonly Move[]) {
    this.plan = plan;
    this.run = run;
    this.moves = createMoves(plan);
    this.accept = annealing(
      temperatures(plan.instance),
      groupsRecur(plan.instance) && run.parameters.stepLimit === null ? () => this.stepsLeft() : undefined,
    );
    this.since = run.elapsedSeconds();
  }

  get iterations(): number {
    return this.progress.steps;
  }

  /** As many iterations as there have been for each second, for the seconds that are left. */
  private stepsLeft(): number {
    const { parameters, elapsedSeconds } = this.run;
    const now = elapsedSeconds();
    return (this.spent * (parameters.timeLimitSeconds - now)) / Math.max(now - this.since, Number.EPSILON);
  }

  /** Runs at most `limit` iterations, from its own plan or from `best` when another method found that one. Calls `offer` with better plans. */
  turn(best: Solution, limit: number, offer: (solution: Solution) => void): void {
    const { plan, run, progress } = this;
    if (best.cost < this.bestCost) progress.current = null;
    plan.load(best.placement);
    const until = progress.steps + limit;
    this.spent = progress.steps;
    search(
      plan,
      this.moves,
      this.accept,
      {
        ...run,
        stop: () => this.spent >= until || run.stop(),
        step: (n) => {
          this.spent += n;
          run.step(n / CHEAPER);
        },
        report: (event) => {
          if (event.kind === 'incumbent') offer(event.solution);
          else run.report(event);
        },
      },
      progress,
    );
    this.bestCost = plan.cost;
    if (plan.cost < best.cost) offer(plan.snapshot());
  }
}
