import { notFound } from '../access/authorize.ts';
import type { Ports } from '../ports.ts';
import type { Scope } from '../types.ts';
import { findRun } from './runAccess.ts';

/** Deletes a task. A solver that is running continues, but its result is discarded because the task no longer exists. */
export const deleteRun = async (deps: Ports, scope: Scope, planning: string, id: string): Promise<void> => {
  await findRun(deps, scope, planning, id, 'planner');
  if (!(await deps.runs.delete(id))) throw notFound('optimization task', id);
  await deps.jobs.withdraw(id);
};
