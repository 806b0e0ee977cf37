import { present } from '../../engine/present.ts';
import { locate } from '../access/authorize.ts';
import { change } from '../changes/change.ts';
import type { Ports } from '../ports.ts';
import type { WorkspaceRecord } from '../records/records.ts';
import type { Scope, WorkspaceInput } from '../types.ts';
import { readWorkspaceRecord } from './workspaceRecords.ts';

/** Creates a draft, which lies over the mainline and shows its later changes. */
export const createWorkspace = async (
  deps: Ports,
  scope: Scope,
  planning: string,
  input: WorkspaceInput,
): Promise<WorkspaceRecord> => {
  const ref = await locate(deps, scope, 'planning', planning, 'planner');
  const { items } = await deps.store.changesets(ref, { workspace: null, limit: 1 });
  const { state, result } = await change(deps, { ...scope, workspace: null }, ref, (edits) => {
    if (input.name === undefined) edits.problems.required('name');
    const id = edits.newId('workspace', input.id, 'id');
    edits.put('workspace', id, {
      name: input.name ?? '',
      description: input.description ?? null,
      state: 'DRAFT',
      baseChange: items[0]?.change ?? 0,
      publishedChange: null,
      createdBy: scope.actor.user,
    });
    return id;
  });
  return readWorkspaceRecord(deps, state, present(state.get('workspace', result)));
};
