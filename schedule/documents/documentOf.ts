import type { AssignmentFields, TaskFields, Version } from '../../db/store/entities.ts';
import type { PlanningState } from '../../db/store/planningState.ts';
import type {
  DocumentAssignment,
  DocumentOperation,
  DocumentResource,
  DocumentTask,
  PlanningDocument,
} from '../../engine/instance/planningDocument.ts';
import { liveNeighbors } from '../records/entityRecords.ts';
import { instant, instantOrNull } from '../records/instants.ts';
import { inOrder } from '../records/page.ts';
import { liveTags } from '../records/tagDetails.ts';

/**
 * A state as a planning document: what is exported, compiled, and handed to solvers. In a draft over a mainline that went on, a reference may lead
 * nowhere until the draft is rebased and mended: it is left out here, and a resource without its location with it, so that the document is sound.
 */
export const documentOf = (state: PlanningState): PlanningDocument => {
  const { record, planning } = state;
  return {
    format: 'tidegate/planning@1',
    planning: { id: planning.id, ...record.fields, weights: record.fields.weights },
    locations: inOrder([...state.all('location')]).map(({ id, fields }) => ({
      id,
      ...fields,
      parent: present(fields.parent, (parent) => state.has('location', parent)),
    })),
    tags: inOrder([...state.all('tag')]).map(({ id, fields }) => ({ uuid: id, ...fields })),
    resources: inOrder([...state.all('resource')])
      .filter(({ id }) => isPlaced(state, id))
      .map((version) => documentResource(state, version)),
    groups: inOrder([...state.all('group')]).map(({ id, fields }) => ({ id, ...fields, name: fields.name ?? id })),
    operations: inOrder([...state.all('operation')]).map((version) => documentOperation(state, version)),
    rules: inOrder([...state.all('rule')]).map(({ id, fields }) => ({ id, ...fields })),
    assignments: documentAssignments(state, inOrder([...state.all('assignment')])),
  };
};

/** As they stand in the state: nowhere, where their resource is nowhere. */
export const documentAssignments = (
  state: PlanningState,
  versions: readonly Version<'assignment'>[],
): DocumentAssignment[] =>
  versions.map(({ id, fields }) => {
    const { parts = [], ...assignment } = documentAssignment(fields);
    return { id, ...assignment, parts: parts.map((part) => standingPart(state, part)) };
  });

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
  const task = documentTask(version);
  const tags = liveTags(state, version.fields.tags);
  return tags.length === version.fields.tags.length ? task : { ...task, tags };
};

/** Versions are shared by every state in which they are current, so this is done once for each. */
const tasks = new WeakMap<Version<'task'>, DocumentTask>();

const documentTask = (version: Version<'task'>): DocumentTask => {
  let task = tasks.get(version);
  if (task === undefined) tasks.set(version, (task = { id: version.id, ...taskDocument(version.fields) }));
  return task;
};

export const taskDocument = ({ operation: _operation, role: _role, ...fields }: TaskFields): DocumentTask => ({
  ...fields,
  scheduledTime: instant(fields.scheduledTime),
  expectedTime: instant(fields.expectedTime),
  expectedTimeP05: instantOrNull(fields.expectedTimeP05),
  expectedTimeP10: instantOrNull(fields.expectedTimeP10),
  expectedTimeP90: instantOrNull(fields.expectedTimeP90),
  expectedTimeP95: instantOrNull(fields.expectedTimeP95),
  actualTime: instantOrNull(fields.actualTime),
  distributionMean: instantOrNull(fields.distributionMean),
});

export const documentAssignment = ({ operation, parts, metadata }: AssignmentFields): DocumentAssignment => {
  const override = parts.some((part) => part.override);
  return {
    operation,
    parts: parts.map(({ id, startAt, endAt, resource, isFixed, metadata: own }) => ({
      id,
      startAt: instantOrNull(startAt),
      endAt: instantOrNull(endAt),
      resource,
      isFixed,
      metadata: own,
    })),
    metadata,
    ...(override ? { override } : {}),
  };
};
