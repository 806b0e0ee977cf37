import { setTimeout as sleep } from 'node:timers/promises';
import type { Places } from './places.ts';

const EVERY_MS = 50;

/**
 * What is to be called for each request: while there are any, `places` hears every 50 ms how long the smallest question takes (`ping`), from the event
 * loop to the database and back, or has taken so far; a late timer, which means a busy event loop, counts likewise.
 */
export const watchDelay = (places: Places, ping: () => Promise<unknown>): (() => void) => {
  let isWatching = false;
  const watch = async (): Promise<void> => {
    while (!places.isIdle) {
      const from = performance.now();
      await sleep(EVERY_MS, undefined, { ref: false });
      const lateMs = performance.now() - from - EVERY_MS;
      const askedAt = performance.now();
      let isAnswered = false;
      // A database that is away has errors of its own: nobody waits for it here.
      const answer = ping().then(
        () => void (isAnswered = true),
        () => void (isAnswered = true),
      );
      while (!isAnswered) {
        await Promise.race([answer, sleep(EVERY_MS, undefined, { ref: false })]);
        places.observe(Math.max(lateMs, performance.now() - askedAt));
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
