import type { Run } from '../solver.ts';

/** Divides the remaining time of a run, or its remaining steps when those are limited. */
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

  /** Returns a `stop` function that ends after one of `shares` equal shares of the remaining time or steps. */
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
