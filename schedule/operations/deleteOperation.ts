import { locate, notFound } from '../access/authorize.ts';
import { change } from '../changes/change.ts';
import { requireMatch } from '../changes/requireMatch.ts';
import type { Ports } from '../ports.ts';
import type { Scope } from '../types.ts';

/** Its assignment is deactivated and its tasks are deleted with it. */
export const deleteOperation = async (deps: Ports, scope: Scope, id: string): Promise<void> => {
  const planning = await locate(deps, scope, 'operation', id, 'planner');
  await change(deps, scope, planning, (edits) => {
    const version = edits.state.get('operation', id);
    if (version === undefined) throw notFound('operation', id);
    requireMatch(scope, version.versionId);
    const assignment = edits.assignmentOf(id);
    if (assignment !== undefined) edits.delete('assignment', assignment.id);
    for (const role of ['inbound', 'outbound'] as const) {
      const task = edits.taskOf(id, role);
      if (task !== undefined) edits.delete('task', task.id);
    }
    edits.delete('operation', id);
  });
};
