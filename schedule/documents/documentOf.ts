import type { AssignmentFields, Kind, TaskFields, Version } from '../../db/versions/entities.ts';
import type { PlanningState } from '../../db/versions/planningState.ts';
import type { DocumentPiece } from '../../engine/instance/planPieces.ts';
import type {
  DocumentAssignment,
  DocumentOperation,
  DocumentResource,
  DocumentTask,
  PlanningDocument,
} from '../../engine/instance/planningDocument.ts';
import { liveNeighbors } from '../records/entityRecords.ts';
import { PART_TIMES } from '../entities/assignment.ts';
import { TASK_TIMES } from '../entities/task.ts';
import { toldInstants } from '../records/instants.ts';
import { inOrder, listInOrder } from '../records/page.ts';
import { liveTags } from '../records/tagDetails.ts';
import { mapSlicedly } from '../turns.ts';

/** How records of a kind stand in the document; null: left out. */
const RECORDS = {
  locations: listOf('location', (state, { id, fields }) => ({
    id,
    ...fields,
    parent: present(fields.parent, (parent) => state.has('location', parent)),
  })),
  tags: listOf('tag', (_state, { id, fields }) => ({ uuid: id, ...fields })),
  resources: listOf('resource', (state, version) =>
    isPlaced(state, version.id) ? documentResource(state, version) : null,
  ),
  groups: listOf('group', (_state, { id, fields }) => ({ id, ...fields, name: fields.name ?? id })),
  operations: listOf('operation', (state, version) => documentOperation(state, version)),
  rules: listOf('rule', (_state, { id, fields }) => ({ id, ...fields })),
  assignments: listOf('assignment', (state, version) => standingAssignment(state, version)),
};

function listOf<K extends Kind, T>(kind: K, record: (state: PlanningState, version: Version<K>) => T | null) {
  return {
    all: (state: PlanningState): T[] =>
      inOrder([...state.all(kind)]).flatMap((version) => record(state, version) ?? []),
    allInSlices: async (state: PlanningState): Promise<T[]> => {
      const records = await mapSlicedly(await listInOrder(state, kind), (version) => record(state, version));
      return records.filter((one) => one !== null);
    },
    /** Few at a time, in no order. */
    *pieces(state: PlanningState): Generator<T[]> {
      let piece: T[] = [];
      for (const version of state.all(kind)) {
        const made = record(state, version);
        if (made !== null) piece.push(made);
        if (piece.length < PIECE) continue;
        yield piece;
        piece = [];
      }
      yield piece;
    },
  };
}

const PIECE = 250;

const headOf = ({ record, planning }: PlanningState) => ({
  format: 'tidegate/planning@1' as const,
  planning: { id: planning.id, ...record.fields, weights: record.fields.weights },
});

/**
 * A state as a planning document: what is exported, compiled, and handed to solvers. In a draft over a mainline that went on, a reference may lead
 * nowhere until the draft is rebased and mended: it is left out here, and a resource without its location with it, so that the document is sound.
 */
export const documentOf = (state: PlanningState): PlanningDocument => ({
  ...headOf(state),
  locations: RECORDS.locations.all(state),
  tags: RECORDS.tags.all(state),
  resources: RECORDS.resources.all(state),
  groups: RECORDS.groups.all(state),
  operations: RECORDS.operations.all(state),
  rules: RECORDS.rules.all(state),
  assignments: assignmentsOf(state),
});

/** The same, for whoever need not have it at once. */
export const documentInSlices = async (state: PlanningState): Promise<PlanningDocument> => ({
  ...headOf(state),
  locations: await RECORDS.locations.allInSlices(state),
  tags: await RECORDS.tags.allInSlices(state),
  resources: await RECORDS.resources.allInSlices(state),
  groups: await RECORDS.groups.allInSlices(state),
  operations: await RECORDS.operations.allInSlices(state),
  rules: await RECORDS.rules.allInSlices(state),
  assignments: await RECORDS.assignments.allInSlices(state),
});

/** The document's plan alone. */
export const assignmentsOf = (state: PlanningState): DocumentAssignment[] => RECORDS.assignments.all(state);

/** The same document in pieces that are quickly made, its lists in no order: what is compiled need not be in any. */
export function* documentPieces(
  state: PlanningState,
  members: readonly (keyof typeof RECORDS)[] = LISTS,
): Generator<DocumentPiece> {
  yield headOf(state);
  for (const member of members) {
    for (const piece of RECORDS[member].pieces(state)) yield { [member]: piece };
  }
}

const LISTS = Object.keys(RECORDS) as (keyof typeof RECORDS)[];

/** As they stand in the state: nowhere, where their resource is nowhere. */
export const documentAssignments = (
  state: PlanningState,
  versions: readonly Version<'assignment'>[],
): DocumentAssignment[] => versions.map((version) => standingAssignment(state, version));

const standingAssignment = (state: PlanningState, { id, fields }: Version<'assignment'>): DocumentAssignment => {
  const { parts = [], ...assignment } = documentAssignment(fields);
  return { id, ...assignment, parts: parts.map((part) => standingPart(state, part)) };
};

const present = <T>(id: T | null, isThere: (id: T) => boolean): T | null => (id !== null && isThere(id) ? id : null);

const isPlaced = (state: PlanningState, id: string): boolean => {
  const resource = state.get('resource', id);
  return resource !== undefined && state.has('location', resource.fields.location);
};

const standingPart = <T extends { readonly resource?: string | null }>(state: PlanningState, part: T): T =>
  part.resource == null || isPlaced(state, part.resource) ? part : { ...part, resource: null };

const documentResource = (state: PlanningState, { id, fields }: Version<'resource'>): DocumentResource => ({
  id,
  ...fields,
  parent: present(fields.parent, (parent) => isPlaced(state, parent)),
  adjacent: liveNeighbors(state, fields.adjacent).filter((neighbor) => isPlaced(state, neighbor)),
  tags: liveTags(state, fields.tags),
});

export const documentOperation = (state: PlanningState, { id, fields }: Version<'operation'>): DocumentOperation => ({
  id,
  ...fields,
  group: present(fields.group, (group) => state.has('group', group)),
  tags: liveTags(state, fields.tags),
  inboundTask: sideOf(state, state.taskOf(id, 'inbound')),
  outboundTask: sideOf(state, state.taskOf(id, 'outbound')),
});

const sideOf = (state: PlanningState, version: Version<'task'> | undefined): DocumentTask | null => {
  if (version === undefined) return null;
  const task = documentTask(state, version);
  const tags = liveTags(state, version.fields.tags);
  return tags.length === version.fields.tags.length ? task : { ...task, tags };
};

/** Versions are shared by every state in which they are current, so this is done once for each of a planning that is not large. */
const tasks = new WeakMap<Version<'task'>, DocumentTask>();

/** Of a large planning they would take as much memory again, and are seldom asked for. */
const MOST_REMEMBERED = 2500;

const documentTask = (state: PlanningState, version: Version<'task'>): DocumentTask => {
  const known = tasks.get(version);
  if (known !== undefined) return known;
  const task = { id: version.id, ...taskDocument(version.fields) };
  // By operations: a draft's tasks are counted one by one.
  if (state.count('operation') <= MOST_REMEMBERED) tasks.set(version, task);
  return task;
};

export const taskDocument = ({ operation: _operation, role: _role, ...fields }: TaskFields): DocumentTask => ({
  ...fields,
  ...toldInstants(TASK_TIMES, fields),
});

export const documentAssignment = ({ operation, parts, metadata }: AssignmentFields): DocumentAssignment => {
  const override = parts.some((part) => part.override);
  return {
    operation,
    parts: parts.map(({ override: _override, ...part }) => ({ ...part, ...toldInstants(PART_TIMES, part) })),
    metadata,
    ...(override ? { override } : {}),
  };
};
