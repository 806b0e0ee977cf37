import type { Run } from '../../db/store/runs.ts';
import type { Ports } from '../ports.ts';
import { type Execution, executeRun } from './executeRun.ts';
import { failOverdue } from './externalResult.ts';

/** What a worker does, on behalf of nobody. */
export interface Runner {
  /** Takes the task and ends it; null when there was nothing (more) to do for it here. Throws what it did not foresee, the task then FAILED. */
  execute(id: string, execution: Execution): Promise<Run | null>;
  /** Fails external tasks whose result did not come in time. Call it every few seconds on any node. */
  failOverdue(): Promise<Run[]>;
}

export const createRunner = (ports: Ports): Runner => ({
  execute: (id, execution) => executeRun(ports, id, execution),
  failOverdue: () => failOverdue(ports),
});
