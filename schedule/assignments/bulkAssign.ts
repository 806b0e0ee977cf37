import { locateAllInBody } from '../access/locateInBody.ts';
import { changeAll } from '../changes/change.ts';
import type { Edits } from '../changes/edits.ts';
import { distinct } from '../operations/bulkCreateOperations.ts';
import type { Ports } from '../ports.ts';
import { below, item, Problems, toError } from '../problems.ts';
import { assignmentRecord, noAssignment } from '../records/assignmentRecord.ts';
import type { AssignmentRecord } from '../records/records.ts';
import type { AssignmentFields } from '../../db/store/entities.ts';
import type { AssignmentInput, Scope } from '../types.ts';
import { requireOperation } from './createAssignment.ts';
import { assignIn } from './editAssignment.ts';

type Outcome =
  | { readonly assigned: string }
  | {
      readonly ended: { readonly id: string; readonly versionId: string; readonly fields: AssignmentFields };
      readonly at: number;
    }
  | null;

/**
 * All or nothing, answered in the order given. An id of the operation's active assignment changes that one; `active: false`
 * unassigns.
 */
export const bulkAssign = async (
  deps: Ports,
  scope: Scope,
  inputs: readonly AssignmentInput[],
): Promise<AssignmentRecord[]> => {
  if (inputs.length === 0) return [];
  const at = (i: number): string => item('assignments', i);
  refuseTwice(inputs);
  const named = inputs.map(({ operation }, i) => ({ id: operation, path: below(at(i), 'operation') }));
  const { targets, targetOf } = distinct(await locateAllInBody(deps, scope, 'operation', named));
  const { states, result } = await changeAll(deps, scope, targets, (all) =>
    inputs.map((input, i) => assignOne(all[targetOf[i]], input, scope.actor.user, at(i))),
  );
  return result.map((outcome, i) => {
    const state = states[targetOf[i]];
    if (outcome === null) return noAssignment(state, inputs[i].operation);
    if ('assigned' in outcome) return assignmentRecord(state, state.get('assignment', outcome.assigned)!);
    return assignmentRecord(state, { ...outcome.ended, workspace: scope.workspace }, outcome.at);
  });
};

const refuseTwice = (inputs: readonly AssignmentInput[]): void => {
  const problems = new Problems();
  const seen = new Set<string>();
  for (const [i, { operation }] of inputs.entries()) {
    const path = below(item('assignments', i), 'operation');
    if (seen.has(operation)) problems.add(path, 'validation_failed', `Operation ${operation} is named twice.`);
    seen.add(operation);
  }
  if (problems.any) throw toError(problems.list);
};

const assignOne = (edits: Edits, input: AssignmentInput, assignedBy: string, path: string): Outcome => {
  if (!requireOperation(edits, input, path)) return null;
  const current = edits.state.assignmentOf(input.operation);
  if (input.active === false) {
    if (current === undefined) return null;
    edits.delete('assignment', current.id);
    const { id, versionId, fields } = current;
    return { ended: { id, versionId, fields }, at: edits.context.at };
  }
  const isSame = input.id !== undefined && input.id === current?.id;
  const id = isSame ? current.id : edits.newId('assignment', input.id, below(path, 'id'));
  assignIn(edits, id, input, assignedBy, path);
  return { assigned: id };
};
