import type { OperationRecord } from '../entities/operation.ts';
import { locate } from '../access/authorize.ts';
import type { Ports } from '../ports.ts';
import { listInOrder, openPage, type PageOf, someInOrder } from '../records/page.ts';
import { operationRecord } from '../records/operationRecord.ts';
import type { OperationQuery, PageRequest, Scope } from '../types.ts';
import { readVersion, selectedOperations } from './shownOperations.ts';

export const listOperations = async (
  deps: Ports,
  scope: Scope,
  planning: string,
  query: OperationQuery & PageRequest,
): Promise<PageOf<OperationRecord>> => {
  const ref = await locate(deps, scope, 'planning', planning, 'viewer');
  const page = openPage(query);
  const read = await readVersion(deps, scope, ref, query.version, page.change);
  const { state, shown } = read;
  const isWhole = query.start === null || query.end === null;
  const selected = isWhole
    ? await listInOrder(state, 'operation')
    : await someInOrder(await selectedOperations(deps, read, query));
  return page.take(state.change, selected, (version) => operationRecord(state, version, shown(version.id)));
};
