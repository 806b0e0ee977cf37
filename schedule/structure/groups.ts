import { readEntity } from '../access/readState.ts';
import { entityVerbs } from '../changes/entityVerbs.ts';
import { mergeFields } from '../entities/field.ts';
import { GROUP, type GroupInput } from '../entities/group.ts';
import type { OperationRecord } from '../entities/operation.ts';
import type { Ports } from '../ports.ts';
import { groupRecord } from '../records/entityRecords.ts';
import { operationRecord } from '../records/operationRecord.ts';
import { inOrder } from '../records/page.ts';
import type { Scope } from '../types.ts';

/** Deleting a group keeps its operations, which then have no group. */
export const {
  create: createGroup,
  list: listGroups,
  patch: patchGroup,
  delete: deleteGroup,
} = entityVerbs({
  kind: 'group',
  idMember: 'id',
  merge: (_edits, _id, stored, input: GroupInput) => mergeFields(GROUP, stored, input),
  record: groupRecord,
  settle: (edits, id) => {
    for (const operation of edits.state.operationsOf(id)) {
      edits.put('operation', operation.id, { ...operation.fields, group: null });
    }
  },
});

/** The group's operations, and its versionId for the ETag. */
export const groupOperations = async (
  deps: Ports,
  scope: Scope,
  id: string,
): Promise<{ readonly versionId: string; readonly items: readonly OperationRecord[] }> => {
  const { state, version } = await readEntity(deps, scope, 'group', id);
  const operations = inOrder([...state.operationsOf(id)]);
  return { versionId: version.versionId, items: operations.map((operation) => operationRecord(state, operation)) };
};
