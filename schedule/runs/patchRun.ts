import { isEqual } from '../../db/versions/differences.ts';
import type { Run } from '../../db/runs/runs.ts';
import { readState } from '../access/readState.ts';
import { ScheduleError } from '../errors.ts';
import type { Ports } from '../ports.ts';
import type { RunRecord } from '../records/records.ts';
import { runRecord } from '../records/runRecord.ts';
import type { JsonObject, RunPatch, Scope } from '../types.ts';
import { requireOperations, requireParameters, requireSolver, withDefaults } from './parameters.ts';
import { EXTERNAL, findRun, finished, isOpen, OPEN } from './runAccess.ts';
import { begin } from './startOptimization.ts';

/**
 * Updates a task. The name can change at any time, solver and parameters only while the task is PENDING; `status: STARTING` starts it. Repeating
 * current values is not a change.
 */
export const patchRun = async (
  deps: Ports,
  scope: Scope,
  planning: string,
  id: string,
  { name, solver, parameters, status }: RunPatch,
): Promise<RunRecord> => {
  const run = await findRun(deps, scope, planning, id, 'planner');
  const state = await readState(deps, { workspace: run.workspace }, run.planning);
  const newSolver = solver ?? run.solver;
  if (newSolver !== run.solver) requireSolver(deps, newSolver);
  const merged = mergeParameters(run, newSolver, parameters);
  const isRestated = newSolver === run.solver && isEqual(merged, run.parameters);
  if (!isRestated) {
    requirePending(run, 'solver and parameters');
    if ((newSolver === EXTERNAL) !== (run.solver === EXTERNAL)) {
      throw new ScheduleError(
        'unknown_solver',
        'A task cannot change between an external solver and one of this service; start another task.',
      );
    }
    requireParameters(deps, newSolver, merged);
    requireOperations(state, merged);
  }
  const starts = status !== undefined && status !== run.status;
  if (starts) {
    if (status !== 'STARTING') throw new ScheduleError('task_not_pending', 'A status can only be set to STARTING.');
    requirePending(run, 'the status');
  }
  const change = {
    ...(name === undefined ? {} : { name }),
    ...(isRestated ? {} : { solver: newSolver, parameters: merged }),
  };
  const from =
    isRestated && !starts ? ([...OPEN, 'SUCCEEDED', 'FAILED', 'CANCELLED'] as const) : (['PENDING'] as const);
  const patched = await deps.transaction(async (sql) => {
    if (!starts) return deps.runs.update(id, { from }, change, sql);
    const started = await deps.runs.transition(id, { from }, 'STARTING', change, sql);
    return started && begin(deps, started, state.change, sql);
  });
  if (patched !== undefined) return runRecord(patched);
  requirePending(await findRun(deps, scope, planning, id, 'planner'), 'the task');
  return patchRun(deps, scope, planning, id, { name, solver, parameters, status });
};

const mergeParameters = (run: Run, solver: string, parameters: JsonObject | undefined): JsonObject =>
  parameters === undefined ? run.parameters : withDefaults(solver, { ...run.parameters, ...parameters });

const requirePending = (run: Run, what: string): void => {
  if (run.status === 'PENDING') return;
  if (!isOpen(run)) throw finished(run);
  throw new ScheduleError(
    'task_running',
    `Optimization task ${run.id} is ${run.status}; ${what} cannot change any more.`,
  );
};
