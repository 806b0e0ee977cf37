import { setTimeout as sleep } from 'node:timers/promises';
import type { SolverPool } from '../../solvers/pool/pool.ts';

/**
 * Waits until all threads are idle. The additional threads of a run may end a little later than the run, and a run that starts too soon
 * waits for some of its threads.
 */
export const untilIdle = async (pool: SolverPool): Promise<void> => {
  while (pool.busyThreads > 0) await sleep(2);
};
