import type { PlanningDocument } from '../../engine/instance/planningDocument.ts';
import { documentOf } from '../documents/documentOf.ts';
import type { Ports } from '../ports.ts';
import type { Scope } from '../types.ts';
import { EXTERNAL, findRun } from './runAccess.ts';

/**
 * The solver's input: the planning at the task's snapshot (or now, while it is pending), with the task's parameters. `claim`, for planners, marks an
 * external task as running.
 */
export const runData = async (
  deps: Ports,
  scope: Scope,
  planning: string,
  id: string,
  { claim = false }: { readonly claim?: boolean | undefined } = {},
): Promise<PlanningDocument> => {
  const run = await findRun(deps, scope, planning, id, claim ? 'planner' : 'viewer');
  const { workspace, snapshotChange } = run;
  const state = await deps.store.state({
    planning: run.planning,
    workspace,
    ...(snapshotChange === null ? {} : { change: snapshotChange }),
  });
  if (claim && run.solver === EXTERNAL) await deps.runs.transition(id, { from: ['STARTING'] }, 'RUNNING');
  return { ...(await documentOf(state)), parameters: run.parameters };
};
