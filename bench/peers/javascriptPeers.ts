import { performance } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';
import { GRACE_SECONDS, type Peer, type Question, type Reached, Story } from './peer.ts';
import type { Progress, Work } from './solveHere.ts';

/** The largest size of a dense tableau in bytes. */
const MOST_BYTES = 2 ** 31;

/** Runs a solver that cannot be interrupted in a thread of its own, and terminates the thread when it overruns its limit. */
const run = (solver: Work['solver'], { model, limitSeconds }: Question): Promise<Reached> =>
  new Promise((resolve, reject) => {
    const offset = model.relaxation.constant / 100;
    const story = new Story();
    const work: Work = { solver, program: model.program, limitSeconds };
    const worker = new Worker(new URL('./solveHere.ts', import.meta.url), { workerData: work });
    let begun = performance.now();
    const end = (reached: Omit<Reached, 'points'>): void => {
      clearTimeout(timer);
      void worker.terminate();
      resolve({ points: story.points, ...reached });
    };
    const stop = (): void => end({ endedSeconds: limitSeconds, isProven: false, note: 'stopped at the limit' });
    let timer = setTimeout(stop, (limitSeconds + 2 * GRACE_SECONDS) * 1000);
    worker.on('message', (message: Progress) => {
      const seconds = (performance.now() - begun) / 1000;
      if (message.kind === 'ready') {
        begun = performance.now();
        clearTimeout(timer);
        timer = setTimeout(stop, (limitSeconds + GRACE_SECONDS) * 1000);
        return;
      }
      const score = message.score === null ? null : message.score + offset;
      story.add(seconds, score, message.bound === null ? null : message.bound + offset);
      if (message.kind === 'done') end({ endedSeconds: seconds, isProven: message.isProven });
    });
    worker.on('error', (error) => {
      clearTimeout(timer);
      if (/memory/i.test(error.message)) end({ endedSeconds: limitSeconds, isProven: false, note: 'out of memory' });
      else reject(error);
    });
  });

/** These two solvers use a dense tableau. */
const dense =
  (solver: Work['solver']) =>
  async (question: Question): Promise<Reached> => {
    const { columnCount, rowCount } = question.model.program;
    const bytes = 8 * columnCount * rowCount;
    if (bytes <= MOST_BYTES) return run(solver, question);
    const size = `${columnCount} columns × ${rowCount} rows: a dense tableau of ${(bytes / 2 ** 30).toFixed(0)} GiB`;
    return { points: [], endedSeconds: 0, isProven: false, note: `too large (${size})` };
  };

export const highsWasm: Peer = {
  name: 'HiGHS (WebAssembly)',
  usesThreads: false,
  run: (question) => run('highs', question),
};
export const javascriptLpSolver: Peer = {
  name: 'javascript-lp-solver',
  usesThreads: false,
  run: dense('javascript-lp-solver'),
};
export const yalps: Peer = { name: 'YALPS', usesThreads: false, run: dense('yalps') };
