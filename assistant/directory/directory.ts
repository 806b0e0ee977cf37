import { windowOf } from '../../engine/instance/window.ts';
import { present } from '../../engine/present.ts';
import { isRecord } from '../../engine/recordOf.ts';
import type { AssignmentRecord } from '../../schedule/entities/assignment.ts';
import type { LocationRecord } from '../../schedule/entities/location.ts';
import type { OperationRecord } from '../../schedule/entities/operation.ts';
import type { PlanningRecord } from '../../schedule/entities/planning.ts';
import type { ResourceRecord } from '../../schedule/entities/resource.ts';
import type { TagRecord } from '../../schedule/entities/tag.ts';
import type { OperationTask } from '../../schedule/entities/task.ts';
import type { WorkspaceRecord } from '../../schedule/records/records.ts';
import type { VirtualState } from '../../api/contract/resolution.ts';
import { parseInstant } from '../../engine/instance/instant.ts';
import { inSlices } from '../../schedule/turns.ts';
import { type Entity, type EntityKind, Names } from './names.ts';
import { isRoute, withRouteTags } from './routes.ts';

/** Where an operation or one of its parts is; epoch milliseconds, half-open. */
export interface Stay {
  /** Null if it is unassigned. */
  readonly resource: string | null;
  readonly from: number;
  readonly to: number;
  readonly isFixed: boolean;
}

export interface OperationEntry {
  readonly id: string;
  readonly name: string;
  readonly record: OperationRecord;
  /** From expected times, in epoch milliseconds; NaN if a task is missing. */
  readonly from: number;
  readonly to: number;
  readonly stays: readonly Stay[];
  /** Whether the inbound actual time is known. */
  readonly started: boolean;
}

export interface DirectoryInput {
  readonly planning: PlanningRecord;
  readonly operations: readonly OperationRecord[];
  readonly resources: readonly ResourceRecord[];
  readonly assignments: readonly AssignmentRecord[];
  readonly locations: readonly LocationRecord[];
  readonly tags: readonly TagRecord[];
  readonly workspaces: readonly WorkspaceRecord[];
  readonly virtualState: VirtualState;
}

/** The contents of a planning by id and by name, with a virtual state laid over it. The assistant can talk only about what is in here. */
/** A name as one piece of a sentence: with line breaks, it could look like a line of its own. */
const onOneLine = (name: string): string => name.replaceAll(/\s+/g, ' ').trim();

export class Directory {
  readonly planning: PlanningRecord;
  readonly operations: ReadonlyMap<string, OperationEntry>;
  readonly resources: ReadonlyMap<string, ResourceRecord>;
  readonly locations: ReadonlyMap<string, LocationRecord>;
  readonly tags: ReadonlyMap<string, TagRecord>;
  readonly workspaces: ReadonlyMap<string, WorkspaceRecord>;
  readonly names: Names;

  private constructor(input: DirectoryInput, operations: ReadonlyMap<string, OperationEntry>, names: Names) {
    this.planning = input.planning;
    this.operations = operations;
    this.names = names;
    this.resources = new Map(input.resources.map((resource) => [resource.id, resource]));
    this.locations = new Map(input.locations.map((location) => [location.id, location]));
    this.tags = new Map(input.tags.map((tag) => [tag.uuid, tag]));
    this.workspaces = new Map(input.workspaces.map((workspace) => [workspace.id, workspace]));
  }

  /** Built in slices, because a planning may have tens of thousands of names. */
  static async of(read: DirectoryInput): Promise<Directory> {
    const input = withRouteTags(read, read.planning.id);
    const operations = await inSlices(readOperations(input));
    return new Directory(input, operations, await inSlices(readNames(input)));
  }

  /** An operation whose id is known to exist. */
  operation(id: string): OperationEntry {
    return present(this.operations.get(id), `Operation ${id}`);
  }

  get zone(): string {
    return this.planning.timezone;
  }

  /** First start and last end of all operations, in epoch milliseconds; null if there are none. */
  get horizon(): { readonly from: number; readonly to: number } | null {
    let from = Number.POSITIVE_INFINITY;
    let to = Number.NEGATIVE_INFINITY;
    for (const entry of this.operations.values()) {
      if (entry.from < from) from = entry.from;
      if (entry.to > to) to = entry.to;
    }
    return from < to ? { from, to } : null;
  }

  nameOf(kind: EntityKind, id: string): string {
    const named = {
      operation: this.operations,
      resource: this.resources,
      workspace: this.workspaces,
      location: this.locations,
    };
    if (kind === 'category') return id;
    if (kind !== 'tag') return onOneLine(named[kind].get(id)?.name ?? id);
    const tag = this.tags.get(id);
    return tag === undefined ? id : onOneLine(`${tag.category} ${tag.value}`);
  }

  /** Finds entities by exact id, then by exact name, then by the beginning of a word in a name. */
  resolve(kind: EntityKind, text: string): readonly string[] {
    const byId = {
      operation: this.operations,
      resource: this.resources,
      workspace: this.workspaces,
      tag: this.tags,
      location: this.locations,
      category: new Set([...this.tags.values()].map(({ category }) => category)),
    };
    if (byId[kind].has(text)) return [text];
    const ids = (entities: readonly Entity[]): string[] =>
      entities.filter((entity) => entity.kind === kind).map(({ id }) => id);
    const exact = ids(this.names.find(text));
    return exact.length > 0 || text.length < 2 ? exact : ids(this.names.search(text, SEARCHED));
  }

  /** The ids of all operations that a text names: the one with that id, or those with these words in a name, an operator or a description. */
  operationsCalled(text: string): readonly string[] {
    return this.operations.has(text) ? [text] : this.names.having('operation', text).map(({ id }) => id);
  }

  /** The ids of the resources of a location and of the locations inside it. */
  resourcesIn(location: string): ReadonlySet<string> {
    const isInside = (id: string | null): boolean => {
      for (let at = id; at !== null; at = this.locations.get(at)?.parent ?? null) if (at === location) return true;
      return false;
    };
    return new Set([...this.resources.values()].filter((one) => isInside(one.location)).map(({ id }) => id));
  }

  /** The id of the tag with this category and value; null if there is none. */
  tagOf(category: string, value: string): string | null {
    const ids = this.names.find(`${category} ${value}`).flatMap(({ kind, id }) => (kind === 'tag' ? [id] : []));
    return ids.find((id) => this.tags.get(id)?.category === category && this.tags.get(id)?.value === value) ?? null;
  }

  /** The ids of the resources that have a tag. */
  withTag(tag: string): ReadonlySet<string> {
    return new Set([...this.resources.values()].filter(({ tags }) => tags.includes(tag)).map(({ id }) => id));
  }

  /** Stays that overlap [from, to), by start. `resource`: null selects unassigned operations. */
  staysIn(
    from: number,
    to: number,
    resource: string | null,
  ): { readonly entry: OperationEntry; readonly stay: Stay }[] {
    const found: { readonly entry: OperationEntry; readonly stay: Stay }[] = [];
    for (const entry of this.operations.values()) {
      for (const stay of entry.stays) {
        if (stay.resource === resource && stay.from < to && stay.to > from) found.push({ entry, stay });
      }
    }
    return found.sort((a, b) => a.stay.from - b.stay.from || (a.entry.id < b.entry.id ? -1 : 1));
  }
}

const SEARCHED = 50;

/** Members of the metadata of files that name who operates a flight or a vessel. */
const OPERATORS = ['airline', 'operator', 'carrier', 'line'] as const;

/** What such a member is also called. */
const LINES = ['shipping line', 'shipping company', 'airline company'] as const;

const operatorsOf = (records: readonly ({ readonly metadata?: unknown } | null)[]): string[] =>
  records.flatMap((record) =>
    OPERATORS.flatMap((member) => {
      const named = isRecord(record?.metadata) ? record.metadata[member] : undefined;
      return typeof named === 'string' ? [named] : [];
    }),
  );

/** The letters by which a location's resources are numbered ("B" of B1 to B36), where these are all of its resources, and no others are. */
const lettersOfLocations = (resources: DirectoryInput['resources']): ReadonlyMap<string, string> => {
  const all = resources.map(({ name, location }) => ({
    location,
    letters: /^(\p{L}{1,3})[ -]?\d/u.exec(name)?.[1]?.toUpperCase() ?? null,
  }));
  const places = Map.groupBy(all, ({ letters }) => letters);
  const isOne = (values: readonly unknown[]): boolean => new Set(values).size === 1;
  return new Map(
    [...Map.groupBy(all, ({ location }) => location)].flatMap(([location, inside]) => {
      const [{ letters } = { letters: null }] = inside;
      const isNamed = letters !== null && isOne(inside.map((one) => one.letters));
      const isOnlyHere = isOne((places.get(letters) ?? []).map((one) => one.location));
      return location !== null && isNamed && isOnlyHere ? [[location, letters] as const] : [];
    }),
  );
};

/** "Wide bodies" of "wide-body". A single letter has none: "AS" is an airline, and not what is of size "A". */
const pluralsOf = (noun: string): string[] =>
  noun.length < 2 ? [] : [/[^aeiou]y$/i.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`];

/** What the name of a vessel's task says besides the vessel's name. */
const DIRECTION = /\s+(?:in|out|inbound|outbound|arr|arrival|dep|departure)$/i;

const namesOf = (task: OperationTask | null): readonly (string | null)[] =>
  task === null ? [] : [task.taskName, task.taskName.replace(DIRECTION, ''), task.externalId];

/** The names of tags, and of their categories. */
function* readTagNames(names: Names, tags: DirectoryInput['tags']): Generator<void, void> {
  for (const category of new Set(tags.map((tag) => tag.category))) {
    const entity: Entity = { kind: 'category', id: category };
    const isOperator = OPERATORS.some((operator) => operator === category);
    for (const text of isOperator ? [category, ...OPERATORS, ...LINES] : [category]) {
      for (const noun of [text, ...pluralsOf(text)]) names.add(entity, noun);
    }
    yield;
  }
  for (const tag of tags) {
    const { uuid, category, value } = tag;
    const entity: Entity = { kind: 'tag', id: uuid };
    for (const text of [
      uuid,
      ...(isRoute(tag) ? [] : [value, ...pluralsOf(value)]),
      `${category} ${value}`,
      `${value} ${category}`,
    ])
      names.add(entity, text);
    yield;
  }
}

/** Operations come last, because thousands of them may begin with the word that is the name of something else. */
function* readNames({ operations, resources, locations, workspaces, tags }: DirectoryInput): Generator<void, Names> {
  const names = new Names();
  for (const { id, name, externalId } of resources) {
    const entity: Entity = { kind: 'resource', id };
    for (const text of [id, name, externalId]) names.add(entity, text);
    yield;
  }
  for (const [kind, records] of [
    ['workspace', workspaces],
    ['location', locations],
  ] as const) {
    for (const { id, name } of records) {
      const entity: Entity = { kind, id };
      for (const text of [id, name]) names.add(entity, text);
      yield;
    }
  }
  for (const [location, letters] of lettersOfLocations(resources)) {
    const entity: Entity = { kind: 'location', id: location };
    if (letters.length === 1) names.add(entity, letters);
    for (const noun of ['stands', 'gates', 'berths', 'positions', 'bays']) names.add(entity, `${letters} ${noun}`);
    yield;
  }
  yield* readTagNames(names, tags);
  for (const record of operations) {
    const { id, externalId, operationName, inboundTask, outboundTask, description } = record;
    const entity: Entity = { kind: 'operation', id };
    for (const name of [id, externalId, operationName]) names.add(entity, name);
    for (const name of [inboundTask, outboundTask].flatMap(namesOf)) names.add(entity, name);
    names.addDescription(entity, description);
    for (const operator of new Set(operatorsOf([record, inboundTask, outboundTask]))) names.addText(entity, operator);
    yield;
  }
  return names;
}

interface Place {
  readonly resource?: string | null | undefined;
  readonly parts?:
    | readonly {
        readonly resource?: string | null | undefined;
        readonly startAt?: string | null | undefined;
        readonly endAt?: string | null | undefined;
        readonly isFixed?: boolean | undefined;
      }[]
    | undefined;
}

const staysOf = (place: Place | undefined, from: number, to: number, isFixed: boolean): Stay[] => {
  const parts = place?.parts ?? [{ resource: place?.resource ?? null }];
  return parts.map((part, index) => {
    const startAt = part.startAt == null ? from : parseInstant(part.startAt);
    const next = parts[index + 1]?.startAt;
    const endAt = part.endAt != null ? parseInstant(part.endAt) : next == null ? to : parseInstant(next);
    return {
      resource: part.resource ?? null,
      from: Math.max(startAt, from),
      to: index === parts.length - 1 ? to : Math.min(endAt, to),
      isFixed: isFixed || (part.isFixed ?? false),
    };
  });
};

const overlayTask = (task: OperationTask | null, change: object | null | undefined): OperationTask | null =>
  task === null ? null : change == null ? task : { ...task, ...change };

function* readOperations(input: DirectoryInput): Generator<void, Map<string, OperationEntry>> {
  const places = new Map<string, Place>();
  for (const assignment of input.assignments) {
    places.set(assignment.operation, assignment);
    yield;
  }
  for (const place of input.virtualState.assignments ?? []) places.set(place.operation, place);
  const changes = new Map((input.virtualState.operations ?? []).map((change) => [change.id, change]));
  const entries = new Map<string, OperationEntry>();
  for (const record of input.operations) {
    const change = changes.get(record.id);
    const inboundTask = overlayTask(record.inboundTask, change?.inboundTask);
    const outboundTask = overlayTask(record.outboundTask, change?.outboundTask);
    const window = windowOf({ inboundTask, outboundTask }, input.planning.minimumStaySeconds);
    const [from, to] = window === null ? [Number.NaN, Number.NaN] : [1000 * window.start, 1000 * window.end];
    const name = onOneLine(record.operationName === '' ? (record.externalId ?? record.id) : record.operationName);
    const isFixed = record.isFixedToResource || record.isBlocker;
    const stays = window === null ? [] : staysOf(places.get(record.id), from, to, isFixed);
    const started = inboundTask?.actualTime != null;
    entries.set(record.id, { id: record.id, name, record, from, to, stays, started });
    yield;
  }
  return entries;
}
