/**
 * Estimates the database's clock from its last response. The estimate lags by the latency of that response, so apart from clock drift it is never
 * ahead. Null before the first response.
 */
export class DatabaseClock {
  private readonly monotonic: () => number;
  private originMs: number | null = null;

  /** `monotonic` returns milliseconds since an arbitrary moment. */
  constructor(monotonic: () => number = () => performance.now()) {
    this.monotonic = monotonic;
  }

  /** Takes the time (epoch ms) of a response that has just arrived. */
  observe(at: number): void {
    this.originMs = at - this.monotonic();
  }

  now(): number | null {
    return this.originMs === null ? null : Math.floor(this.originMs + this.monotonic());
  }
}
