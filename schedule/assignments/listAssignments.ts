import type { AssignmentFields, Version } from '../../db/store/entities.ts';
import type { PlanningState } from '../../db/store/planningState.ts';
import { locate } from '../access/authorize.ts';
import { readState } from '../access/readState.ts';
import type { Ports } from '../ports.ts';
import { assignmentRecord } from '../records/assignmentRecord.ts';
import { inOrder, openPage } from '../records/page.ts';
import type { AssignmentRecord } from '../records/records.ts';
import { operationWindow } from '../tasks/window.ts';
import type { AssignmentQuery, Listed, PageRequest, Scope } from '../types.ts';

/** More than any planning has; what the database can count. */
const ALL = 2_000_000_000;

/** The window selects by overlap with the time of a part. */
export const listAssignments = async (
  deps: Ports,
  scope: Scope,
  planning: string,
  query: AssignmentQuery & PageRequest,
): Promise<Listed<AssignmentRecord>> => {
  const ref = await locate(deps, scope, 'planning', planning, 'viewer');
  const page = openPage(query);
  const state = await readState(deps, scope, ref, page.change);
  const { operation } = query;
  const candidates = query.active ? active(state, operation) : await ended(deps, state, operation);
  const selected = candidates.filter(({ fields }) => meets(state, fields, query));
  return page.take(state.change, selected, (version) =>
    assignmentRecord(state, version, query.active ? null : (version.validTo ?? version.validFrom)),
  );
};

const active = (state: PlanningState, operation: string | null): readonly Version<'assignment'>[] => {
  if (operation === null) return inOrder([...state.all('assignment')]);
  const assignment = state.assignmentOf(operation);
  return assignment === undefined ? [] : [assignment];
};

const ended = (
  { store }: Pick<Ports, 'store'>,
  state: PlanningState,
  operation: string | null,
): Promise<Version<'assignment'>[]> =>
  store.inactiveAssignments(
    { planning: state.planning, workspace: state.workspace, change: state.change },
    { limit: ALL, ...(operation === null ? {} : { operation }) },
  );

const meets = (
  state: PlanningState,
  { operation, parts }: AssignmentFields,
  { start, end }: Pick<AssignmentQuery, 'start' | 'end'>,
): boolean => {
  if (start === null || end === null) return true;
  const window = operationWindow(state, operation);
  return parts.some((part) => {
    const from = part.startAt ?? window?.start;
    const to = part.endAt ?? window?.end;
    return from !== undefined && to !== undefined && from < end * 1000 && to > start * 1000;
  });
};
