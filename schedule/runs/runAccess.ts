import type { PlanningRef } from '../../db/versions/planningState.ts';
import type { Run, RunStatus } from '../../db/runs/runs.ts';
import { locate, notFound } from '../access/authorize.ts';
import { readWorkspace } from '../access/readState.ts';
import { ScheduleError } from '../errors.ts';
import type { Ports } from '../ports.ts';
import type { Role, Scope } from '../types.ts';

export const LIVE = ['STARTING', 'RUNNING'] as const satisfies readonly RunStatus[];
export const OPEN = ['PENDING', ...LIVE] as const satisfies readonly RunStatus[];
export const EXTERNAL = 'external';

export const isOpen = ({ status }: Pick<Run, 'status'>): boolean => OPEN.some((open) => open === status);

/** Finds a task of the planning, or of the draft that the caller selected. Throws 404, or 403 if the caller lacks the role. */
export const findRun = async (deps: Ports, scope: Scope, planning: string, id: string, role: Role): Promise<Run> => {
  const ref = await locate(deps, scope, 'planning', planning, role);
  const { workspace } = scope;
  if (workspace !== null) await readWorkspace(deps, ref, workspace);
  const run = await runOf(deps, ref, id);
  if (workspace !== null && run.workspace !== workspace) throw notFound('optimization task', id);
  return run;
};

export const runOf = async (deps: Ports, planning: PlanningRef, id: string): Promise<Run> => {
  const run = await deps.runs.get(id);
  if (run === undefined || run.planning.key !== planning.key) throw notFound('optimization task', id);
  return failWhenOverdue(deps, run);
};

/** The task as it is, or FAILED if it has waited for an external result longer than its time limit. */
export const failWhenOverdue = async ({ runs, clock }: Ports, run: Run): Promise<Run> => {
  const { solver, startedAt, parameters } = run;
  if (solver !== EXTERNAL || startedAt === null || !isOpen(run)) return run;
  const limitSeconds = Number(parameters['timeLimitSeconds']);
  if (clock() < startedAt + limitSeconds * 1000) return run;
  const failure = { error: `No result arrived within ${limitSeconds} s.`, finishedAt: clock() };
  return (await runs.transition(run.id, { from: LIVE }, 'FAILED', failure)) ?? run;
};

/** The error of a write that needs an open task after the task has ended. */
export const finished = (run: Pick<Run, 'id' | 'status'>): ScheduleError =>
  new ScheduleError('task_finished', `Optimization task ${run.id} is ${run.status}; start a new one.`);
