import type { Kind } from '../../db/versions/entities.ts';
import type { PlanningState } from '../../db/versions/planningState.ts';
import type { DocumentTask, PlanningDocument } from '../../engine/instance/planningDocument.ts';
import { instant } from '../records/instants.ts';
import { mapSlicedly } from '../turns.ts';
import type { UserNames } from '../users/userNames.ts';
import { documentInSlices } from './documentOf.ts';

/**
 * The document with `versionId` in every record, and in assignments `assignedBy`, `assignedByName` and `assignedAt`. An import passes over them.
 */
export const versionedDocument = async (names: UserNames, state: PlanningState): Promise<PlanningDocument> => {
  const document = await documentInSlices(state);
  const by = await names.all(document.assignments.map(({ id }) => state.get('assignment', id!)!.fields.assignedBy));
  const versioned =
    (kind: Kind) =>
    <T extends { readonly id?: string }>(record: T): T => ({
      ...record,
      versionId: state.get(kind, record.id!)!.versionId,
    });
  const task = (record: DocumentTask | null) => (record === null ? null : versioned('task')(record));
  return {
    ...document,
    planning: { ...document.planning, versionId: state.record.versionId } as PlanningDocument['planning'],
    locations: document.locations.map(versioned('location')),
    tags: document.tags.map((tag) => ({ ...tag, versionId: state.get('tag', tag.uuid)!.versionId })),
    resources: document.resources.map(versioned('resource')),
    groups: document.groups.map(versioned('group')),
    operations: await mapSlicedly(document.operations, (operation) => ({
      ...versioned('operation')(operation),
      inboundTask: task(operation.inboundTask),
      outboundTask: task(operation.outboundTask),
    })),
    rules: document.rules.map(versioned('rule')),
    assignments: await mapSlicedly(document.assignments, (assignment) => {
      const { versionId, fields } = state.get('assignment', assignment.id!)!;
      const { assignedBy, assignedAt } = fields;
      const assignedByName = assignedBy === null ? null : by.get(assignedBy);
      return { ...assignment, versionId, assignedBy, assignedByName, assignedAt: instant(assignedAt) };
    }),
  };
};
