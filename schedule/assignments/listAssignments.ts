import type { AssignmentRecord } from '../entities/assignment.ts';
import type { AssignmentFields, Version } from '../../db/versions/entities.ts';
import type { PlanningState } from '../../db/versions/planningState.ts';
import { openStatePage } from '../access/openStatePage.ts';
import type { Ports } from '../ports.ts';
import { assignmentRecord, endedRecord } from '../records/assignmentRecord.ts';
import { listInOrder, pageInOrder } from '../records/page.ts';
import { operationWindow } from '../tasks/window.ts';
import { partTime } from './partTime.ts';
import type { AssignmentQuery, Listed, Scope, StatePageRequest } from '../types.ts';

/** Lists assignments. The time window selects those with a part that overlaps it. */
export const listAssignments = async (
  deps: Ports,
  scope: Scope,
  planning: string,
  query: AssignmentQuery & StatePageRequest,
): Promise<Listed<AssignmentRecord>> => {
  const { page, state } = await openStatePage(deps, scope, planning, query);
  const { operation } = query;
  if (!query.active) {
    const { planning: of, workspace, change } = state;
    const ended = await deps.store.inactiveAssignments(
      { planning: of, workspace, change },
      { operation: operation ?? undefined },
    );
    const selected = ended.filter(({ version }) => meets(state, version.fields, query));
    return page.take(change, selected, (one) => endedRecord(state, one));
  }
  const render = (version: Version<'assignment'>) => assignmentRecord(state, version);
  if (operation === null && (query.start === null || query.end === null))
    return pageInOrder(page, state, 'assignment', render);
  const selected = (await active(state, operation)).filter(({ fields }) => meets(state, fields, query));
  return page.take(state.change, selected, render);
};

const active = async (state: PlanningState, operation: string | null): Promise<readonly Version<'assignment'>[]> => {
  if (operation === null) return listInOrder(state, 'assignment');
  const assignment = state.assignmentOf(operation);
  return assignment === undefined ? [] : [assignment];
};

const meets = (
  state: PlanningState,
  { operation, parts }: AssignmentFields,
  { start, end }: Pick<AssignmentQuery, 'start' | 'end'>,
): boolean => {
  if (start === null || end === null) return true;
  const window = operationWindow(state, operation);
  return parts.some((part, i) => {
    const time = partTime(part, i === parts.length - 1, window);
    return time !== null && time.start < end * 1000 && time.end > start * 1000;
  });
};
