import { type AssignmentRecord, PART, PART_TIMES } from '../entities/assignment.ts';
import { pickFields } from '../entities/field.ts';
import type { AssignmentFields, Version } from '../../db/versions/entities.ts';
import type { PlanningState } from '../../db/versions/planningState.ts';
import type { EndedAssignment } from '../../db/versions/store.ts';
import { instant, instantOrNull, wireInstants } from './instants.ts';

/** `endedAt` is when the assignment was deactivated, in epoch milliseconds; null while it is active. */
export const assignmentRecord = (
  state: PlanningState,
  version: Pick<Version<'assignment'>, 'id' | 'versionId' | 'fields' | 'workspace'>,
  endedAt: number | null = null,
): AssignmentRecord => {
  const { fields } = version;
  const resource = fields.parts[0]?.resource ?? null;
  return {
    id: version.id,
    versionId: version.versionId,
    operation: fields.operation,
    planning: state.planning.id,
    parts: fields.parts.map((part) => ({
      id: part.id,
      ...wireInstants(PART_TIMES, part),
      resource: part.resource,
      ...pickFields(PART, part),
    })),
    resource,
    location: resource === null ? null : (state.get('resource', resource)?.fields.location ?? null),
    metadata: fields.metadata,
    override: fields.parts.some((part) => part.override),
    active: endedAt === null,
    tombstone: endedAt !== null,
    assignedAt: instant(fields.assignedAt),
    assignedBy: fields.assignedBy,
    validTo: instantOrNull(endedAt),
    workspace: version.workspace,
  };
};

export const endedRecord = (state: PlanningState, { version, workspace, endedAt }: EndedAssignment): AssignmentRecord =>
  assignmentRecord(state, { ...version, workspace }, endedAt);

/** The response of unassigning an operation that had no assignment. */
export const noAssignment = (state: PlanningState, operation: string): AssignmentRecord => ({
  ...assignmentRecord(state, { id: '', versionId: '', fields: EMPTY(operation), workspace: state.workspace }),
  id: null,
  versionId: null,
  assignedAt: null,
  active: false,
  tombstone: true,
});

const EMPTY = (operation: string): AssignmentFields => ({
  operation,
  parts: [],
  metadata: null,
  assignedAt: 0,
  assignedBy: null,
});
