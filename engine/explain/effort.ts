/** How much searching a question is worth: steps that are left, and whether somebody still waits. */
export class Effort {
  /** Values tried by searches so far. */
  steps = 0;
  private readonly limit: number;
  private readonly stop: () => boolean;
  private readonly whole: Effort | null;

  constructor(stepLimit: number, stop: () => boolean = () => false, whole: Effort | null = null) {
    this.limit = stepLimit;
    this.stop = stop;
    this.whole = whole;
  }

  /** At most so much of what is left; what it takes is taken from this. */
  part(stepLimit: number): Effort {
    return new Effort(Math.min(stepLimit, this.limit - this.steps), this.stop, this);
  }

  /** One step; false when there are none left. */
  spend(): boolean {
    this.steps++;
    this.whole?.spend();
    return !this.isOver;
  }

  get isOver(): boolean {
    return this.steps >= this.limit || this.stop();
  }
}
