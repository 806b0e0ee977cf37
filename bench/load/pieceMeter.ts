/**
 * Loaded into a server before any other module (`node --import`): records in the file PIECES each time that the main thread did not
 * return to the event loop for long, how much of that time it worked, and when it collected garbage. On a busy machine, the remaining
 * time belongs to other processes.
 */
import { appendFileSync } from 'node:fs';
import { PerformanceObserver } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

/** The end in Unix milliseconds, and the duration. */
export interface Span {
  readonly at: number;
  readonly wallMs: number;
}

/** A block of the event loop, with the processor time of the thread in it. */
export interface Piece extends Span {
  readonly workMs: number;
}

/** A piece, or a garbage collection. */
export type Noted = Piece | (Span & { readonly isGarbage: true });

const LOOK_MS = 5;
const LEAST_MS = 15;
const LEAST_GARBAGE_MS = 2;
const file = process.env['PIECES'];

if (isMainThread && file !== undefined) {
  const note = (noted: Noted): void => appendFileSync(file, `${JSON.stringify(noted)}\n`);
  // Garbage collections are reported some time after they happened.
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
