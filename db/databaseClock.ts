/**
 * The database's clock as its last answer told it: behind it by what that answer took to arrive, so never ahead but for what two clocks drift
 * apart. Null until something was heard.
 */
export class DatabaseClock {
  private readonly monotonic: () => number;
  private originMs: number | null = null;

  /** `monotonic`: ms since any moment. */
  constructor(monotonic: () => number = () => performance.now()) {
    this.monotonic = monotonic;
  }

  /** Epoch ms that the database has just answered. */
  heard(at: number): void {
    this.originMs = at - this.monotonic();
  }

  now(): number | null {
    return this.originMs === null ? null : Math.floor(this.originMs + this.monotonic());
  }
}
