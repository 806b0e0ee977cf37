import type { TaskFields, Version } from '../../db/versions/entities.ts';
import { openStatePage } from '../access/openStatePage.ts';
import type { Edits } from '../changes/edits.ts';
import { entityVerbs } from '../changes/entityVerbs.ts';
import type { StandaloneTaskInput, TaskRecord } from '../entities/task.ts';
import type { Ports } from '../ports.ts';
import { below } from '../problems.ts';
import { someInOrder } from '../records/page.ts';
import { taskRecord } from '../records/taskRecord.ts';
import type { Listed, Scope, StatePageRequest } from '../types.ts';
import { mergeTask } from './mergeTask.ts';

/** Merges a write into a stored task, which stays where it is. A new one (null) stands alone until an operation links it. */
export const mergeTaskInPlace = (
  edits: Edits,
  id: string,
  stored: TaskFields | null,
  input: StandaloneTaskInput,
  path: string,
): TaskFields => {
  const { operation, role } = stored ?? { operation: null, role: null };
  edits.nameTask(id, path);
  return mergeTask(edits, stored, input, { operation, role }, path);
};

/** Deleting a linked task leaves that side of the operation null, so the operation has no window any more. */
export const {
  create: createTask,
  get: getTask,
  patch: patchTask,
  delete: deleteTask,
} = entityVerbs({
  kind: 'task',
  idMember: 'id',
  merge: (edits, id, stored, input: StandaloneTaskInput) => mergeTaskInPlace(edits, id, stored, input, ''),
  record: taskRecord,
});

/** Adds a standalone task and returns its id. Problems are collected in `edits`. */
export const createTaskIn = (edits: Edits, input: StandaloneTaskInput, path: string): string => {
  const id = edits.newId('task', input.id, below(path, 'id'));
  edits.put('task', id, mergeTaskInPlace(edits, id, null, input, path));
  return id;
};

/** Lists tasks whose own external id, or whose operation's external id, is `externalId`. */
export const listTasks = async (
  deps: Ports,
  scope: Scope,
  planning: string,
  externalId: string,
  request: StatePageRequest,
): Promise<Listed<TaskRecord>> => {
  const { page, state } = await openStatePage(deps, scope, planning, request);
  const found: Version<'task'>[] = [];
  for (const version of state.all('task')) {
    const { externalId: own, operation } = version.fields;
    const matches =
      own === externalId || (operation !== null && state.get('operation', operation)?.fields.externalId === externalId);
    if (matches) found.push(version);
  }
  return page.take(state.change, await someInOrder(found), (version) => taskRecord(state, version));
};
