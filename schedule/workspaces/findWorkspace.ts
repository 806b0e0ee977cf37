import type { Version } from '../../db/versions/entities.ts';
import type { PlanningState } from '../../db/versions/planningState.ts';
import { locate, notFound } from '../access/authorize.ts';
import type { Ports } from '../ports.ts';
import type { Role, Scope } from '../types.ts';

/** The record of a workspace in any state. `state` in the result is the mainline's. */
export const findWorkspace = async (
  deps: Pick<Ports, 'store'>,
  scope: Scope,
  id: string,
  role: Role,
): Promise<{ readonly state: PlanningState; readonly version: Version<'workspace'> }> => {
  const planning = await locate(deps, scope, 'workspace', id, role);
  const state = await deps.store.state({ planning });
  const version = state.get('workspace', id);
  if (version === undefined) throw notFound('workspace', id);
  return { state, version };
};
