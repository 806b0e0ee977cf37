import type { AssignmentRecord } from '../entities/assignment.ts';
import type { PlanningState } from '../../db/versions/planningState.ts';
import { locate, notFound } from '../access/authorize.ts';
import { readState } from '../access/readState.ts';
import type { Ports } from '../ports.ts';
import { assignmentRecord, endedRecord } from '../records/assignmentRecord.ts';
import type { Scope } from '../types.ts';

/** Returns an assignment, active or ended. */
export const getAssignment = async (deps: Ports, scope: Scope, id: string): Promise<AssignmentRecord> => {
  const planning = await locate(deps, scope, 'assignment', id, 'viewer');
  const state = await readState(deps, scope, planning);
  const active = state.get('assignment', id);
  if (active !== undefined) return assignmentRecord(state, active);
  return endedAssignment(deps, state, id);
};

/** An ended assignment, as it last was. Throws 404 if there is none. */
export const endedAssignment = async (
  { store }: Pick<Ports, 'store'>,
  state: PlanningState,
  id: string,
): Promise<AssignmentRecord> => {
  const { planning, workspace, change } = state;
  const [ended] = await store.inactiveAssignments({ planning, workspace, change }, { id });
  if (ended === undefined) throw notFound('assignment', id);
  return endedRecord(state, ended);
};
