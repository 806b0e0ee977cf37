import { TASK_ROLES } from '../entities/task.ts';
import { locate, notFound } from '../access/authorize.ts';
import { change } from '../changes/change.ts';
import type { Edits } from '../changes/edits.ts';
import { requireMatch } from '../changes/freshness.ts';
import type { Ports } from '../ports.ts';
import type { Scope } from '../types.ts';

export const deleteOperation = async (deps: Ports, scope: Scope, id: string): Promise<void> => {
  const planning = await locate(deps, scope, 'operation', id, 'planner');
  await change(deps, scope, planning, (edits) => {
    if (!edits.state.has('operation', id)) throw notFound('operation', id);
    requireMatch(scope, edits.state, 'operation', id);
    deleteOperationIn(edits, id);
  });
};

/** Deletes an operation with its tasks, and deactivates its assignment. */
export const deleteOperationIn = (edits: Edits, id: string): void => {
  const assignment = edits.assignmentOf(id);
  if (assignment !== undefined) edits.delete('assignment', assignment.id);
  for (const role of TASK_ROLES) {
    const task = edits.taskOf(id, role);
    if (task !== undefined) edits.delete('task', task.id);
  }
  edits.delete('operation', id);
};
