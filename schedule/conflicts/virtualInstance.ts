import type { TaskRole } from '../../db/store/entities.ts';
import type { PlanningState } from '../../db/store/planningState.ts';
import { compile } from '../../engine/instance/compile.ts';
import type { Instance } from '../../engine/instance/instance.ts';
import type { VirtualAssignment, VirtualOperation } from '../../engine/instance/virtualState.ts';
import { assignIn } from '../assignments/editAssignment.ts';
import { Edits } from '../changes/edits.ts';
import { documentAssignment, documentOf, taskDocument } from '../documents/documentOf.ts';
import { writeTasks } from '../operations/editOperation.ts';
import type { Ports } from '../ports.ts';
import { below, item } from '../problems.ts';
import { instant } from '../records/instants.ts';
import type { VirtualState } from '../types.ts';

/**
 * The state with a virtual state laid over it, compiled; reassignments are counted from the state itself. It is read like writes of the same
 * shape: task updates merge, references must exist. Only required tags are not asked for: what breaks them shows in the score and the
 * candidates.
 */
export const virtualInstance = (
  { clock, ids }: Pick<Ports, 'clock' | 'ids'>,
  state: PlanningState,
  { assignments = [], operations = [] }: VirtualState,
): Instance => {
  const edits = new Edits(state, { at: clock(), change: state.change, changeset: '' }, ids, null);
  const { problems } = edits;
  const virtualOperations: VirtualOperation[] = [];
  for (const [i, operation] of operations.entries()) {
    const path = item('virtualState.operations', i);
    edits.reference('operation', operation.id, below(path, 'id'));
    if (!edits.has('operation', operation.id)) continue;
    writeTasks(edits, operation.id, operation, path);
    virtualOperations.push({
      id: operation.id,
      ...side(edits, operation.id, 'inbound'),
      ...side(edits, operation.id, 'outbound'),
    });
  }
  const virtualAssignments: VirtualAssignment[] = [];
  for (const [i, assignment] of assignments.entries()) {
    const path = item('virtualState.assignments', i);
    edits.reference('operation', assignment.operation, below(path, 'operation'));
    if (!edits.has('operation', assignment.operation)) continue;
    const fields = assignIn(edits, ids(), { ...assignment, override: true }, '', path);
    const { operation, parts } = documentAssignment(fields);
    virtualAssignments.push({ operation, ...(parts === undefined ? {} : { parts }) });
  }
  problems.check();
  const document = documentOf(state);
  return compile(document, {
    referenceTime: instant(clock()),
    virtualState: { assignments: virtualAssignments, operations: virtualOperations },
    baseline: document.assignments,
  });
};

const side = (edits: Edits, operation: string, role: TaskRole) => {
  const task = edits.taskOf(operation, role);
  return task === undefined ? {} : { [`${role}Task`]: taskDocument(task.fields) };
};
