import type { OperationRecord } from '../entities/operation.ts';
import { readEntity } from '../access/readState.ts';
import type { Ports } from '../ports.ts';
import { operationRecord } from '../records/operationRecord.ts';
import { inOrder } from '../records/page.ts';
import type { Scope } from '../types.ts';

/** The group's operations, and its own version for the ETag. */
export const groupOperations = async (
  deps: Ports,
  scope: Scope,
  id: string,
): Promise<{ readonly versionId: string; readonly items: readonly OperationRecord[] }> => {
  const { state, version } = await readEntity(deps, scope, 'group', id);
  const operations = inOrder([...state.operationsOf(id)]);
  return { versionId: version.versionId, items: operations.map((operation) => operationRecord(state, operation)) };
};
