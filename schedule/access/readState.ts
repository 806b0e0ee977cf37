import type { Kind, Version } from '../../db/versions/entities.ts';
import type { PlanningRef, PlanningState } from '../../db/versions/planningState.ts';
import { ScheduleError } from '../errors.ts';
import type { Ports } from '../ports.ts';
import type { Scope } from '../types.ts';
import { locate, notFound } from './authorize.ts';

/** The selected workspace as it is now. Throws 404 if it is unknown, archived, or belongs to another planning. */
export const readWorkspace = async (
  { store }: Pick<Ports, 'store'>,
  planning: PlanningRef,
  id: string,
): Promise<Version<'workspace'>> => {
  const mainline = await store.state({ planning });
  const workspace = mainline.get('workspace', id);
  if (workspace === undefined || workspace.fields.state === 'ARCHIVED') throw notFound('workspace', id);
  return workspace;
};

/** The state of a planning in the scope's workspace, or on the mainline: the current one, or the one at a past change. */
export const readState = async (
  deps: Pick<Ports, 'store'>,
  scope: Pick<Scope, 'workspace'>,
  planning: PlanningRef,
  change?: number,
): Promise<PlanningState> => {
  const { workspace } = scope;
  if (workspace !== null) await readWorkspace(deps, planning, workspace);
  return deps.store.state({ planning, workspace, ...(change === undefined ? {} : { change }) });
};

/** Finds an entity by its id alone and reads it as the scope sees it: now, or at a past change. */
export const readEntity = async <K extends Kind>(
  deps: Pick<Ports, 'store'>,
  scope: Scope,
  kind: K,
  id: string,
  change?: number,
): Promise<{ readonly state: PlanningState; readonly version: Version<K> }> => {
  const planning = await locate(deps, scope, kind, id, 'viewer');
  const state = await readState(deps, scope, planning, change);
  const version = state.get(kind, id);
  if (version === undefined) throw notFound(kind, id);
  return { state, version };
};

/** The state of a planning, found by its id. Throws 404 or 403. */
export const readPlanning = async (
  deps: Pick<Ports, 'store'>,
  scope: Scope,
  id: string,
  change?: number,
): Promise<PlanningState> => readState(deps, scope, await locate(deps, scope, 'planning', id, 'viewer'), change);

/** Throws 404 if the workspace is unknown and `workspace_not_draft` (400) unless it is a DRAFT. */
export const requireDraft = (mainline: PlanningState, id: string): void => {
  const workspace = mainline.get('workspace', id);
  if (workspace === undefined) throw notFound('workspace', id);
  const { state } = workspace.fields;
  if (state === 'DRAFT') return;
  throw new ScheduleError(
    'workspace_not_draft',
    `Workspace ${id} is ${state}; writes need a DRAFT workspace. Create one, or omit X-Workspace-Id.`,
  );
};
