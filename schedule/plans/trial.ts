import type { Plan } from '../../engine/board/plan.ts';

/** What a plan does with one operation, on an instance: places and windows of its parts, and what delaying it costs. */
export interface TrialMoves {
  readonly places: readonly { readonly part: number; readonly to: number }[];
  readonly windows: readonly { readonly part: number; readonly start: number; readonly end: number }[];
  /** Hundredths. */
  readonly delayCost: number;
}

/** A plan on which whole operations' moves are made and put back, with its cost at any time, delays included. */
export class Trial {
  readonly plan: Plan;
  private readonly start: Int32Array;
  private readonly end: Int32Array;
  private delays = 0;

  /** The plan as it is now is what operations are put back to. */
  constructor(plan: Plan) {
    this.plan = plan;
    this.start = plan.instance.start.slice();
    this.end = plan.instance.end.slice();
  }

  get cost(): number {
    return this.plan.cost + this.delays;
  }

  make({ places, windows, delayCost }: TrialMoves): void {
    for (const { part, start, end } of windows) this.plan.setWindow(part, start, end);
    for (const { part, to } of places) this.plan.move(part, to);
    this.delays += delayCost;
  }

  putBack({ places, windows, delayCost }: TrialMoves): void {
    for (const { part } of places) this.plan.move(part, this.plan.instance.placed[part]);
    for (const { part } of windows) this.plan.setWindow(part, this.start[part], this.end[part]);
    this.delays -= delayCost;
  }
}
