import { performance } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';
import { GRACE_SECONDS, type Peer, type Question, type Reached, Story } from './peer.ts';
import type { Told, Work } from './solveHere.ts';

/** What a dense tableau may take. */
const MOST_BYTES = 2 ** 31;

/** Runs a solver that cannot be interrupted on a thread of its own, and ends the thread when it overruns. */
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
    worker.on('message', (told: Told) => {
      const seconds = (performance.now() - begun) / 1000;
      if (told.kind === 'ready') {
        begun = performance.now();
        clearTimeout(timer);
        timer = setTimeout(stop, (limitSeconds + GRACE_SECONDS) * 1000);
        return;
      }
      const score = told.score === null ? null : told.score + offset;
      story.add(seconds, score, told.bound === null ? null : told.bound + offset);
      if (told.kind === 'done') end({ endedSeconds: seconds, isProven: told.isProven });
    });
    worker.on('error', (error) => {
      clearTimeout(timer);
      if (/memory/i.test(error.message)) end({ endedSeconds: limitSeconds, isProven: false, note: 'out of memory' });
      else reject(error);
    });
  });

/** Both keep a dense tableau. */
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
