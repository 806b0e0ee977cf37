import type { PlanningRef } from '../../db/versions/planningState.ts';
import type { Run, RunStatus } from '../../db/runs/runs.ts';
import { locate, notFound } from '../access/authorize.ts';
import { ScheduleError } from '../errors.ts';
import type { Ports } from '../ports.ts';
import type { Role, Scope } from '../types.ts';

export const LIVE = ['STARTING', 'RUNNING'] as const satisfies readonly RunStatus[];
export const OPEN = ['PENDING', ...LIVE] as const satisfies readonly RunStatus[];
export const EXTERNAL = 'external';

export const isOpen = ({ status }: Pick<Run, 'status'>): boolean => OPEN.some((open) => open === status);

/** The planning's task, when the caller may do what the role allows. */
export const findRun = async (deps: Ports, scope: Scope, planning: string, id: string, role: Role): Promise<Run> => {
  const ref = await locate(deps, scope, 'planning', planning, role);
  return runOf(deps, ref, id);
};

export const runOf = async (deps: Ports, planning: PlanningRef, id: string): Promise<Run> => {
  const run = await deps.runs.get(id);
  if (run === undefined || run.planning.key !== planning.key) throw notFound('optimization task', id);
  return failWhenOverdue(deps, run);
};

/** The task as it is, or FAILED when it waits for an external result longer than it may. */
export const failWhenOverdue = async ({ runs, clock }: Ports, run: Run): Promise<Run> => {
  const { solver, startedAt, parameters } = run;
  if (solver !== EXTERNAL || startedAt === null || !isOpen(run)) return run;
  const limitSeconds = Number(parameters['timeLimitSeconds']);
  if (clock() < startedAt + limitSeconds * 1000) return run;
  const failure = { error: `No result came within ${limitSeconds} s.`, finishedAt: clock() };
  return (await runs.transition(run.id, { from: LIVE }, 'FAILED', failure)) ?? run;
};

/** Why a write that needs an open task came too late. */
export const finished = (run: Pick<Run, 'id' | 'status'>): ScheduleError =>
  new ScheduleError('task_finished', `Optimization task ${run.id} is ${run.status}; start a new one.`);
