/**
 * Loaded into a server before anything else (`node --import`): notes in the file PIECES each time that its main thread did not look up for long, and
 * how much of that time it worked. On a busy machine the rest is the machine's: others had the processor.
 */
import { appendFileSync } from 'node:fs';
import { type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

/** When it was over, in Unix milliseconds; how long it took, for how long of that the thread worked, and for how long of that it collected garbage. */
export interface Piece {
  readonly at: number;
  readonly wallMs: number;
  readonly workMs: number;
  readonly garbageMs: number;
}

const LOOK_MS = 5;
const LEAST_MS = 15;
const file = process.env['PIECES'];

if (isMainThread && file !== undefined) {
  let collectedMs = 0;
  const add = (entries: readonly PerformanceEntry[]): void => {
    for (const { duration } of entries) collectedMs += duration;
  };
  const collections = new PerformanceObserver((list) => add(list.getEntries()));
  collections.observe({ entryTypes: ['gc'] });
  let [lookedAt, worked] = [performance.now(), process.threadCpuUsage()];
  setInterval(() => {
    const [now, used] = [performance.now(), process.threadCpuUsage()];
    const wallMs = now - lookedAt - LOOK_MS;
    const workMs = (used.user + used.system - worked.user - worked.system) / 1000;
    add(collections.takeRecords());
    const garbageMs = collectedMs;
    collectedMs = 0;
    [lookedAt, worked] = [now, used];
    if (wallMs < LEAST_MS) return;
    appendFileSync(file, `${JSON.stringify({ at: Date.now(), wallMs, workMs, garbageMs } satisfies Piece)}\n`);
  }, LOOK_MS).unref();
}
