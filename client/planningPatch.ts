import { isRecord } from '../engine/recordOf.ts';
import type {
  DocumentAssignmentPart,
  DocumentGroup,
  DocumentLocation,
  DocumentPlanning,
  DocumentResource,
  DocumentRule,
  DocumentTag,
  DocumentTask,
} from '../engine/instance/planningDocument.ts';
import { DOCUMENT_MEMBERS } from './documentMembers.ts';
import type { Assignment, Operation, Tables } from './planningTables.ts';

/**
 * The difference of one record: `after` is null when the record was deleted. Events have only `after`; the diffs of a changeset also have `before`.
 * An operation comes with its tasks, or without them when its tasks have diffs of their own.
 */
export interface Diff {
  readonly entity: string;
  readonly id: string;
  readonly before?: Fields | null;
  readonly after: Fields | null;
  /** The operation of an assignment that ends. */
  readonly operation?: string;
}

export type Fields = Readonly<Record<string, unknown>>;

/** What a change affects: the ids of operations, or everything when the structure changed (resources, tags, rules, the planning). */
export interface Touched {
  readonly operations: Set<string>;
  isStructural: boolean;
}

export const nothingTouched = (): Touched => ({ operations: new Set(), isStructural: false });

const STRUCTURE = {
  location: 'locations',
  tag: 'tags',
  resource: 'resources',
  group: 'groups',
  rule: 'rules',
} as const;
type Structure = keyof typeof STRUCTURE;
const isStructure = (entity: string): entity is Structure => entity in STRUCTURE;

/** Whether other records may refer to such a record and keep that when it is deleted. */
export const isReferredTo = (entity: string): boolean => isStructure(entity) && entity !== 'rule';

/** The additional members of records in a document with versions, for entities where they differ from just `versionId`. */
const VERSION_MEMBERS: { readonly [E in keyof Records]?: readonly string[] } = {
  assignment: ['versionId', 'assignedBy', 'assignedByName', 'assignedAt'],
  part: [],
};

interface Records {
  planning: DocumentPlanning;
  location: DocumentLocation;
  tag: DocumentTag;
  resource: DocumentResource;
  group: DocumentGroup;
  operation: Operation;
  task: DocumentTask;
  rule: DocumentRule;
  assignment: Assignment;
  part: DocumentAssignmentPart;
}

/** The members of an event's record that a planning document has as well. */
const documentRecord = <E extends keyof Records>(entity: E, fields: Fields): Records[E] => {
  const members = [...DOCUMENT_MEMBERS[entity], ...(VERSION_MEMBERS[entity] ?? ['versionId'])];
  const record: object = Object.fromEntries(
    members.filter((member) => member in fields).map((member) => [member, fields[member]]),
  );
  return record as Records[E];
};

/** Applies diffs in order. Changes the tables and replaces records in them; returns what was affected. */
export const patchTables = (tables: Tables, diffs: readonly Diff[]): Touched => {
  const touched = nothingTouched();
  for (const { entity, id, before = null, after, operation: ended } of diffs) {
    switch (entity) {
      case 'planning':
        if (after !== null) tables.planning = documentRecord('planning', after);
        touched.isStructural = true;
        break;
      case 'operation':
        patchOperation(tables, id, after);
        touched.operations.add(id);
        break;
      case 'task':
        for (const operation of patchTask(tables, before, after)) touched.operations.add(operation);
        break;
      case 'assignment': {
        const named = (after ?? before)?.['operation'];
        const operation = typeof named === 'string' ? named : (ended ?? '');
        patchAssignment(tables, operation, id, after);
        touched.operations.add(operation);
        break;
      }
      default:
        if (!isStructure(entity)) break;
        patchStructure(tables, entity, id, after);
        touched.isStructural = true;
    }
  }
  return touched;
};

const patchStructure = (tables: Tables, entity: Structure, id: string, after: Fields | null): void => {
  const table: Map<string, unknown> = tables[STRUCTURE[entity]];
  if (after === null) {
    table.delete(id);
    return;
  }
  const record = documentRecord(entity, after);
  table.set(id, entity === 'group' ? { ...record, name: after['name'] ?? id } : record);
};

/** Sets or removes an assignment. One that ends is removed only when no other assignment has replaced it already. */
const patchAssignment = (tables: Tables, operation: string, id: string, after: Fields | null): void => {
  if (after === null) {
    const known = tables.assignments.get(operation)?.id;
    if (known === undefined || known === id || id === operation) tables.assignments.delete(operation);
    return;
  }
  // An event repeats the first part's resource beside the parts; a document has one of the two.
  const parts = Array.isArray(after['parts']) ? after['parts'].filter(isRecord) : undefined;
  const resource = typeof after['resource'] === 'string' ? after['resource'] : null;
  const isOverridden = parts?.some((part) => part['override'] === true) ?? after['override'] === true;
  tables.assignments.set(operation, {
    ...documentRecord('assignment', after),
    ...(parts === undefined ? { resource } : { parts: parts.map((part) => documentRecord('part', part)) }),
    ...(isOverridden ? { override: true } : {}),
  });
};

/** Sets or removes an operation. Keeps its tasks when the diff does not contain them. */
const patchOperation = (tables: Tables, id: string, after: Fields | null): void => {
  if (after === null) {
    tables.operations.delete(id);
    return;
  }
  const known = tables.operations.get(id);
  const side = (member: 'inboundTask' | 'outboundTask'): DocumentTask | null =>
    member in after ? toTask(after[member]) : (known?.[member] ?? null);
  tables.operations.set(id, {
    ...documentRecord('operation', after),
    inboundTask: side('inboundTask'),
    outboundTask: side('outboundTask'),
  });
};

const toTask = (task: unknown): DocumentTask | null => (isRecord(task) ? documentRecord('task', task) : null);

interface Linked {
  readonly operation?: string | null;
  readonly role?: 'inbound' | 'outbound' | null;
}

const patchTask = (tables: Tables, before: Fields | null, after: Fields | null): readonly string[] => {
  const from: Linked = before ?? {};
  const to: Linked = after ?? {};
  if (from.operation != null && from.role != null && (to.operation !== from.operation || to.role !== from.role)) {
    setTask(tables, from.operation, from.role, null);
  }
  if (to.operation != null && to.role != null) setTask(tables, to.operation, to.role, toTask(after));
  return [from.operation, to.operation].filter((id) => id != null);
};

const setTask = (tables: Tables, id: string, role: 'inbound' | 'outbound', task: DocumentTask | null): void => {
  const known = tables.operations.get(id);
  if (known === undefined && task === null) return;
  // The diff of a task may come before that of its operation, which then keeps the task.
  const operation = known ?? { id, inboundTask: null, outboundTask: null };
  tables.operations.set(id, { ...operation, [`${role}Task`]: task });
};

/** The diffs that undo these, in the order in which they have to be applied. */
export const reversed = (diffs: readonly Diff[]): readonly Diff[] =>
  diffs.map(({ entity, id, before = null, after }) => ({ entity, id, before: after, after: before })).reverse();
