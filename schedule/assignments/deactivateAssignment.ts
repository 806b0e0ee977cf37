import type { AssignmentRecord } from '../entities/assignment.ts';
import type { Version } from '../../db/versions/entities.ts';
import { locate } from '../access/authorize.ts';
import { readState } from '../access/readState.ts';
import { change } from '../changes/change.ts';
import { requireMatch } from '../changes/freshness.ts';
import type { Ports } from '../ports.ts';
import { endedRecord } from '../records/assignmentRecord.ts';
import type { Scope } from '../types.ts';
import { endedAssignment } from './getAssignment.ts';

/** Ends an assignment; in a workspace, by a tombstone row. An assignment that has already ended is returned as it is. */
export const deactivateAssignment = async (deps: Ports, scope: Scope, id: string): Promise<AssignmentRecord> => {
  const planning = await locate(deps, scope, 'assignment', id, 'planner');
  const before = await readState(deps, scope, planning);
  if (!before.has('assignment', id)) return endedAssignment(deps, before, id);
  let version: Version<'assignment'> | undefined;
  const { state, changeset } = await change(deps, scope, planning, (edits) => {
    version = edits.state.get('assignment', id);
    if (version === undefined) return;
    requireMatch(scope, edits.state, 'assignment', version.fields.operation);
    edits.delete('assignment', id);
  });
  if (version === undefined || changeset === null) return endedAssignment(deps, state, id);
  return endedRecord(state, { version, workspace: scope.workspace, endedAt: changeset.at });
};
