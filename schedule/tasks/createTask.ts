import type { TaskRecord, StandaloneTaskInput } from '../entities/task.ts';
import { locateInBody } from '../access/locateInBody.ts';
import { change } from '../changes/change.ts';
import type { Edits } from '../changes/edits.ts';
import type { Ports } from '../ports.ts';
import { below } from '../problems.ts';
import { taskRecord } from '../records/taskRecord.ts';
import type { Scope } from '../types.ts';
import { mergeTask } from './mergeTask.ts';

/** Stands alone until an operation's write names it. */
export const createTask = async (deps: Ports, scope: Scope, input: StandaloneTaskInput): Promise<TaskRecord> => {
  const planning = await locateInBody(deps, scope, 'planning', input.planning, 'planning');
  const { state, result } = await change(deps, scope, planning, (edits) => createTaskIn(edits, input, ''));
  return taskRecord(state, state.get('task', result)!);
};

/** Adds a task that stands alone; answers its id. Problems are collected. */
export const createTaskIn = (edits: Edits, input: StandaloneTaskInput, path: string): string => {
  const id = edits.newId('task', input.id, below(path, 'id'));
  edits.put('task', id, mergeTask(edits, null, input, { operation: null, role: null }, path));
  return id;
};
