import { setTimeout as sleep } from 'node:timers/promises';
import type { SolverPool } from '../../solvers/pool/pool.ts';

/** A run's further threads may end a little later than the run: who comes too soon gets fewer. */
export const untilIdle = async (pool: SolverPool): Promise<void> => {
  while (pool.busyThreads > 0) await sleep(2);
};
