import { TASK_MEMBER, TASK_ROLES } from '../entities/task.ts';
import { present } from '../../engine/present.ts';
import { OPERATION, type OperationInput } from '../entities/operation.ts';
import type { TaskInput } from '../entities/task.ts';
import type { OperationFields, TaskFields, TaskRole } from '../../db/versions/entities.ts';
import type { Edits } from '../changes/edits.ts';
import { mergeTags } from '../changes/mergeTags.ts';
import { refuseMove } from '../changes/patchEntity.ts';
import { keep, mergeFields } from '../entities/field.ts';
import { below } from '../problems.ts';
import { mergeTask } from '../tasks/mergeTask.ts';
import { derivedExpectedTime } from '../tasks/window.ts';

/** Adds an operation with both tasks and returns its id. Problems are collected in `edits`. */
export const createOperationIn = (edits: Edits, input: OperationInput, path: string): string => {
  const { length: problemsBefore } = edits.problems.list;
  const id = edits.newId('operation', input.id, below(path, 'id'));
  edits.put('operation', id, mergeOperation(edits, null, input, path));
  for (const role of TASK_ROLES) {
    const task = input[TASK_MEMBER[role]];
    if (task == null) edits.problems.required(below(path, TASK_MEMBER[role]));
    else writeTask(edits, id, role, task, below(path, TASK_MEMBER[role]));
  }
  // If there are other problems, the times may be unreliable.
  if (edits.problems.list.length === problemsBefore) refuseCrossed(edits, id, path);
  return id;
};

/** Merges a write into an existing operation. A task that differs gets a new version; the store drops writes that change nothing. */
export const patchOperationIn = (edits: Edits, id: string, input: OperationInput, path: string): void => {
  const stored = present(edits.get('operation', id));
  refuseMove(edits, { kind: 'operation', id }, input.planning, path);
  edits.put('operation', id, mergeOperation(edits, stored, input, path));
  writeTasks(edits, id, input, path);
};

export const writeTasks = (
  edits: Edits,
  id: string,
  input: Pick<OperationInput, 'inboundTask' | 'outboundTask'>,
  path: string,
): void => {
  for (const role of TASK_ROLES) {
    const task = input[TASK_MEMBER[role]];
    const at = below(path, TASK_MEMBER[role]);
    if (task === undefined) continue;
    if (task !== null) writeTask(edits, id, role, task, at);
    else if (edits.taskOf(id, role) !== undefined) {
      edits.problems.add(at, 'invalid_value', `${at} exists; delete it through /v1/tasks/ instead of sending null.`);
    }
  }
};

const mergeOperation = (
  edits: Edits,
  stored: OperationFields | null,
  input: OperationInput,
  path: string,
): OperationFields => {
  const group = keep(input.group, stored?.group, null);
  if (group !== null && group !== stored?.group) edits.reference('group', group, below(path, 'group'));
  return {
    ...mergeFields(OPERATION, stored, input),
    group,
    tags: mergeTags(edits, stored?.tags ?? [], input.tags, below(path, 'tags')),
  };
};

/**
 * Merges a write into the operation's task with this role, creates one if there is none, or links a standalone task that is named by id. A task that
 * is replaced this way becomes standalone again.
 */
const writeTask = (edits: Edits, operation: string, role: TaskRole, input: TaskInput, path: string): void => {
  const put = (task: string, stored: TaskFields | null): void => {
    edits.nameTask(task, path);
    edits.put('task', task, mergeTask(edits, stored, input, { operation, role }, path));
  };
  const current = edits.taskOf(operation, role);
  const { id } = input;
  if (id === undefined || id === current?.id) {
    put(current?.id ?? edits.newId('task', undefined, path), current?.fields ?? null);
    return;
  }
  const named = edits.get('task', id);
  if (named === undefined) {
    const isBare = Object.values(input).filter((value) => value !== undefined).length === 1;
    if (current !== undefined || isBare) edits.problems.missingReference(below(path, 'id'), 'task', id);
    else put(edits.newId('task', id, below(path, 'id')), null);
    return;
  }
  if (named.operation !== null) {
    const message = `Task ${id} belongs to operation ${named.operation}; only a free task can be linked.`;
    edits.problems.add(below(path, 'id'), 'task_linked', message);
    return;
  }
  if (current !== undefined) edits.put('task', current.id, { ...current.fields, operation: null, role: null });
  put(id, named);
};

/** Refuses crossed times of a new operation. Updates may cross them, since estimates arrive one at a time. */
const refuseCrossed = (edits: Edits, operation: string, path: string): void => {
  const inbound = edits.taskOf(operation, 'inbound')?.fields;
  const outbound = edits.taskOf(operation, 'outbound')?.fields;
  if (inbound === undefined || outbound === undefined) return;
  const refuse = (member: string, message: string): void =>
    edits.problems.add(below(below(path, 'outboundTask'), member), 'times_crossed', message);
  if (inbound.scheduledTime > outbound.scheduledTime)
    refuse('scheduledTime', 'The outbound scheduledTime is before the inbound one.');
  if (derivedExpectedTime(inbound) <= derivedExpectedTime(outbound)) return;
  const [first, second] = [nameOfTime(inbound), nameOfTime(outbound)];
  refuse(
    outbound.actualTime === null ? 'expectedTime' : 'actualTime',
    `The outbound ${second} is before the inbound ${first === second ? 'one' : first}.`,
  );
};

/** What `derivedExpectedTime` is made of. */
const nameOfTime = ({ actualTime, imposedDelayInSeconds }: TaskFields): string => {
  if (actualTime !== null) return 'actualTime';
  return imposedDelayInSeconds === 0 ? 'expectedTime' : 'expectedTime with imposedDelayInSeconds';
};
