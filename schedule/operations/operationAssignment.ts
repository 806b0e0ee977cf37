import type { AssignmentRecord } from '../entities/assignment.ts';
import { readEntity } from '../access/readState.ts';
import { standingAssignment } from '../documents/documentOf.ts';
import { ScheduleError } from '../errors.ts';
import type { Ports } from '../ports.ts';
import { assignmentRecord } from '../records/assignmentRecord.ts';
import type { Scope } from '../types.ts';

/** Throws 404 if the operation is unassigned, also if it has an assignment of which no part has a resource that still exists. */
export const operationAssignment = async (deps: Ports, scope: Scope, id: string): Promise<AssignmentRecord> => {
  const { state } = await readEntity(deps, scope, 'operation', id);
  const assignment = state.assignmentOf(id);
  if (assignment === undefined) throw new ScheduleError('unassigned', `Operation ${id} has no active assignment.`);
  if (standingAssignment(state, assignment).parts.every(({ resource }) => resource === null))
    throw new ScheduleError('unassigned', `Operation ${id} is unassigned: no part of its assignment has a resource.`);
  return assignmentRecord(state, assignment);
};
