import { ScheduleError } from '../../schedule/errors.ts';
import type { Resolutions } from '../../schedule/ports.ts';
import { SolveError } from '../../solvers/pool/protocol.ts';
import { ResolutionPool } from '../../solvers/pool/resolutionPool.ts';

/** More that wait would wait too long. */
const MOST_AT_A_TIME = 256;

/** The schedule's `resolutions`, on threads that start with the first request. */
export const openResolutions = (threads: number): Resolutions & { close(): Promise<void> } => {
  let pool: ResolutionPool | null = null;
  let count = 0;
  const open = (): ResolutionPool => (pool ??= new ResolutionPool({ threads }));
  const limited = async <T>(run: (pool: ResolutionPool) => Promise<T>): Promise<T> => {
    if (count >= MOST_AT_A_TIME)
      throw new ScheduleError('queue_full', `${count} requests are waiting; try again later.`);
    count++;
    try {
      return await run(open());
    } catch (error) {
      if (!(error instanceof SolveError) || error.code !== 'pool_closed') throw error;
      throw new ScheduleError('queue_full', 'This server is shutting down; try again.', { cause: error });
    } finally {
      count--;
    }
  };
  return {
    resolve: (request) => limited((threaded) => threaded.resolve(request)),
    stress: (request) => limited((threaded) => threaded.stress(request)),
    analyse: (request) => limited((threaded) => threaded.analyse(request)),
    explain: (request) => limited((threaded) => threaded.explain(request)),
    reasons: (request) => limited((threaded) => threaded.reasons(request)),
    close: async () => pool?.close(),
  };
};
