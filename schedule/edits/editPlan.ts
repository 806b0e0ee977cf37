import { present } from '../../engine/present.ts';
import type { OperationInput } from '../entities/operation.ts';
import { TASK_MEMBER, TASK_ROLES, type StandaloneTaskInput, type TaskInput } from '../entities/task.ts';
import { locate } from '../access/authorize.ts';
import {
  assignOne,
  knownAssignments,
  type Outcome,
  outcomeRecord,
  refuseTwice,
  staleAssignment,
} from '../assignments/bulkAssign.ts';
import { change } from '../changes/change.ts';
import type { Edits } from '../changes/edits.ts';
import { refuseStale, seenOf, type Stale, staleness } from '../changes/freshness.ts';
import { refuseMove } from '../changes/patchEntity.ts';
import { createOperationIn, patchOperationIn } from '../operations/editOperation.ts';
import { deleteOperationIn } from '../operations/deleteOperation.ts';
import type { Ports } from '../ports.ts';
import { below, item, Problems, toError } from '../problems.ts';
import { operationRecord } from '../records/operationRecord.ts';
import type { EditsRecord } from '../records/records.ts';
import { taskRecord } from '../records/taskRecord.ts';
import { createTaskIn, mergeTaskInPlace } from '../tasks/tasks.ts';
import type { BasedOn, EditsInput, Scope } from '../types.ts';

interface Made {
  readonly change: string;
  readonly operations: readonly string[];
  readonly tasks: readonly string[];
  readonly assignments: readonly Outcome[];
}

/**
 * Writes several edits of one planning as one changeset, all or none, in this order: tasks, operations, assignments, deletions. Each is merged and
 * checked as if it came alone. An assignment may refer to an operation that the same request creates, if the client chose its id.
 */
export const editPlan = async (
  deps: Ports,
  scope: Scope,
  planning: string,
  input: EditsInput,
): Promise<EditsRecord> => {
  const ref = await locate(deps, scope, 'planning', planning, 'planner');
  refuseRepeats(input);
  const known = await knownAssignments(deps, scope, input.assignments, () => ref);
  const { state, result, changeset } = await change(deps, scope, ref, (edits, context): Made => {
    refuseStale(staleIn(edits, input));
    refuseTasksTwice(edits, input);
    const tasks = input.tasks.map((task, i) => writeTask(edits, task, item('tasks', i)));
    const operations = input.operations.map((one, i) => writeOperation(edits, one, item('operations', i)));
    const assignments = input.assignments.map((one, i) =>
      assignOne(edits, one, known, scope.actor.user, item('assignments', i)),
    );
    for (const [i, { id }] of input.deletedOperations.entries()) {
      if (edits.has('operation', id)) deleteOperationIn(edits, id);
      else edits.problems.missingReference(deleted(i), 'operation', id);
    }
    return { change: context.changeset, operations, tasks, assignments };
  });
  // A replay returns no changeset, so look it up; a change that wrote nothing has none.
  const made = changeset ?? (await deps.store.changeset(ref, result.change));
  const assignments = [];
  for (const [i, outcome] of result.assignments.entries()) {
    assignments.push(await outcomeRecord(deps, state, present(input.assignments[i]).operation, outcome));
  }
  return {
    change: made?.id ?? null,
    operations: result.operations.map((id) => operationRecord(state, present(state.get('operation', id)))),
    tasks: result.tasks.flatMap((id) => {
      const task = state.get('task', id);
      return task === undefined ? [] : [taskRecord(state, task)];
    }),
    assignments,
  };
};

const deleted = (index: number): string => item('delete.operations', index);

const writeTask = (edits: Edits, input: StandaloneTaskInput, path: string): string => {
  refuseElsewhere(edits, input, path);
  const { id } = input;
  const stored = id === undefined ? undefined : edits.get('task', id);
  if (id === undefined || (stored === undefined && input.taskName !== undefined)) {
    return createTaskIn(edits, input, path);
  }
  if (stored === undefined) edits.problems.missingReference(below(path, 'id'), 'task', id);
  else {
    refuseMove(edits, { kind: 'task', id }, input.planning, path);
    edits.put('task', id, mergeTaskInPlace(edits, id, stored, input, path));
  }
  return id;
};

const writeOperation = (edits: Edits, input: OperationInput, path: string): string => {
  const { id } = input;
  if (id !== undefined && edits.has('operation', id)) {
    patchOperationIn(edits, id, input, path);
    return id;
  }
  refuseElsewhere(edits, input, path);
  // A partial write to an operation that no longer exists must not create one.
  if (id === undefined || [input.inboundTask, input.outboundTask].every(namesItself)) {
    return createOperationIn(edits, input, path);
  }
  edits.problems.missingReference(below(path, 'id'), 'operation', id);
  return id;
};

const namesItself = (task: TaskInput | null | undefined): boolean =>
  task?.taskName !== undefined || task?.id !== undefined;

/** Collects a problem if a new record names another planning than the path. */
const refuseElsewhere = (
  edits: Edits,
  { planning }: { readonly planning?: string | undefined },
  path: string,
): void => {
  if (planning === undefined || planning === edits.state.planning.id) return;
  const message = `These edits are for planning ${edits.state.planning.id}; send those for planning ${planning} separately.`;
  edits.problems.add(below(path, 'planning'), 'not_in_planning', message);
};

const staleIn = ({ state }: Edits, { operations, tasks, assignments, deletedOperations }: EditsInput): Stale[] => {
  const stale = (kind: 'operation' | 'task', { id, basedOn }: { id?: string | undefined } & BasedOn, path: string) =>
    id === undefined ? [] : staleness(state, kind, id, { seen: seenOf(basedOn), path: below(path, 'basedOn') });
  return [
    ...tasks.flatMap((one, i) => stale('task', one, item('tasks', i))),
    ...operations.flatMap((one, i) => stale('operation', one, item('operations', i))),
    ...assignments.flatMap((one, i) => staleAssignment(state, one, item('assignments', i))),
    ...deletedOperations.flatMap((one, i) => stale('operation', one, deleted(i))),
  ];
};

/** Refuses a record that occurs twice, or that is both written and deleted, because the intent would be ambiguous. */
const refuseRepeats = ({ operations, tasks, assignments, deletedOperations }: EditsInput): void => {
  refuseTwice(assignments);
  const problems = new Problems();
  const once = (ids: readonly (string | undefined)[], pathOf: (index: number) => string): void => {
    const seen = new Set<string>();
    for (const [i, id] of ids.entries()) {
      if (id === undefined) continue;
      if (seen.has(id)) problems.repeated(pathOf(i), id);
      seen.add(id);
    }
  };
  const ids = operations.map(({ id }) => id);
  once(ids, (i) => below(item('operations', i), 'id'));
  once(
    tasks.map(({ id }) => id),
    (i) => below(item('tasks', i), 'id'),
  );
  const ended = deletedOperations.map(({ id }) => id);
  once(ended, deleted);
  const written = new Set([...ids, ...assignments.map(({ operation }) => operation)]);
  for (const [i, id] of ended.entries()) {
    if (!written.has(id)) continue;
    problems.add(deleted(i), 'duplicate', `Operation ${id} is written by the same request.`);
  }
  if (problems.any) throw toError(problems.list);
};

/** Refuses a task that is written by itself and also with its operation, or deleted with it. */
const refuseTasksTwice = ({ state, problems }: Edits, { operations, tasks, deletedOperations }: EditsInput): void => {
  const written = new Set(tasks.map(({ id }) => id));
  const refuse = (path: string, task: string | undefined): void => {
    if (task === undefined || !written.has(task)) return;
    problems.add(path, 'duplicate', `Task ${task} is written by the same request.`);
  };
  for (const [i, operation] of operations.entries()) {
    for (const role of TASK_ROLES) {
      const task = operation[TASK_MEMBER[role]];
      // What is only linked keeps what the request writes.
      if (task == null || isOnlyNamed(task)) continue;
      const own = operation.id === undefined ? undefined : state.taskOf(operation.id, role)?.id;
      refuse(below(item('operations', i), TASK_MEMBER[role]), task.id ?? own);
    }
  }
  for (const [i, { id }] of deletedOperations.entries()) {
    for (const role of TASK_ROLES) refuse(deleted(i), state.taskOf(id, role)?.id);
  }
};

const isOnlyNamed = ({ id: _id, ...members }: TaskInput): boolean =>
  Object.values(members).every((value) => value === undefined);
