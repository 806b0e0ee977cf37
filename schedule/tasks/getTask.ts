import type { TaskRecord } from '../entities/task.ts';
import { readEntity } from '../access/readState.ts';
import type { Ports } from '../ports.ts';
import { taskRecord } from '../records/taskRecord.ts';
import type { Scope } from '../types.ts';

export const getTask = async (deps: Ports, scope: Scope, id: string): Promise<TaskRecord> => {
  const { state, version } = await readEntity(deps, scope, 'task', id);
  return taskRecord(state, version);
};
