import type { TaskRecord } from '../entities/task.ts';
import { readEntity } from '../access/readState.ts';
import type { Ports } from '../ports.ts';
import { ALL_ROWS, openPage } from '../records/page.ts';
import { taskRecord } from '../records/taskRecord.ts';
import type { Listed, PageRequest, Scope } from '../types.ts';

/** Lists every version of an operation's tasks, oldest first. */
export const operationTasks = async (
  deps: Ports,
  scope: Scope,
  id: string,
  request: PageRequest = ALL_ROWS,
): Promise<Listed<TaskRecord>> => {
  const page = openPage(request);
  const { state } = await readEntity(deps, scope, 'operation', id);
  const versions = await deps.store.taskHistory(state.planning, scope.workspace, id);
  return page.take(state.change, versions, (version) => taskRecord(state, version));
};
