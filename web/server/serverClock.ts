/**
 * The server's time, since the clock of a planner's machine may be wrong: it decides until when a mark holds and what has begun. It is known from the
 * `Date` of responses, which was written, in whole seconds, between the request and the arrival of its response.
 */
export class ServerClock {
  /** By how much the server's clock is ahead of the browser's. */
  private aheadMs = 0;

  /** The present time in epoch milliseconds. */
  now(): number {
    return Date.now() + this.aheadMs;
  }

  /** Takes the `Date` of a response that has just arrived. `sentMs` is when its request was sent, by the browser's clock. */
  heard(date: string | null, sentMs: number): void {
    const writtenMs = Date.parse(date ?? '');
    if (Number.isNaN(writtenMs)) return;
    const [least, most] = [writtenMs - Date.now(), writtenMs + 1000 - sentMs];
    this.aheadMs = Math.max(least, Math.min(most, this.aheadMs));
  }
}
