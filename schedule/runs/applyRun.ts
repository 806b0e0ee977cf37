import { ScheduleError } from '../errors.ts';
import type { Ports } from '../ports.ts';
import type { RunRecord } from '../records/records.ts';
import { runRecord } from '../records/runRecord.ts';
import type { Scope } from '../types.ts';
import { applyStored } from './finishRun.ts';
import { findRun, isOpen } from './runAccess.ts';

/** Applies the plan of an ended task, typically a dry run, rechecked against the current state. */
export const applyRun = async (deps: Ports, scope: Scope, planning: string, id: string): Promise<RunRecord> => {
  const run = await findRun(deps, scope, planning, id, 'planner');
  if (isOpen(run))
    throw new ScheduleError('task_running', `Optimization task ${id} is ${run.status}; wait until it ends.`);
  if (!run.hasResult) throw new ScheduleError('no_plan', `Optimization task ${id} ended without a plan.`);
  return runRecord(await applyStored(deps, run));
};
