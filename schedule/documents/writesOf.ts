import { TASK_ROLES } from '../entities/task.ts';
import type { AssignmentPart, Fields, Json, Kind, TaskRole } from '../../db/versions/entities.ts';
import { asWrite, type EntityWrite } from '../../db/versions/store.ts';
import type {
  DocumentAssignment,
  DocumentOperation,
  DocumentPlanning,
  DocumentResource,
  DocumentRule,
  DocumentTask,
  PlanningDocument,
} from '../../engine/instance/planningDocument.ts';
import { mergePlanning } from '../plannings/mergePlanning.ts';
import { below, item, type Problems } from '../problems.ts';
import { ASSIGNMENT, PART } from '../entities/assignment.ts';
import { type FieldSet, mergeFields, type Written } from '../entities/field.ts';
import { GROUP } from '../entities/group.ts';
import { LOCATION } from '../entities/location.ts';
import { OPERATION } from '../entities/operation.ts';
import type { PLANNING } from '../entities/planning.ts';
import { RESOURCE } from '../entities/resource.ts';
import { RULE } from '../entities/rule.ts';
import { TAG } from '../entities/tag.ts';
import { mapTagParameters } from '../records/tagParameters.ts';
import { fromJson, toJsonObject } from '../storedAs.ts';
import { mergeTaskFields } from '../tasks/mergeTask.ts';
import { readInstant } from '../tasks/readInstant.ts';
import { inSlices } from '../turns.ts';
import type { Rename } from './documentIds.ts';

export interface ImportContext {
  readonly nextId: () => string;
  /** Epoch ms. */
  readonly at: number;
  /** User id. */
  readonly by: string;
}

/**
 * Converts a document to the writes of a new planning. Defaults are the same as when records are created one by one, but crossed times are accepted.
 */
export const writesOf = (
  document: PlanningDocument,
  rename: Rename,
  context: ImportContext,
  problems: Problems,
): Promise<DocumentWrites> => inSlices(writing(document, rename, context, problems));

interface DocumentWrites {
  readonly id: string;
  readonly fields: Fields['planning'];
  readonly writes: readonly EntityWrite[];
}

function* writing(
  document: PlanningDocument,
  rename: Rename,
  context: ImportContext,
  problems: Problems,
): Generator<void, DocumentWrites> {
  const writes: EntityWrite[] = [];
  const write = <K extends Kind>(entity: K, id: string, fields: Fields[K]): void => {
    writes.push(asWrite({ entity, id, fields }));
  };
  for (const location of document.locations) {
    const { id, parent } = location;
    const fields = mergeFields(LOCATION, null, written(location));
    write('location', rename('location', id), { ...fields, parent: renamed(rename, 'location', parent) });
  }
  for (const tag of document.tags) write('tag', rename('tag', tag.uuid), mergeFields(TAG, null, written(tag)));
  for (const resource of document.resources) {
    write('resource', rename('resource', resource.id), resourceFields(resource, rename));
  }
  for (const group of document.groups) {
    write('group', rename('group', group.id), mergeFields(GROUP, null, written(group)));
  }
  for (const [i, operation] of document.operations.entries()) {
    const path = item('operations', i);
    const id = rename('operation', operation.id);
    if (i % PIECE === 0) yield;
    write('operation', id, operationFields(operation, rename));
    for (const role of TASK_ROLES) {
      const task = role === 'inbound' ? operation.inboundTask : operation.outboundTask;
      if (task == null) continue;
      const taskId = task.id === undefined ? context.nextId() : rename('task', task.id);
      write('task', taskId, taskFields(task, id, role, rename, below(path, `${role}Task`), problems));
    }
  }
  for (const rule of document.rules) write('rule', rename('rule', rule.id), ruleFields(rule, rename));
  for (const [i, assignment] of document.assignments.entries()) {
    if (i % PIECE === 0) yield;
    const id = assignment.id === undefined ? context.nextId() : rename('assignment', assignment.id);
    write('assignment', id, assignmentFields(assignment, rename, context, item('assignments', i), problems));
  }
  const { planning } = document;
  const id = planning.id === undefined ? context.nextId() : rename('planning', planning.id);
  return { id, fields: planningFields(planning, problems), writes };
}

/** Operations per slice; reading them takes a fraction of a millisecond. */
const PIECE = 32;

/**
 * Types a record as validated input. The engine's document types know only the members that it needs; callers have validated the document against the
 * contract.
 */
const written = <F extends FieldSet>(record: object): Written<F> => record;

const renamed = (rename: Rename, kind: Kind, id: string | null | undefined): string | null =>
  id == null ? null : rename(kind, id);

const renamedAll = (rename: Rename, kind: Kind, ids: readonly string[] | undefined): string[] =>
  [...new Set(ids ?? [])].map((id) => rename(kind, id));

const planningFields = (planning: DocumentPlanning, problems: Problems): Fields['planning'] => {
  const members: Written<typeof PLANNING> = written(planning);
  return mergePlanning(null, { ...members, weights: planning.weights }, problems, 'planning');
};

const resourceFields = (resource: DocumentResource, rename: Rename): Fields['resource'] => ({
  ...mergeFields(RESOURCE, null, written(resource)),
  adjacent: renamedAll(rename, 'resource', resource.adjacent),
  tags: renamedAll(rename, 'tag', resource.tags),
  location: rename('location', resource.location),
  parent: renamed(rename, 'resource', resource.parent),
});

const operationFields = (operation: DocumentOperation, rename: Rename): Fields['operation'] => ({
  ...mergeFields(OPERATION, null, written(operation)),
  group: renamed(rename, 'group', operation.group),
  tags: renamedAll(rename, 'tag', operation.tags),
});

const taskFields = (
  task: DocumentTask,
  operation: string,
  role: TaskRole,
  rename: Rename,
  path: string,
  problems: Problems,
): Fields['task'] => {
  const { metadata, tags, id: _id, ...members } = task;
  const input = { ...members, metadata: fromJson<Json>(metadata ?? null) };
  const merged = mergeTaskFields(problems, null, input, { operation, role }, path);
  return { ...merged, ...asExported(task, path, problems), tags: renamedAll(rename, 'tag', tags) };
};

/** An exported task has percentiles and sigma; both are restored exactly as exported. */
const asExported = (task: DocumentTask, path: string, problems: Problems): Partial<Fields['task']> => {
  const { sigma, skewFactor, distributionMean } = task;
  if (sigma == null || skewFactor == null || distributionMean == null) return {};
  const mean = readInstant(distributionMean, below(path, 'distributionMean'), problems);
  return { sigma, skewFactor, distributionMean: mean };
};

const ruleFields = (rule: DocumentRule, rename: Rename): Fields['rule'] => ({
  ...mergeFields(RULE, null, written(rule)),
  operationTags: renamedAll(rename, 'tag', rule.operationTags),
  resourceTags: renamedAll(rename, 'tag', rule.resourceTags),
  parameters: mapTagParameters(toJsonObject(rule.parameters ?? {}), (tags) => renamedAll(rename, 'tag', tags)),
});

const assignmentFields = (
  assignment: DocumentAssignment,
  rename: Rename,
  { nextId, at, by }: ImportContext,
  path: string,
  problems: Problems,
): Fields['assignment'] => {
  const parts = assignment.parts ?? [{ resource: assignment.resource ?? null }];
  const time = (text: string | null | undefined, member: string): number | null =>
    text == null ? null : readInstant(text, member, problems);
  return {
    operation: rename('operation', assignment.operation),
    parts: parts.map((part, i): AssignmentPart => {
      const partPath = below(path, item('parts', i));
      return {
        id: part.id ?? nextId(),
        startAt: time(part.startAt, below(partPath, 'startAt')),
        endAt: time(part.endAt, below(partPath, 'endAt')),
        resource: renamed(rename, 'resource', part.resource),
        override: assignment.override ?? false,
        ...mergeFields(PART, null, written(part)),
      };
    }),
    ...mergeFields(ASSIGNMENT, null, written(assignment)),
    assignedAt: at,
    assignedBy: by,
  };
};
