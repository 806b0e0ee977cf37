/** The most rounds that a component pauses. */
const LONGEST_PAUSE = 3;

/**
 * Decides in which rounds a component takes its turn: after each turn that gained nothing it pauses for twice as many rounds and one
 * more, and after a gain it takes part in every round again. So the time goes to what gains something. It depends on gains alone, not
 * on time, so that a run under a step limit repeats.
 */
export class EarnedTurns {
  private pause = 0;
  private left = 0;

  isDue(): boolean {
    return this.left-- <= 0;
  }

  /** Call after each turn. */
  record(hasGained: boolean): void {
    this.pause = hasGained ? 0 : Math.min(LONGEST_PAUSE, 2 * this.pause + 1);
    this.left = this.pause;
  }
}
