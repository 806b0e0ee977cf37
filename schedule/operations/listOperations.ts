import type { Version } from '../../db/versions/entities.ts';
import type { OperationRecord } from '../entities/operation.ts';
import { locate } from '../access/authorize.ts';
import type { Ports } from '../ports.ts';
import { openPage, pageInOrder, someInOrder } from '../records/page.ts';
import { operationRecord } from '../records/operationRecord.ts';
import type { Listed, OperationQuery, PageRequest, Scope } from '../types.ts';
import { readVersion, selectedOperations } from './shownOperations.ts';

export const listOperations = async (
  deps: Ports,
  scope: Scope,
  planning: string,
  query: OperationQuery & PageRequest,
): Promise<Listed<OperationRecord>> => {
  const ref = await locate(deps, scope, 'planning', planning, 'viewer');
  const page = openPage(query);
  const read = await readVersion(deps, scope, ref, query.version, page.change);
  const { state, shown } = read;
  const render = (version: Version<'operation'>) => operationRecord(state, version, shown(version.id));
  if (query.start === null || query.end === null) return pageInOrder(page, state, 'operation', render);
  return page.take(state.change, await someInOrder(await selectedOperations(deps, read, query)), render);
};
