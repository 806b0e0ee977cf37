/**
 * A planning that a client keeps up to date: the export with `versions=true`, patched by the `change` messages of a subscription with
 * `batch: true`. Pure: it imports nothing, and runs in a browser.
 */

type Json = null | boolean | number | string | readonly Json[] | Fields;
/** A record of the planning document, or of an event. */
export interface Fields {
  readonly [member: string]: Json | undefined;
}

/** The lists of a planning document. */
export const LISTS = ['locations', 'tags', 'resources', 'groups', 'operations', 'rules', 'assignments'] as const;
type List = (typeof LISTS)[number];

/** What `GET …/export/?versions=true` answers. */
export type ExportedPlanning = { readonly format: string; readonly planning: Fields } & {
  readonly [L in List]: readonly Fields[];
};

/** The part of a `change` message that says what became of the planning. */
export interface ChangeMessage {
  /** Changeset id. */
  readonly change: string;
  readonly events: readonly {
    readonly data: {
      readonly entity: string;
      readonly id: string;
      /** Of an assignment that ends. */
      readonly operation?: string;
      /** Null: it is no more. */
      readonly after: Fields | null;
    };
  }[];
}

/** Records by id, as the planning has them; an assignment by its operation. */
type Records = { readonly [L in List]: Map<string, Fields> };

const LIST_OF: Readonly<Record<string, List>> = {
  location: 'locations',
  tag: 'tags',
  resource: 'resources',
  group: 'groups',
  operation: 'operations',
  rule: 'rules',
  assignment: 'assignments',
};

const VERSION = ['versionId'] as const;
const TASK = [
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
] as const;
const PART = ['id', 'startAt', 'endAt', 'resource', 'isFixed', 'metadata'] as const;
/** Members of an event's record that a document has, too. */
const MEMBERS: { readonly [L in List | 'planning']: readonly string[] } = {
  planning: ['id', 'name', 'description', 'timezone', 'weights', 'minimumStaySeconds', 'metadata', ...VERSION],
  locations: ['id', 'name', 'externalId', 'ordering', 'parent', 'metadata', ...VERSION],
  tags: ['uuid', 'category', 'value', 'required', 'color', ...VERSION],
  resources: ['id', 'name', 'externalId', 'ordering', 'adjacent', 'tags', 'location', 'parent', 'metadata', ...VERSION],
  groups: ['id', 'name', 'externalId', 'metadata', ...VERSION],
  operations: [
    'id',
    'externalId',
    'description',
    'metadata',
    'isBlocker',
    'isFixedToResource',
    'group',
    'tags',
    'inboundTask',
    'outboundTask',
    ...VERSION,
  ],
  rules: ['id', 'name', 'kind', 'enabled', 'hard', 'weight', 'operationTags', 'resourceTags', 'parameters', ...VERSION],
  assignments: ['id', 'operation', 'parts', 'metadata', 'assignedBy', 'assignedByName', 'assignedAt', ...VERSION],
};

const pick = (record: Fields, members: readonly string[]): Fields =>
  Object.fromEntries(members.filter((member) => member in record).map((member) => [member, record[member]]));

const keyIn = (list: List, record: Fields): string =>
  record[list === 'tags' ? 'uuid' : list === 'assignments' ? 'operation' : 'id'] as string;

export class PlanningCopy {
  /** The changeset that the copy is at. */
  change: string;
  readonly #format: string;
  #planning: Fields;
  readonly #records: Records;

  /** `change`: the export's `X-Change-Id`. */
  constructor(exported: ExportedPlanning, change: string) {
    this.change = change;
    this.#format = exported.format;
    this.#planning = exported.planning;
    const entries = LISTS.map((list) => [
      list,
      new Map(exported[list].map((record) => [keyIn(list, record), record] as const)),
    ]);
    this.#records = Object.fromEntries(entries) as Records;
  }

  /** Takes in a message that follows the one before. */
  apply({ change, events }: ChangeMessage): void {
    for (const { data } of events) {
      const { entity, id, operation, after } = data;
      if (entity === 'planning' && after !== null) this.#planning = pick(after, MEMBERS.planning);
      const list = LIST_OF[entity];
      if (list === undefined) continue;
      const records = this.#records[list];
      if (after !== null) records.set(keyIn(list, after), toRecord(list, after));
      else if (list !== 'assignments') records.delete(id);
      else if (records.get(String(operation))?.['id'] === id) records.delete(String(operation));
    }
    this.change = change;
  }

  /** What an export would answer now; lists in no order that means anything. */
  document(): ExportedPlanning {
    const { locations, tags, resources, groups, operations, rules, assignments } = this.#records;
    const placed = new Set([...resources.values()].filter(isIn('location', locations)).map(({ id }) => id as string));
    const tagged = (record: Fields): Fields => ({
      ...record,
      tags: ids(record['tags']).filter((tag) => tags.has(tag)),
    });
    const task = (side: Json | undefined): Json => (side == null ? null : tagged(side as Fields));
    return {
      format: this.#format,
      planning: this.#planning,
      locations: [...locations.values()].map((location) => keeping(location, 'parent', locations)),
      tags: [...tags.values()],
      resources: [...resources.values()]
        .filter(({ id }) => placed.has(id as string))
        .map((resource) => ({
          ...keeping(tagged(resource), 'parent', placed),
          adjacent: ids(resource['adjacent']).filter((neighbor) => placed.has(neighbor)),
        })),
      groups: [...groups.values()],
      operations: [...operations.values()].map((operation) => ({
        ...keeping(tagged(operation), 'group', groups),
        inboundTask: task(operation['inboundTask']),
        outboundTask: task(operation['outboundTask']),
      })),
      rules: [...rules.values()],
      assignments: [...assignments.values()].filter(isIn('operation', operations)).map((assignment) => ({
        ...assignment,
        parts: (assignment['parts'] as readonly Fields[]).map((part) => keeping(part, 'resource', placed)),
      })),
    };
  }
}

interface Known {
  has(id: string): boolean;
}

const ids = (value: Json | undefined): readonly string[] => (value ?? []) as readonly string[];

const isIn =
  (member: string, known: Known) =>
  (record: Fields): boolean =>
    known.has(record[member] as string);

/** The record, with null for what names something that is not there. */
const keeping = (record: Fields, member: string, known: Known): Fields =>
  record[member] == null || isIn(member, known)(record) ? record : { ...record, [member]: null };

/** An event's record as the document writes it. */
const toRecord = (list: List, after: Fields): Fields => {
  const record = pick(after, MEMBERS[list]);
  if (list === 'groups') return { ...record, name: record['name'] ?? record['id'] };
  if (list === 'operations') {
    const side = (task: Json | undefined): Json => (task == null ? null : pick(task as Fields, TASK));
    return { ...record, inboundTask: side(after['inboundTask']), outboundTask: side(after['outboundTask']) };
  }
  if (list !== 'assignments') return record;
  const parts = after['parts'] as readonly Fields[];
  const isOverridden = parts.some((part) => part['override'] === true);
  return {
    ...record,
    parts: parts.map((part) => pick(part, PART)),
    ...(isOverridden ? { override: true } : {}),
  };
};
