import { patchEntity } from '../changes/patchEntity.ts';
import type { Ports } from '../ports.ts';
import type { WorkspaceRecord } from '../records/records.ts';
import type { Scope } from '../types.ts';
import { readWorkspaceRecord } from './workspaceRecords.ts';

/** Archives a workspace: until it is restored, it cannot be selected, and a draft's changes count as discarded. Idempotent. */
export const archiveWorkspace = async (deps: Ports, scope: Scope, id: string): Promise<WorkspaceRecord> => {
  const onMainline = { ...scope, workspace: null };
  const { state, version } = await patchEntity(deps, onMainline, 'workspace', id, undefined, (_edits, stored) => ({
    ...stored,
    state: 'ARCHIVED' as const,
  }));
  return readWorkspaceRecord(deps, state, version);
};
