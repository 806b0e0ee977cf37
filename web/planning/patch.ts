import type { DocumentTask } from '../../engine/instance/planningDocument.ts';
import type { Assignment, Operation, Tables } from './tables.ts';

/**
 * One entity after a change (null: it is not any more), as events tell it; a changeset's diffs have what it was before, too. An operation is
 * told whole, with its tasks, or without them where a task is told by itself.
 */
export interface Diff {
  readonly entity: string;
  readonly id: string;
  readonly before?: Fields | null;
  readonly after: Fields | null;
  /** Of an assignment that ends. */
  readonly operation?: string;
}

export type Fields = Readonly<Record<string, unknown>>;

/** What a change reaches: operations by id; everything when the frame itself changed (resources, tags, rules, the planning). */
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

/** Takes the diffs in, forwards. The tables are changed; entries of them are replaced. */
export const patchTables = (tables: Tables, diffs: readonly Diff[], touched: Touched = nothingTouched()): Touched => {
  for (const { entity, id, before = null, after, operation: ended } of diffs) {
    switch (entity) {
      case 'planning':
        if (after !== null) tables.planning = { ...tables.planning, ...after };
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
        if (!(entity in STRUCTURE)) break;
        patchStructure(tables[STRUCTURE[entity as keyof typeof STRUCTURE]], id, after);
        touched.isStructural = true;
    }
  }
  return touched;
};

const patchStructure = (table: Map<string, unknown>, id: string, after: Fields | null): void => {
  if (after === null) table.delete(id);
  else table.set(id, after);
};

/** One that ends is forgotten unless another one has taken its place already. */
const patchAssignment = (tables: Tables, operation: string, id: string, after: Fields | null): void => {
  if (after === null) {
    const known = tables.assignments.get(operation)?.id;
    if (known === undefined || known === id || id === operation) tables.assignments.delete(operation);
    return;
  }
  // An event repeats the first part's resource beside the parts; a document has one of the two.
  const { resource, ...told } = after;
  const parts = told['parts'] as readonly { readonly override?: boolean }[] | undefined;
  const isOverridden = parts?.some(({ override }) => override === true) === true;
  tables.assignments.set(operation, {
    ...(told as unknown as Assignment),
    ...(parts === undefined ? { resource: resource as string | null } : {}),
    ...(isOverridden ? { override: true } : {}),
  });
};

/** Its tasks stay where they are not told. */
const patchOperation = (tables: Tables, id: string, after: Fields | null): void => {
  if (after === null) {
    tables.operations.delete(id);
    return;
  }
  if ('inboundTask' in after) {
    tables.operations.set(id, after as unknown as Operation);
    return;
  }
  const known = tables.operations.get(id);
  tables.operations.set(id, {
    ...(after as unknown as Operation),
    inboundTask: known?.inboundTask ?? null,
    outboundTask: known?.outboundTask ?? null,
  });
};

interface Linked {
  readonly operation?: string | null;
  readonly role?: 'inbound' | 'outbound' | null;
}

const patchTask = (tables: Tables, before: Fields | null, after: Fields | null): readonly string[] => {
  const from = (before ?? {}) as Linked;
  const to = (after ?? {}) as Linked;
  if (from.operation != null && from.role != null && (to.operation !== from.operation || to.role !== from.role)) {
    setTask(tables, from.operation, from.role, null);
  }
  if (to.operation != null && to.role != null) setTask(tables, to.operation, to.role, after as unknown as DocumentTask);
  return [from.operation, to.operation].filter((id) => id != null);
};

const setTask = (tables: Tables, id: string, role: 'inbound' | 'outbound', task: DocumentTask | null): void => {
  const known = tables.operations.get(id);
  if (known === undefined && task === null) return;
  // A task may come before its operation: the operation takes it up when it comes.
  const operation = known ?? { id, inboundTask: null, outboundTask: null };
  tables.operations.set(id, { ...operation, [`${role}Task`]: task });
};

/** The same change told backwards, to be taken in last to first. */
export const reversed = (diffs: readonly Diff[]): readonly Diff[] =>
  diffs.map(({ entity, id, before = null, after }) => ({ entity, id, before: after, after: before })).reverse();
