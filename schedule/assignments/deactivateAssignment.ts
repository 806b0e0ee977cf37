import { locate } from '../access/authorize.ts';
import { readState } from '../access/readState.ts';
import { change } from '../changes/change.ts';
import { requireMatch } from '../changes/requireMatch.ts';
import type { Ports } from '../ports.ts';
import { assignmentRecord } from '../records/assignmentRecord.ts';
import type { AssignmentRecord } from '../records/records.ts';
import type { Scope } from '../types.ts';
import { lastOf } from './getAssignment.ts';

/** In a workspace: a tombstone there. One that is not active any more is answered as it is. */
export const deactivateAssignment = async (deps: Ports, scope: Scope, id: string): Promise<AssignmentRecord> => {
  const planning = await locate(deps, scope, 'assignment', id, 'planner');
  const before = await readState(deps, scope, planning);
  const active = before.get('assignment', id);
  if (active === undefined) return assignmentRecord(...(await lastOf(deps, before, id)));
  const { state, changeset } = await change(deps, scope, planning, (edits) => {
    const version = edits.state.get('assignment', id);
    if (version === undefined) return;
    requireMatch(scope, version.versionId);
    edits.delete('assignment', id);
  });
  if (changeset === null) return assignmentRecord(...(await lastOf(deps, state, id)));
  return assignmentRecord(state, { ...active, workspace: scope.workspace }, changeset.at);
};
