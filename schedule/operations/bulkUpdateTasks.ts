import { present } from '../../engine/present.ts';
import type { OperationRecord } from '../entities/operation.ts';
import type { Ports } from '../ports.ts';
import { below, item } from '../problems.ts';
import { operationRecord } from '../records/operationRecord.ts';
import { mapSlicedly } from '../turns.ts';
import type { BulkTasksInput, OperationQuery, Scope } from '../types.ts';
import { patchAll } from './bulkPatchOperations.ts';
import { writeTasks } from './editOperation.ts';
import { readVersion, requireVersion, requireVersionOf, selects } from './shownOperations.ts';

/**
 * Updates tasks of operations, all or none. The window limits which of the updated operations are returned, and `version` selects the task versions
 * that are shown.
 */
export const bulkUpdateTasks = async (
  deps: Ports,
  scope: Scope,
  { operations }: BulkTasksInput,
  query: OperationQuery,
): Promise<OperationRecord[]> => {
  requireVersion(query.version);
  if (operations.length === 0) return [];
  const at = (i: number): string => item('operations', i);
  const named = operations.map(({ operationId }, i) => ({ id: operationId, path: below(at(i), 'operationId') }));
  const { states, targetOf, ids } = await patchAll(
    deps,
    scope,
    named,
    (edits, i, id) => writeTasks(edits, id, present(operations[i]), at(i)),
    (planning) => requireVersionOf(deps, scope, planning, query.version),
  );
  const versions: Awaited<ReturnType<typeof readVersion>>[] = [];
  for (const written of states) {
    versions.push(await readVersion(deps, scope, written.planning, query.version, written.change));
  }
  const records = await mapSlicedly(ids, (id, i) => {
    const { state, shown } = present(versions[present(targetOf[i])]);
    const operation = state.get('operation', id);
    const tasks = shown(id);
    return operation === undefined || !selects(query, tasks) ? [] : [operationRecord(state, operation, tasks)];
  });
  return records.flat();
};
