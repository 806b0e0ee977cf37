import type { TaskRecord, StandaloneTaskInput } from '../entities/task.ts';
import type { TaskFields } from '../../db/versions/entities.ts';
import type { Edits } from '../changes/edits.ts';
import { patchEntity } from '../changes/patchEntity.ts';
import type { Ports } from '../ports.ts';
import { taskRecord } from '../records/taskRecord.ts';
import type { Scope } from '../types.ts';
import { mergeTask } from './mergeTask.ts';

export const patchTask = async (
  deps: Ports,
  scope: Scope,
  id: string,
  input: StandaloneTaskInput,
): Promise<TaskRecord> => {
  const { state, version } = await patchEntity(deps, scope, 'task', id, input.planning, (edits, stored) =>
    mergeStored(edits, stored, input, ''),
  );
  return taskRecord(state, version);
};

/** A write merged into a task that is there, where it is. */
export const mergeStored = (edits: Edits, stored: TaskFields, input: StandaloneTaskInput, path: string): TaskFields =>
  mergeTask(edits, stored, input, { operation: stored.operation, role: stored.role }, path);
