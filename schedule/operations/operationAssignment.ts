import type { AssignmentRecord } from '../entities/assignment.ts';
import { readEntity } from '../access/readState.ts';
import { ScheduleError } from '../errors.ts';
import type { Ports } from '../ports.ts';
import { assignmentRecord } from '../records/assignmentRecord.ts';
import type { Scope } from '../types.ts';

export const operationAssignment = async (deps: Ports, scope: Scope, id: string): Promise<AssignmentRecord> => {
  const { state } = await readEntity(deps, scope, 'operation', id);
  const assignment = state.assignmentOf(id);
  if (assignment === undefined) throw new ScheduleError('unassigned', `Operation ${id} has no active assignment.`);
  return assignmentRecord(state, assignment);
};
