/**
 * Loaded into a server before anything else (`node --import`): notes in the file PIECES each time that its main thread did not look up for long, how
 * much of that time it worked, and when it collected garbage. On a busy machine the rest is the machine's: others had the processor.
 */
import { appendFileSync } from 'node:fs';
import { PerformanceObserver } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

/** When it was over, in Unix milliseconds, and how long it took. */
export interface Span {
  readonly at: number;
  readonly wallMs: number;
}

/** For so long of a piece's time the thread worked. */
export interface Piece extends Span {
  readonly workMs: number;
}

/** A piece, or a collection of garbage. */
export type Noted = Piece | (Span & { readonly isGarbage: true });

const LOOK_MS = 5;
const LEAST_MS = 15;
const LEAST_GARBAGE_MS = 2;
const file = process.env['PIECES'];

if (isMainThread && file !== undefined) {
  const note = (noted: Noted): void => appendFileSync(file, `${JSON.stringify(noted)}\n`);
  // Told some time after it happened.
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      const at = performance.timeOrigin + startTime + duration;
      if (duration >= LEAST_GARBAGE_MS) note({ at, wallMs: duration, isGarbage: true });
    }
  }).observe({ entryTypes: ['gc'] });
  let [lookedAt, worked] = [performance.now(), process.threadCpuUsage()];
  setInterval(() => {
    const [now, used] = [performance.now(), process.threadCpuUsage()];
    const wallMs = now - lookedAt - LOOK_MS;
    const workMs = (used.user + used.system - worked.user - worked.system) / 1000;
    [lookedAt, worked] = [now, used];
    if (wallMs >= LEAST_MS) note({ at: performance.timeOrigin + now, wallMs, workMs });
  }, LOOK_MS).unref();
}
