/**
 * Decides in which rounds a component takes its turn: after each turn that gained nothing it pauses for twice as many rounds and one more, `longest`
 * at most, and after a gain it takes part in every round again. So time goes to the components that gain something. The decision depends on gains
 * alone, not on time, so a run under a step limit can be repeated.
 */
export class EarnedTurns {
  private readonly longest: number;
  private pause = 0;
  private left = 0;

  constructor(longest = 3) {
    this.longest = longest;
  }

  isDue(): boolean {
    return this.left-- <= 0;
  }

  /** Call after each turn. */
  record(hasGained: boolean): void {
    this.pause = hasGained ? 0 : Math.min(this.longest, 2 * this.pause + 1);
    this.left = this.pause;
  }
}
