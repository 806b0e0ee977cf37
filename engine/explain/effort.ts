/** The budget of a search: the steps that are left, and whether the requester has given up. */
export class Effort {
  /** The number of values that searches have tried so far. */
  steps = 0;
  private readonly limit: number;
  private readonly stop: () => boolean;
  private readonly whole: Effort | null;

  constructor(stepLimit: number, stop: () => boolean = () => false, whole: Effort | null = null) {
    this.limit = stepLimit;
    this.stop = stop;
    this.whole = whole;
  }

  /** A sub-budget of at most `stepLimit` of the remaining steps; its steps are also counted here. */
  part(stepLimit: number): Effort {
    return new Effort(Math.min(stepLimit, this.limit - this.steps), this.stop, this);
  }

  /** Counts one step; returns false when the budget is used up. */
  spend(): boolean {
    this.steps++;
    this.whole?.spend();
    return !this.isOver;
  }

  get isOver(): boolean {
    return this.steps >= this.limit || this.stop();
  }
}
