import { patchEntity } from '../changes/patchEntity.ts';
import type { Ports } from '../ports.ts';
import type { WorkspaceRecord } from '../records/records.ts';
import { keep } from '../entities/field.ts';
import type { Scope, WorkspaceInput } from '../types.ts';
import { readWorkspaceRecord } from './workspaceRecords.ts';

/** Updates name and description. The state changes only by publishing, archiving and restoring. */
export const patchWorkspace = async (
  deps: Ports,
  scope: Scope,
  id: string,
  input: WorkspaceInput,
): Promise<WorkspaceRecord> => {
  const onMainline = { ...scope, workspace: null };
  const { state, version } = await patchEntity(deps, onMainline, 'workspace', id, undefined, (_edits, stored) => ({
    ...stored,
    name: input.name ?? stored.name,
    description: keep(input.description, stored.description, null),
  }));
  return readWorkspaceRecord(deps, state, version);
};
