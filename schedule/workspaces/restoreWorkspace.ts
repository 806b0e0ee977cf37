import { patchEntity } from '../changes/patchEntity.ts';
import type { Ports } from '../ports.ts';
import type { WorkspaceRecord } from '../records/records.ts';
import type { Scope } from '../types.ts';
import { readWorkspaceRecord } from './workspaceRecords.ts';

/** Brings an archived workspace back as what it was: a draft with its changes, or a published one. Idempotent. */
export const restoreWorkspace = async (deps: Ports, scope: Scope, id: string): Promise<WorkspaceRecord> => {
  const onMainline = { ...scope, workspace: null };
  const { state, version } = await patchEntity(deps, onMainline, 'workspace', id, undefined, (_edits, stored) => {
    const before = stored.publishedChange === null ? ('DRAFT' as const) : ('PUBLISHED' as const);
    return stored.state === 'ARCHIVED' ? { ...stored, state: before } : stored;
  });
  return readWorkspaceRecord(deps, state, version);
};
