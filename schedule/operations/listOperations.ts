import { locate } from '../access/authorize.ts';
import type { Ports } from '../ports.ts';
import { openPage, type PageOf } from '../records/page.ts';
import { operationRecord } from '../records/operationRecord.ts';
import type { OperationRecord } from '../records/records.ts';
import type { OperationQuery, PageRequest, Scope } from '../types.ts';
import { readVersion, selects } from './shownOperations.ts';

export const listOperations = async (
  deps: Ports,
  scope: Scope,
  planning: string,
  query: OperationQuery & PageRequest,
): Promise<PageOf<OperationRecord>> => {
  const ref = await locate(deps, scope, 'planning', planning, 'viewer');
  const page = openPage(query);
  const { state, shown } = await readVersion(deps, scope, ref, query.version, page.change);
  const selected: { version: Parameters<typeof operationRecord>[1]; tasks: ReturnType<typeof shown> }[] = [];
  for (const version of state.all('operation')) {
    const tasks = shown(version.id);
    if (selects(query, tasks)) selected.push({ version, tasks });
  }
  return page.take(state.change, selected, ({ version, tasks }) => operationRecord(state, version, tasks));
};
