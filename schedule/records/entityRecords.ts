/** Records that show their fields mostly as they are stored. */
import type { GroupRecord } from '../entities/group.ts';
import type { LocationRecord } from '../entities/location.ts';
import type { PlanningRecord } from '../entities/planning.ts';
import { RESOURCE, type ResourceRecord } from '../entities/resource.ts';
import type { RuleRecord } from '../entities/rule.ts';
import type { TagRecord } from '../entities/tag.ts';
import type { Version } from '../../db/versions/entities.ts';
import type { PlanningState } from '../../db/versions/planningState.ts';
import { pickFields } from '../entities/field.ts';
import { instant } from './instants.ts';
import type { WorkspaceRecord } from './records.ts';
import { liveTags, tagDetails } from './tagDetails.ts';
import { mapTagParameters } from './tagParameters.ts';

export const resourceRecord = (state: PlanningState, version: Version<'resource'>): ResourceRecord => {
  const { fields } = version;
  return {
    id: version.id,
    versionId: version.versionId,
    workspace: version.workspace,
    planning: state.planning.id,
    adjacent: liveNeighbors(state, fields.adjacent),
    tags: liveTags(state, fields.tags),
    tagsDetails: tagDetails(state, fields.tags),
    location: fields.location,
    parent: fields.parent,
    ...pickFields(RESOURCE, fields),
  };
};

/** Filters out deleted resources, which remain in their neighbors' stored lists. */
export const liveNeighbors = (state: PlanningState, adjacent: readonly string[]): readonly string[] =>
  adjacent.filter((id) => state.get('resource', id) !== undefined);

export const locationRecord = (state: PlanningState, version: Version<'location'>): LocationRecord => ({
  id: version.id,
  planning: state.planning.id,
  ...version.fields,
  versionId: version.versionId,
  workspace: version.workspace,
});

export const tagRecord = (state: PlanningState, version: Version<'tag'>): TagRecord => ({
  uuid: version.id,
  planning: state.planning.id,
  ...version.fields,
  versionId: version.versionId,
  workspace: version.workspace,
});

export const ruleRecord = (state: PlanningState, version: Version<'rule'>): RuleRecord => ({
  id: version.id,
  planning: state.planning.id,
  ...version.fields,
  operationTags: liveTags(state, version.fields.operationTags),
  resourceTags: liveTags(state, version.fields.resourceTags),
  parameters: mapTagParameters(version.fields.parameters, (tags) => liveTags(state, tags)),
  versionId: version.versionId,
  workspace: version.workspace,
});

export const groupRecord = (state: PlanningState, version: Version<'group'>): GroupRecord => ({
  id: version.id,
  planning: state.planning.id,
  ...version.fields,
  versionId: version.versionId,
  workspace: version.workspace,
});

export const planningRecord = (state: PlanningState, change: string | null): PlanningRecord => {
  const { record, planning } = state;
  return {
    id: planning.id,
    versionId: record.versionId,
    organization: planning.organization,
    ...record.fields,
    change,
    createdAt: instant(record.createdAt),
    updatedAt: instant(record.validFrom),
  };
};

export const workspaceRecord = (
  state: PlanningState,
  version: Version<'workspace'>,
  baseChange: string | null,
): WorkspaceRecord => {
  const { name, description, createdBy } = version.fields;
  return {
    id: version.id,
    versionId: version.versionId,
    planning: state.planning.id,
    name,
    description,
    state: version.fields.state,
    baseChange,
    createdBy,
    createdAt: instant(version.createdAt),
    updatedAt: instant(version.validFrom),
  };
};
