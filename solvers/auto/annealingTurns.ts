import type { Move } from '../../engine/moves/move.ts';
import type { Plan } from '../../engine/board/plan.ts';
import type { Solution } from '../../engine/objective/score.ts';
import { type Acceptor, annealing, temperatures } from '../moveSearch/annealing.ts';
import { search, type SearchProgress } from '../moveSearch/search.ts';
import type { Run } from '../solver.ts';

/** How many of local search's iterations count as one step of the run: they are that much cheaper. */
const CHEAPER = 100;

/** Local search in turns: each goes on where the last one stopped, temperature included. */
export class AnnealingTurns {
  private readonly plan: Plan;
  private readonly moves: readonly Move[];
  private readonly accept: Acceptor;
  private readonly run: Run;
  private readonly progress: SearchProgress = { steps: 0, current: null };
  private bestCost = Number.POSITIVE_INFINITY;

  constructor(plan: Plan, run: Run, createMoves: (plan: Plan) => readonly Move[]) {
    this.plan = plan;
    this.run = run;
    this.moves = createMoves(plan);
    this.accept = annealing(temperatures(plan.instance));
  }

  get iterations(): number {
    return this.progress.steps;
  }

  /** At most `limit` iterations, from where it was, or from `best` when somebody else found that. Offers what is better. */
  turn(best: Solution, limit: number, offer: (solution: Solution) => void): void {
    const { plan, run, progress } = this;
    if (best.cost < this.bestCost) progress.current = null;
    plan.load(best.placement);
    const until = progress.steps + limit;
    let spent = progress.steps;
    search(
      plan,
      this.moves,
      this.accept,
      {
        ...run,
        stop: () => spent >= until || run.stop(),
        step: (n) => {
          spent += n;
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
