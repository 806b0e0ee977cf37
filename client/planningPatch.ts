import type { DocumentTask } from '../engine/instance/planningDocument.ts';
import type { Assignment, Operation, Tables } from './planningTables.ts';

/**
 * One entity after a change (null: it is no more), as events tell it; a changeset's diffs have what it was before, too. An operation is
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
type Structure = keyof typeof STRUCTURE;

const VERSION = ['versionId'] as const;
/** Members of an event's record that a planning document has, too. */
const MEMBERS = {
  planning: ['id', 'name', 'description', 'timezone', 'weights', 'minimumStaySeconds', 'metadata', ...VERSION],
  location: ['id', 'name', 'externalId', 'ordering', 'parent', 'metadata', ...VERSION],
  tag: ['uuid', 'category', 'value', 'required', 'color', ...VERSION],
  resource: ['id', 'name', 'externalId', 'ordering', 'adjacent', 'tags', 'location', 'parent', 'metadata', ...VERSION],
  group: ['id', 'name', 'externalId', 'metadata', ...VERSION],
  operation: [
    'id',
    'externalId',
    'description',
    'metadata',
    'isBlocker',
    'isFixedToResource',
    'group',
    'tags',
    ...VERSION,
  ],
  task: [
    'id',
    'externalId',
    'taskName',
    'scheduledTime',
    'expectedTime',
    'expectedTimeP05',
    'expectedTimeP10',
    'expectedTimeP90',
    'expectedTimeP95',
    'expectedTimesSource',
    'actualTime',
    'sigma',
    'skewFactor',
    'distributionMean',
    'imposedDelayInSeconds',
    'tags',
    'isMock',
    'metadata',
    ...VERSION,
  ],
  rule: ['id', 'name', 'kind', 'enabled', 'hard', 'weight', 'operationTags', 'resourceTags', 'parameters', ...VERSION],
  assignment: ['id', 'operation', 'metadata', 'assignedBy', 'assignedByName', 'assignedAt', ...VERSION],
  part: ['id', 'startAt', 'endAt', 'resource', 'isFixed', 'metadata'],
} as const;

const pick = (record: Fields, members: readonly string[]): Fields =>
  Object.fromEntries(members.filter((member) => member in record).map((member) => [member, record[member]]));

/** Takes the diffs in, forwards. The tables are changed; records in them are replaced. */
export const patchTables = (tables: Tables, diffs: readonly Diff[], touched: Touched = nothingTouched()): Touched => {
  for (const { entity, id, before = null, after, operation: ended } of diffs) {
    switch (entity) {
      case 'planning':
        if (after !== null) tables.planning = pick(after, MEMBERS.planning) as unknown as Tables['planning'];
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
        patchStructure(tables, entity as Structure, id, after);
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
  const record = pick(after, MEMBERS[entity]);
  table.set(id, entity === 'group' ? { ...record, name: record['name'] ?? id } : record);
};

/** One that ends is forgotten unless another one has taken its place already. */
const patchAssignment = (tables: Tables, operation: string, id: string, after: Fields | null): void => {
  if (after === null) {
    const known = tables.assignments.get(operation)?.id;
    if (known === undefined || known === id || id === operation) tables.assignments.delete(operation);
    return;
  }
  // An event repeats the first part's resource beside the parts; a document has one of the two.
  const { parts, resource } = after as { readonly parts?: readonly Fields[]; readonly resource?: string | null };
  const isOverridden = parts?.some((part) => part['override'] === true) ?? after['override'] === true;
  const record: Fields = {
    ...pick(after, MEMBERS.assignment),
    ...(parts === undefined
      ? { resource: resource ?? null }
      : { parts: parts.map((part) => pick(part, MEMBERS.part)) }),
    ...(isOverridden ? { override: true } : {}),
  };
  tables.assignments.set(operation, record as unknown as Assignment);
};

/** Its tasks stay where they are not told. */
const patchOperation = (tables: Tables, id: string, after: Fields | null): void => {
  if (after === null) {
    tables.operations.delete(id);
    return;
  }
  const known = tables.operations.get(id);
  const side = (member: 'inboundTask' | 'outboundTask'): DocumentTask | null =>
    member in after ? toTask(after[member] as Fields | null) : (known?.[member] ?? null);
  tables.operations.set(id, {
    ...(pick(after, MEMBERS.operation) as unknown as Operation),
    inboundTask: side('inboundTask'),
    outboundTask: side('outboundTask'),
  });
};

const toTask = (task: Fields | null): DocumentTask | null =>
  task === null ? null : (pick(task, MEMBERS.task) as unknown as DocumentTask);

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
  if (to.operation != null && to.role != null) setTask(tables, to.operation, to.role, toTask(after));
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
