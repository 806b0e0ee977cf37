import type { Ports } from '../ports.ts';
import type { WorkspaceRecord } from '../records/records.ts';
import type { Scope } from '../types.ts';
import { findWorkspace } from './findWorkspace.ts';
import { readWorkspaceRecord } from './workspaceRecords.ts';

export const getWorkspace = async (deps: Ports, scope: Scope, id: string): Promise<WorkspaceRecord> => {
  const { state, version } = await findWorkspace(deps, scope, id, 'viewer');
  return readWorkspaceRecord(deps, state, version);
};
