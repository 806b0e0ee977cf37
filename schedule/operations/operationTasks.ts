import type { TaskRecord } from '../entities/task.ts';
import { readEntity } from '../access/readState.ts';
import type { Ports } from '../ports.ts';
import { taskRecord } from '../records/taskRecord.ts';
import type { Scope } from '../types.ts';

/** Lists every version of an operation's tasks, oldest first. */
export const operationTasks = async (deps: Ports, scope: Scope, id: string): Promise<TaskRecord[]> => {
  const { state } = await readEntity(deps, scope, 'operation', id);
  const versions = await deps.store.taskHistory(state.planning, scope.workspace, id);
  return versions.map((version) => taskRecord(state, version));
};
