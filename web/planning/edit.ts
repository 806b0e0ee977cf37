import { keysOf, memberOf } from '../../engine/recordOf.ts';
import type {
  DocumentAssignmentPart,
  DocumentOperation,
  DocumentTask,
} from '../../engine/instance/planningDocument.ts';
import type { Assignment, Operation } from '../../client/planningTables.ts';

/** The edit of one gesture, which becomes one changeset and can be undone as one. It is the body of `POST …/edits/`. */
export interface Edit {
  /** Operations that are patched by id, or created when there is none. */
  readonly operations?: readonly OperationEdit[];
  readonly assignments?: readonly AssignmentEdit[];
  readonly delete?: { readonly operations: readonly string[] };
  /** The text in the list of changes. */
  readonly message?: string;
}

export type OperationEdit = { readonly id: string } & {
  readonly [K in Exclude<keyof DocumentOperation, 'id' | 'inboundTask' | 'outboundTask'>]?: DocumentOperation[K];
} & { readonly inboundTask?: Partial<DocumentTask>; readonly outboundTask?: Partial<DocumentTask> };

export interface AssignmentEdit {
  readonly operation: string;
  /** The resource; null for no place. */
  readonly resource?: string | null;
  readonly parts?: readonly DocumentAssignmentPart[];
  readonly override?: boolean;
  /** False to end the assignment. */
  readonly active?: boolean;
  /** The version that the edit is based on; null when there was none. */
  readonly basedOn?: string | null;
}

/** An operation and its assignment, as far as they exist. */
export interface Entry {
  readonly operation: Operation | undefined;
  readonly assignment: Assignment | undefined;
}

const editedTask = (task: DocumentTask | null, change: Partial<DocumentTask> | undefined): DocumentTask | null =>
  change === undefined ? task : ({ ...task, ...change } as DocumentTask);

const editedOperation = (operation: Operation | undefined, edit: OperationEdit): Operation => {
  const { inboundTask, outboundTask, ...fields } = edit;
  return {
    ...operation,
    ...fields,
    inboundTask: editedTask(operation?.inboundTask ?? null, inboundTask),
    outboundTask: editedTask(operation?.outboundTask ?? null, outboundTask),
  };
};

const editedAssignment = (assignment: Assignment | undefined, edit: AssignmentEdit): Assignment | undefined => {
  if (edit.active === false) return undefined;
  const { resource = null, parts, operation, override } = edit;
  return {
    ...(assignment?.id === undefined ? {} : { id: assignment.id }),
    ...(assignment?.versionId === undefined ? {} : { versionId: assignment.versionId }),
    operation,
    ...(parts === undefined ? { resource } : { parts }),
    ...(override === undefined ? {} : { override }),
  };
};

/** What an edit does to one operation. */
interface EntryEdit {
  readonly operations: OperationEdit[];
  readonly assignments: AssignmentEdit[];
  isDeleted: boolean;
}

/** What an edit does, by the ids of the operations that it affects. An edit may affect thousands, so it is read once. */
export const editsByOperation = (edit: Edit): ReadonlyMap<string, EntryEdit> => {
  const found = new Map<string, EntryEdit>();
  const of = (id: string): EntryEdit => {
    const known = found.get(id) ?? { operations: [], assignments: [], isDeleted: false };
    found.set(id, known);
    return known;
  };
  for (const change of edit.operations ?? []) of(change.id).operations.push(change);
  for (const change of edit.assignments ?? []) of(change.operation).assignments.push(change);
  for (const id of edit.delete?.operations ?? []) of(id).isDeleted = true;
  return found;
};

/** The ids of operations that the edit affects. */
export const operationsIn = (edit: Edit): ReadonlySet<string> => new Set(editsByOperation(edit).keys());

/** The entry of an operation after the edit. */
export const editEntry = (entry: Entry, { operations, assignments, isDeleted }: EntryEdit): Entry =>
  isDeleted
    ? { operation: undefined, assignment: undefined }
    : {
        operation: operations.reduce<Operation | undefined>(editedOperation, entry.operation),
        assignment: assignments.reduce<Assignment | undefined>(editedAssignment, entry.assignment),
      };

const reverted = (
  task: DocumentTask | null,
  change: Partial<DocumentTask> | undefined,
): Partial<DocumentTask> | undefined => {
  if (change === undefined || task === null) return undefined;
  const members = keysOf(change);
  return Object.fromEntries(members.map((member) => [member, task[member] ?? null]));
};

const assignmentAsEdit = (operation: string, assignment: Assignment | undefined): AssignmentEdit => {
  if (assignment === undefined) return { operation, active: false };
  const { resource, parts, override } = assignment;
  return {
    operation,
    ...(parts === undefined ? { resource: resource ?? null } : { parts }),
    ...(override === undefined ? {} : { override }),
  };
};

/** The inverse of an edit, given the entries before it. The board shows it while the server reverts the changeset. */
export const inverseOf = (edit: Edit, entryOf: (id: string) => Entry): Edit => {
  const operations: OperationEdit[] = [];
  const made: string[] = [];
  for (const change of edit.operations ?? []) {
    const { operation } = entryOf(change.id);
    if (operation === undefined) {
      made.push(change.id);
      continue;
    }
    const { id, inboundTask, outboundTask, ...fields } = change;
    const before = Object.fromEntries(
      Object.keys(fields).map((member) => [member, memberOf(operation, member) ?? null]),
    );
    const inbound = reverted(operation.inboundTask, inboundTask);
    const outbound = reverted(operation.outboundTask, outboundTask);
    operations.push({
      id,
      ...before,
      ...(inbound === undefined ? {} : { inboundTask: inbound }),
      ...(outbound === undefined ? {} : { outboundTask: outbound }),
    });
  }
  const assignments = (edit.assignments ?? [])
    .filter(({ operation }) => !made.includes(operation))
    .map(({ operation }) => assignmentAsEdit(operation, entryOf(operation).assignment));
  for (const id of edit.delete?.operations ?? []) {
    const { operation, assignment } = entryOf(id);
    if (operation === undefined) continue;
    const { inboundTask, outboundTask, ...fields } = operation;
    operations.push({
      ...fields,
      ...(inboundTask === null ? {} : { inboundTask }),
      ...(outboundTask === null ? {} : { outboundTask }),
    });
    if (assignment !== undefined) assignments.push(assignmentAsEdit(id, assignment));
  }
  return { operations, assignments, ...(made.length === 0 ? {} : { delete: { operations: made } }) };
};
