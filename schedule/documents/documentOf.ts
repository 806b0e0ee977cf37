import { keysOf } from '../../engine/recordOf.ts';
import type { AssignmentFields, AssignmentPart, Kind, TaskFields, Version } from '../../db/versions/entities.ts';
import type { PlanningState } from '../../db/versions/planningState.ts';
import type { PlacedOperation } from '../../engine/instance/keptPlan.ts';
import type { DocumentPiece } from '../../engine/instance/planPieces.ts';
import type {
  DocumentAssignment,
  DocumentOperation,
  DocumentResource,
  DocumentTask,
  PlanningDocument,
} from '../../engine/instance/planningDocument.ts';
import { leanMembers } from './leanMembers.ts';
import { liveNeighbors } from '../records/entityRecords.ts';
import { PART_TIMES } from '../entities/assignment.ts';
import { TASK_TIMES } from '../entities/task.ts';
import { wireInstants } from '../records/instants.ts';
import { inOrder, listInOrder } from '../records/page.ts';
import { liveTags } from '../records/tagDetails.ts';
import { mapSlicedly } from '../turns.ts';

/** How records of each kind appear in the document; null leaves the record out. */
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
  operations: listOf('operation', (state, version) => storedOperation(state, version)),
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
    /** Yields a few records at a time, in no particular order. */
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

/** The policy of the standing repair concerns this service alone, so it is no part of a plan. */
const headOf = ({ record: { fields }, planning }: PlanningState) => {
  const { repairPolicy: _policy, ...members } = fields;
  return { format: 'tidegate/planning@1' as const, planning: { id: planning.id, ...members, weights: fields.weights } };
};

/** A state's plan as it is compiled: a planning document with its times in epoch milliseconds. */
export type StoredPlan = PlanningDocument<number>;

type StoredTask = Omit<TaskFields, 'operation' | 'role'> & { readonly id?: string };

interface StoredOperation extends DocumentOperation<number> {
  readonly inboundTask: StoredTask | null;
  readonly outboundTask: StoredTask | null;
}

interface StoredAssignment extends DocumentAssignment<number> {
  readonly parts: readonly Omit<AssignmentPart, 'override'>[];
}

/**
 * Converts a state to the plan that is compiled. If the mainline changed below a draft, a reference of the draft may be dangling until the draft is
 * rebased and fixed. Such references are left out here, and so is a resource whose location is gone, so that the plan is valid.
 */
export const planOf = (state: PlanningState): StoredPlan => ({
  ...emptyPlanOf(state),
  operations: RECORDS.operations.all(state),
  assignments: assignmentsOf(state),
});

/** The plan without its operations: the resources and the rules. */
export const emptyPlanOf = (state: PlanningState): StoredPlan => ({
  ...headOf(state),
  locations: RECORDS.locations.all(state),
  tags: RECORDS.tags.all(state),
  resources: RECORDS.resources.all(state),
  groups: RECORDS.groups.all(state),
  operations: [],
  rules: RECORDS.rules.all(state),
  assignments: [],
});

/** Converts a state to the planning document that is exported and sent to external solvers; like `planOf`, but with ISO 8601 instants. */
export const documentOf = async (state: PlanningState): Promise<PlanningDocument> => ({
  ...headOf(state),
  locations: await RECORDS.locations.allInSlices(state),
  tags: await RECORDS.tags.allInSlices(state),
  resources: await RECORDS.resources.allInSlices(state),
  groups: await RECORDS.groups.allInSlices(state),
  operations: await mapSlicedly(await RECORDS.operations.allInSlices(state), operationInText),
  rules: await RECORDS.rules.allInSlices(state),
  assignments: await mapSlicedly(await RECORDS.assignments.allInSlices(state), assignmentInText),
});

const operationInText = (operation: StoredOperation): DocumentOperation => ({
  ...operation,
  inboundTask: operation.inboundTask && taskInText(operation.inboundTask),
  outboundTask: operation.outboundTask && taskInText(operation.outboundTask),
});

const taskInText = (task: StoredTask): DocumentTask => ({ ...task, ...wireInstants(TASK_TIMES, task) });

const assignmentInText = (assignment: StoredAssignment): DocumentAssignment => ({
  ...assignment,
  parts: assignment.parts.map((part) => ({ ...part, ...wireInstants(PART_TIMES, part) })),
});

/** Only the assignments of the plan. */
export const assignmentsOf = (state: PlanningState): StoredAssignment[] => RECORDS.assignments.all(state);

/** Yields the plan in small pieces, with lists in no particular order; compiling does not depend on it. */
export function* documentPieces(
  state: PlanningState,
  members: readonly (keyof typeof RECORDS)[] = LISTS,
): Generator<DocumentPiece> {
  yield headOf(state);
  for (const member of members) {
    for (const piece of PIECES[member].pieces(state)) yield { [member]: piece };
  }
}

const PIECES = { ...RECORDS, operations: listOf('operation', leanOperation) };

const LISTS = keysOf(RECORDS);

/** An assignment as the plan has it: a part whose resource is left out is unassigned. */
export const standingAssignment = (
  state: PlanningState,
  { id, fields }: Version<'assignment'>,
): StoredAssignment & { readonly id: string } => {
  const { parts, ...assignment } = storedAssignment(fields);
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

export const storedOperation = (state: PlanningState, { id, fields }: Version<'operation'>): StoredOperation => ({
  id,
  ...fields,
  group: present(fields.group, (group) => state.has('group', group)),
  tags: liveTags(state, fields.tags),
  inboundTask: sideOf(state, state.taskOf(id, 'inbound')),
  outboundTask: sideOf(state, state.taskOf(id, 'outbound')),
});

/** Like `storedOperation`, without what no plan is compiled from. */
function leanOperation(state: PlanningState, { id, fields }: Version<'operation'>): DocumentOperation<number> {
  const { group, tags } = fields;
  const lean = leanMembers(fields, 'group', 'tags');
  return {
    ...lean,
    id,
    ...(group !== null && state.has('group', group) ? { group } : {}),
    ...(tags.length === 0 ? {} : { tags: liveTags(state, tags) }),
    inboundTask: leanSide(state, state.taskOf(id, 'inbound')),
    outboundTask: leanSide(state, state.taskOf(id, 'outbound')),
  };
}

/** An operation with its assignment as `documentPieces` yields them; null if there is none. */
export const placedOperation = (state: PlanningState, id: string): PlacedOperation | null => {
  const version = state.get('operation', id);
  if (version === undefined) return null;
  const assignment = state.assignmentOf(id);
  return {
    operation: leanOperation(state, version),
    assignment: assignment === undefined ? null : standingAssignment(state, assignment),
  };
};

const leanSide = (state: PlanningState, version: Version<'task'> | undefined): DocumentTask<number> | null => {
  if (version === undefined) return null;
  const { tags } = version.fields;
  const lean = leanMembers(version.fields, 'operation', 'role', 'tags');
  return { ...lean, id: version.id, ...(tags.length === 0 ? {} : { tags: liveTags(state, tags) }) };
};

const sideOf = (state: PlanningState, version: Version<'task'> | undefined): StoredTask | null =>
  version === undefined
    ? null
    : { id: version.id, ...storedTask(version.fields), tags: liveTags(state, version.fields.tags) };

export const storedTask = ({ operation: _operation, role: _role, ...fields }: TaskFields): StoredTask => fields;

export const storedAssignment = ({ operation, parts, metadata }: AssignmentFields): StoredAssignment => {
  const override = parts.some((part) => part.override);
  return {
    operation,
    parts: parts.map(({ override: _override, ...part }) => part),
    metadata,
    ...(override ? { override } : {}),
  };
};
