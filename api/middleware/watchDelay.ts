import { setTimeout as sleep } from 'node:timers/promises';
import type { ConcurrencyLimiter } from './concurrencyLimiter.ts';

const EVERY_MS = 50;

/**
 * Returns a function to be called for each request. While there are requests, it reports to the limiter every 50 ms how long the cheapest database
 * query (`ping`) took, or has taken so far. The delay of a timer, which means that the event loop is busy, is reported likewise.
 */
export const watchDelay = (limiter: ConcurrencyLimiter, ping: () => Promise<unknown>): (() => void) => {
  let isWatching = false;
  const watch = async (): Promise<void> => {
    while (!limiter.isIdle) {
      const from = performance.now();
      await sleep(EVERY_MS, undefined, { ref: false });
      const lateMs = performance.now() - from - EVERY_MS;
      const askedAt = performance.now();
      let isAnswered = false;
      // An unreachable database is reported elsewhere; here a failed ping only ends the measurement.
      const answer = ping().then(
        () => void (isAnswered = true),
        () => void (isAnswered = true),
      );
      while (!isAnswered) {
        await Promise.race([answer, sleep(EVERY_MS, undefined, { ref: false })]);
        limiter.observe(Math.max(lateMs, performance.now() - askedAt));
      }
    }
  };
  return () => {
    if (isWatching) return;
    isWatching = true;
    void watch().finally(() => {
      isWatching = false;
    });
  };
};
