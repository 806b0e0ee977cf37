import { csvLine } from '../../engine/csvLine.ts';
import { formatInstant } from '../../engine/instance/instant.ts';
import type { PlanningState } from '../../db/versions/planningState.ts';
import { locate } from '../access/authorize.ts';
import { readState } from '../access/readState.ts';
import type { Deps } from '../deps.ts';
import { changeNumber } from '../changesets/changeNumber.ts';
import { listInOrder } from '../records/page.ts';
import { currentTasks, operationName } from '../records/operationRecord.ts';
import { tagDetails } from '../records/tagDetails.ts';
import { mapSlicedly, sortSlicedly } from '../turns.ts';
import type { Scope } from '../types.ts';
import { type Placement, placementsOf } from './placements.ts';

const COLUMNS = [
  'operation',
  'externalId',
  'name',
  'part',
  'resource',
  'resourceName',
  'location',
  'start',
  'end',
  'scheduledStart',
  'scheduledEnd',
  'isBlocker',
  'isFixedToResource',
  'tags',
];

const byTime = (a: Placement, b: Placement): number =>
  (a.time?.start ?? Number.POSITIVE_INFINITY) - (b.time?.start ?? Number.POSITIVE_INFINITY) || 0;

/** Exports the plan as CSV lines: a header, then one line for each part of an operation, in order of time. Instants are in UTC. */
export const planCsv = async (
  deps: Deps,
  scope: Scope,
  planning: string,
  at: string | undefined,
): Promise<readonly string[]> => {
  const ref = await locate(deps, scope, 'planning', planning, 'viewer');
  const number = at === undefined ? undefined : await changeNumber(deps, scope, ref, at);
  const state = await readState(deps, scope, ref, number);
  const placements = await mapSlicedly(await listInOrder(state, 'operation'), (one) => placementsOf(state, one));
  const inOrder = await sortSlicedly(placements.flat(), byTime);
  return [csvLine(COLUMNS), ...(await mapSlicedly(inOrder, (one) => lineOf(state, one)))];
};

const instant = (ms: number | undefined): string => (ms === undefined ? '' : formatInstant(ms));

const lineOf = (state: PlanningState, { operation, part, resource, time }: Placement): string => {
  const { id, fields } = operation;
  const tasks = currentTasks(state, id);
  const location = resource === undefined ? undefined : state.get('location', resource.fields.location);
  return csvLine([
    id,
    fields.externalId ?? '',
    operationName(tasks),
    part + 1,
    resource?.id ?? '',
    resource?.fields.name ?? '',
    location?.fields.name ?? '',
    instant(time?.start),
    instant(time?.end),
    instant(tasks.inbound?.fields.scheduledTime),
    instant(tasks.outbound?.fields.scheduledTime),
    String(fields.isBlocker),
    String(fields.isFixedToResource),
    tagDetails(state, fields.tags)
      .map(({ category, value }) => `${category}:${value}`)
      .join('|'),
  ]);
};
