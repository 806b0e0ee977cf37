/**
 * Loaded into a server before anything else (`node --import`): notes in the file PIECES each time that its main thread did not look up for long, and
 * how much of that time it worked. On a busy machine the rest is the machine's: others had the processor.
 */
import { appendFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/** When it was over, in Unix milliseconds; how long it took, and for how long of that the thread worked. */
export interface Piece {
  readonly at: number;
  readonly wallMs: number;
  readonly workMs: number;
}

const LOOK_MS = 5;
const LEAST_MS = 15;
const file = process.env['PIECES'];

if (isMainThread && file !== undefined) {
  let [lookedAt, worked] = [performance.now(), process.threadCpuUsage()];
  setInterval(() => {
    const [now, used] = [performance.now(), process.threadCpuUsage()];
    const wallMs = now - lookedAt - LOOK_MS;
    const workMs = (used.user + used.system - worked.user - worked.system) / 1000;
    [lookedAt, worked] = [now, used];
    if (wallMs >= LEAST_MS) appendFileSync(file, `${JSON.stringify({ at: Date.now(), wallMs, workMs })}\n`);
  }, LOOK_MS).unref();
}
