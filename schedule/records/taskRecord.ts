import { type OperationTask, TASK, TASK_SPREAD, TASK_TIMES, type TaskRecord } from '../entities/task.ts';
import type { Version } from '../../db/versions/entities.ts';
import type { PlanningState } from '../../db/versions/planningState.ts';
import { pickFields } from '../entities/field.ts';
import { derivedExpectedTime } from '../tasks/window.ts';
import { instant, instantOrNull, wireInstants } from './instants.ts';
import { liveTags, tagDetails } from './tagDetails.ts';

export const taskMembers = (state: PlanningState, version: Version<'task'>): OperationTask => {
  const { tags } = version.fields;
  let own = known.get(version);
  if (own === undefined) known.set(version, (own = ownMembers(version)));
  if (tags.length === 0) return own;
  return { ...own, tags: liveTags(state, tags), tagsDetails: tagDetails(state, tags) };
};

/** Cache of task records. All states in which a version is current share it, so each is rendered only once. */
const known = new WeakMap<Version<'task'>, OperationTask>();

/** All members except tags, which depend on the state. */
const ownMembers = (version: Version<'task'>): OperationTask => {
  const { fields } = version;
  const times = wireInstants(TASK_TIMES, fields);
  const validFrom = instant(version.validFrom);
  return {
    id: version.id,
    versionId: version.versionId,
    ...pickFields(TASK, fields),
    taskName: fields.taskName,
    ...times,
    plannedTime: times.scheduledTime,
    ...pickFields(TASK_SPREAD, fields),
    distributionEarliest: times.expectedTimeP05,
    distributionLatest: times.expectedTimeP95,
    derivedExpectedTime: instant(derivedExpectedTime(fields)),
    tags: [],
    tagsDetails: [],
    createdAt: instant(version.createdAt),
    updatedAt: validFrom,
    validFrom,
    validTo: instantOrNull(version.validTo),
    persisted: true,
  };
};

export const taskRecord = (state: PlanningState, version: Version<'task'>): TaskRecord => ({
  ...taskMembers(state, version),
  planning: state.planning.id,
  operation: version.fields.operation,
  role: version.fields.role,
  workspace: version.workspace,
});
