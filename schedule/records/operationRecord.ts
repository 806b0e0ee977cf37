import { OPERATION, type OperationRecord } from '../entities/operation.ts';
import type { OperationTask } from '../entities/task.ts';
import type { Fields, TaskRole, Version } from '../../db/versions/entities.ts';
import type { PlanningState } from '../../db/versions/planningState.ts';
import { pickFields } from '../entities/field.ts';
import { windowOf } from '../tasks/window.ts';
import { dependenciesOf } from './dependencies.ts';
import { liveTags, tagDetails } from './tagDetails.ts';
import { taskMembers } from './taskRecord.ts';

/** The tasks to show; undefined makes that side null. */
export interface ShownTasks {
  readonly inbound: Version<'task'> | undefined;
  readonly outbound: Version<'task'> | undefined;
}

export const operationRecord = (
  state: PlanningState,
  version: Version<'operation'>,
  shown: ShownTasks = currentTasks(state, version.id),
): OperationRecord => {
  const { fields } = version;
  const side = (task: Version<'task'> | undefined): OperationTask | null =>
    task === undefined ? null : taskMembers(state, task);
  const details = tagDetails(state, fields.tags);
  return {
    id: version.id,
    versionId: version.versionId,
    planning: state.planning.id,
    ...pickFields(OPERATION, fields),
    tags: liveTags(state, fields.tags),
    tagsDetails: details,
    requiredTags: details.filter((tag) => tag.required).map((tag) => tag.uuid),
    ...derivedOfTasks(state, shown),
    operationDependencies: dependenciesOf(state, version),
    group: fields.group,
    inboundTask: side(shown.inbound),
    outboundTask: side(shown.outbound),
    workspace: version.workspace,
  };
};

/** What an operation derives from its tasks alone. */
export const derivedOfTasks = (
  { record }: PlanningState,
  shown: ShownTasks,
): Pick<OperationRecord, 'operationName' | 'timesCrossed'> => {
  const window = windowOf(shown.inbound?.fields, shown.outbound?.fields, record.fields.minimumStaySeconds);
  return { operationName: operationName(shown), timesCrossed: window?.crossed ?? false };
};

/** The tasks of an operation in a state, or in one with edits. */
export const currentTasks = <T>(
  state: { readonly taskOf: (operation: string, role: TaskRole) => T },
  operation: string,
): { readonly inbound: T; readonly outbound: T } => ({
  inbound: state.taskOf(operation, 'inbound'),
  outbound: state.taskOf(operation, 'outbound'),
});

type Named = { readonly fields: Pick<Fields['task'], 'taskName'> } | undefined;
interface NamedTasks {
  readonly inbound: Named;
  readonly outbound: Named;
}

/** The names of both tasks, joined by a slash; only one if they are equal. */
export const operationName = ({ inbound, outbound }: NamedTasks): string => {
  const names = [inbound?.fields.taskName, outbound?.fields.taskName].filter((name) => name !== undefined);
  return [...new Set(names)].join(' / ');
};

/** What messages call an operation: the names of its tasks, or its id if they have none. */
export const spokenName = (
  state: { readonly taskOf: (operation: string, role: TaskRole) => Named },
  operation: string,
): string => operationName(currentTasks(state, operation)) || operation;
