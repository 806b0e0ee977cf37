import type { Version } from '../../db/versions/entities.ts';
import type { PlanningState } from '../../db/versions/planningState.ts';
import { pickFields } from '../entities/field.ts';
import { TASK } from '../entities/fields.ts';
import { derivedExpectedTime } from '../tasks/window.ts';
import { instant, instantOrNull } from './instants.ts';
import type { TaskMembers, TaskRecord } from './records.ts';
import { liveTags, tagDetails } from './tagDetails.ts';

/** `persisted` is false for a task that exists only in a virtual state. */
export const taskMembers = (state: PlanningState, version: Version<'task'>, persisted = true): TaskMembers => {
  const { tags } = version.fields;
  let own = known.get(version);
  if (own === undefined) known.set(version, (own = ownMembers(version)));
  if (tags.length === 0 && persisted) return own;
  return { ...own, tags: liveTags(state, tags), tagsDetails: tagDetails(state, tags), persisted };
};

/** Versions are shared by every state in which they are current, so this is done once for each. */
const known = new WeakMap<Version<'task'>, TaskMembers>();

/** All but its tags, which are the planning's. */
const ownMembers = (version: Version<'task'>): TaskMembers => {
  const { fields } = version;
  const scheduledTime = instant(fields.scheduledTime);
  const p05 = instantOrNull(fields.expectedTimeP05);
  const p95 = instantOrNull(fields.expectedTimeP95);
  const validFrom = instant(version.validFrom);
  return {
    id: version.id,
    versionId: version.versionId,
    ...pickFields(TASK, fields),
    taskName: fields.taskName,
    scheduledTime,
    plannedTime: scheduledTime,
    expectedTime: instant(fields.expectedTime),
    expectedTimeP05: p05,
    expectedTimeP10: instantOrNull(fields.expectedTimeP10),
    expectedTimeP90: instantOrNull(fields.expectedTimeP90),
    expectedTimeP95: p95,
    actualTime: instantOrNull(fields.actualTime),
    sigma: fields.sigma,
    skewFactor: fields.skewFactor,
    distributionMean: instantOrNull(fields.distributionMean),
    distributionEarliest: p05,
    distributionLatest: p95,
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
