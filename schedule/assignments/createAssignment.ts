import { present } from '../../engine/present.ts';
import type { AssignmentRecord, AssignmentInput } from '../entities/assignment.ts';
import { locateInBody } from '../access/locateInBody.ts';
import { change } from '../changes/change.ts';
import type { Edits } from '../changes/edits.ts';
import { requireMatch } from '../changes/freshness.ts';
import type { Ports } from '../ports.ts';
import { below } from '../problems.ts';
import { assignmentRecord } from '../records/assignmentRecord.ts';
import type { Scope } from '../types.ts';
import { assignIn } from './editAssignment.ts';

/** Replaces the operation's active assignment, if any, in one changeset. If-Match refers to the replaced assignment. */
export const createAssignment = async (
  deps: Ports,
  scope: Scope,
  input: AssignmentInput,
): Promise<AssignmentRecord> => {
  const planning = await locateInBody(deps, scope, 'operation', input.operation, 'operation');
  const { state, result } = await change(deps, scope, planning, (edits) => {
    if (!requireOperation(edits, input, '')) return '';
    requireMatch(scope, edits.state, 'assignment', input.operation);
    const id = edits.newId('assignment', input.id, 'id');
    assignIn(edits, id, input, scope.actor.user, '');
    return id;
  });
  return assignmentRecord(state, present(state.get('assignment', result)));
};

/** Whether the operation exists. Collects a problem if not, or if the body names another planning than the operation's. */
export const requireOperation = (edits: Edits, input: AssignmentInput, path: string): boolean => {
  const { problems, state } = edits;
  if (input.planning !== undefined && input.planning !== state.planning.id) {
    const message = `Operation ${input.operation} is not in planning ${input.planning}.`;
    problems.add(below(path, 'planning'), 'not_in_planning', message);
  }
  edits.reference('operation', input.operation, below(path, 'operation'));
  return edits.has('operation', input.operation);
};
