import type { Run } from '../solver.ts';

/** Shares out what is left of a run's time, or of its steps where those are limited. */
export class Budget {
  private readonly run: Run;
  private spent = 0;

  constructor(run: Run) {
    this.run = run;
  }

  /** Counts steps of the run. */
  step(n: number): void {
    this.spent += n;
    this.run.step(n);
  }

  /** A `stop` for one of so many equal shares of what is left. */
  share(shares: number): () => boolean {
    const { run } = this;
    const { stepLimit, timeLimitSeconds } = run.parameters;
    if (stepLimit !== null) {
      const until = this.spent + Math.max(1, (stepLimit - this.spent) / shares);
      return () => this.spent >= until || run.stop();
    }
    const now = run.elapsedSeconds();
    const until = now + (timeLimitSeconds - now) / shares;
    return () => run.elapsedSeconds() >= until || run.stop();
  }
}
