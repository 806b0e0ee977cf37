import { readEntity } from '../access/readState.ts';
import { entityVerbs } from '../changes/entityVerbs.ts';
import { mergeFields } from '../entities/field.ts';
import { GROUP, type GroupInput } from '../entities/group.ts';
import type { OperationRecord } from '../entities/operation.ts';
import type { Ports } from '../ports.ts';
import { groupRecord } from '../records/entityRecords.ts';
import { operationRecord } from '../records/operationRecord.ts';
import { ALL_ROWS, openPage, someInOrder } from '../records/page.ts';
import type { Listed, PageRequest, Scope } from '../types.ts';

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

/** A page of the group's operations, and the group's versionId for the ETag. */
export const groupOperations = async (
  deps: Ports,
  scope: Scope,
  id: string,
  request: PageRequest = ALL_ROWS,
): Promise<Listed<OperationRecord> & { readonly versionId: string }> => {
  const page = openPage(request);
  const { state, version } = await readEntity(deps, scope, 'group', id, page.change);
  const operations = await someInOrder(state.operationsOf(id));
  const shown = await page.take(state.change, operations, (operation) => operationRecord(state, operation));
  return { versionId: version.versionId, ...shown };
};
