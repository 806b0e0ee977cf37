import { present } from '../../engine/present.ts';
import type { Kind } from '../../db/versions/entities.ts';
import type { PlanningState } from '../../db/versions/planningState.ts';
import type { DocumentTask, PlanningDocument } from '../../engine/instance/planningDocument.ts';
import { instant } from '../records/instants.ts';
import { mapSlicedly } from '../turns.ts';
import type { UserNames } from '../users/userNames.ts';
import { documentOf } from './documentOf.ts';

/**
 * The document with the `versionId` of every record, and with `assignedBy`, `assignedByName` and `assignedAt` of assignments. An import ignores these
 * members.
 */
export const versionedDocument = async (names: UserNames, state: PlanningState): Promise<PlanningDocument> => {
  const document = await documentOf(state);
  const by = await names.all(
    document.assignments.map(({ id }) => present(state.get('assignment', present(id))).fields.assignedBy),
  );
  const versioned =
    (kind: Kind) =>
    <T extends { readonly id?: string }>(record: T): T => ({
      ...record,
      versionId: present(state.get(kind, present(record.id))).versionId,
    });
  const task = (record: DocumentTask | null) => (record === null ? null : versioned('task')(record));
  const planning = { ...document.planning, versionId: state.record.versionId };
  return {
    ...document,
    planning,
    locations: document.locations.map(versioned('location')),
    tags: document.tags.map((tag) => ({ ...tag, versionId: present(state.get('tag', tag.uuid)).versionId })),
    resources: document.resources.map(versioned('resource')),
    groups: document.groups.map(versioned('group')),
    operations: await mapSlicedly(document.operations, (operation) => ({
      ...versioned('operation')(operation),
      inboundTask: task(operation.inboundTask),
      outboundTask: task(operation.outboundTask),
    })),
    rules: document.rules.map(versioned('rule')),
    assignments: await mapSlicedly(document.assignments, (assignment) => {
      const { versionId, fields } = present(state.get('assignment', present(assignment.id)));
      const { assignedBy, assignedAt } = fields;
      const assignedByName = assignedBy === null ? null : by.get(assignedBy);
      return { ...assignment, versionId, assignedBy, assignedByName, assignedAt: instant(assignedAt) };
    }),
  };
};
