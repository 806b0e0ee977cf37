import { readPlanning } from '../access/readState.ts';
import type { Ports } from '../ports.ts';
import { inOrder, openPage } from '../records/page.ts';
import type { WorkspaceRecord } from '../records/records.ts';
import type { Listed, PageRequest, Scope } from '../types.ts';
import { readWorkspaceRecord } from './workspaceRecords.ts';

/** Lists workspaces in every state. */
export const listWorkspaces = async (
  deps: Ports,
  scope: Scope,
  planning: string,
  request: PageRequest,
): Promise<Listed<WorkspaceRecord>> => {
  const page = openPage(request);
  const state = await readPlanning(deps, { ...scope, workspace: null }, planning, page.change);
  const { items, next } = await page.take(state.change, inOrder([...state.all('workspace')]), (version) => version);
  return { items: await Promise.all(items.map((version) => readWorkspaceRecord(deps, state, version))), next };
};
