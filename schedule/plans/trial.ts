import type { Plan } from '../../engine/board/plan.ts';

/** What a plan does with one operation on an instance: new places and windows of its parts, and the cost of its delay. */
export interface TrialMoves {
  readonly places: readonly { readonly part: number; readonly to: number }[];
  readonly windows: readonly { readonly part: number; readonly start: number; readonly end: number }[];
  /** In hundredths of a weight unit. */
  readonly delayCost: number;
}

/** A plan on which moves of whole operations can be made and undone, with its current cost including delays. */
export class Trial {
  readonly plan: Plan;
  private readonly start: Int32Array;
  private readonly end: Int32Array;
  private delays = 0;

  /** Operations are put back to where they are in `plan` now. */
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
