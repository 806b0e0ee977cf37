import { isEqual } from '../../db/versions/differences.ts';
import type { PlanningState } from '../../db/versions/planningState.ts';
import type { Run } from '../../db/runs/runs.ts';
import { readState, requireDraft } from '../access/readState.ts';
import { ScheduleError } from '../errors.ts';
import type { Ports } from '../ports.ts';
import type { RunRecord } from '../records/records.ts';
import { runRecord } from '../records/runRecord.ts';
import type { JsonObject, RunPatch, Scope } from '../types.ts';
import { requireOperations, requireParameters, requireSolver, withDefaults } from './parameters.ts';
import { EXTERNAL, findRun, finished, isOpen, OPEN } from './runAccess.ts';
import { begin } from './startOptimization.ts';

const ALL = [...OPEN, 'SUCCEEDED', 'FAILED', 'CANCELLED'] as const;

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
  const newSolver = solver ?? run.solver;
  if (newSolver !== run.solver) requireSolver(deps, newSolver);
  const merged = mergeParameters(run, newSolver, parameters);
  const isRestated = newSolver === run.solver && isEqual(merged, run.parameters);
  if (!isRestated) requireSolvable(deps, run, newSolver, merged);
  const starts = status !== undefined && status !== run.status;
  if (starts) {
    if (status !== 'STARTING') throw new ScheduleError('task_not_pending', 'A status can only be set to STARTING.');
    requirePending(run, 'the status');
  }
  const renames = isRestated && !starts;
  // Only the name can be changed whatever has become of the workspace.
  const state = renames ? null : await stateFor(deps, run, isRestated ? run.parameters : merged, starts);
  const change = {
    ...(name === undefined ? {} : { name }),
    ...(isRestated ? {} : { solver: newSolver, parameters: merged }),
  };
  const guard = renames ? { from: ALL } : { from: ['PENDING'] as const, ...(isRestated ? {} : { solves: run }) };
  const patched = await deps.transaction(async (sql) => {
    if (state === null || !starts) return deps.runs.update(id, guard, change, sql);
    const started = await deps.runs.transition(id, guard, 'STARTING', change, sql);
    return started && begin(deps, started, state.change, sql);
  });
  if (patched !== undefined) return runRecord(patched);
  // It was started, ended or given other parameters meanwhile.
  requirePending(await findRun(deps, scope, planning, id, 'planner'), 'the task');
  return patchRun(deps, scope, planning, id, { name, solver, parameters, status });
};

/** Throws unless the task is PENDING and the solver, which takes the parameters, is of the kind that the task was made for. */
const requireSolvable = (deps: Ports, run: Run, solver: string, parameters: JsonObject): void => {
  requirePending(run, 'solver and parameters');
  if ((solver === EXTERNAL) !== (run.solver === EXTERNAL)) {
    throw new ScheduleError(
      'unknown_solver',
      'A task cannot change between an external solver and one of this service; start another task.',
    );
  }
  requireParameters(deps, solver, parameters);
};

/** The state that the task is about. Throws for frozen operations that it does not have, and if the task starts in a workspace that is no draft. */
const stateFor = async (deps: Ports, run: Run, parameters: JsonObject, starts: boolean): Promise<PlanningState> => {
  const state = await readState(deps, run, run.planning);
  if (starts && run.workspace !== null) requireDraft(state, run.workspace);
  if (parameters !== run.parameters) requireOperations(state, parameters);
  return state;
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
