import type { Version } from '../../db/store/entities.ts';
import type { PlanningState } from '../../db/store/planningState.ts';
import { locate, notFound } from '../access/authorize.ts';
import { readState } from '../access/readState.ts';
import type { Ports } from '../ports.ts';
import { assignmentRecord } from '../records/assignmentRecord.ts';
import type { AssignmentRecord } from '../records/records.ts';
import type { Scope } from '../types.ts';

/** Active or not. */
export const getAssignment = async (deps: Ports, scope: Scope, id: string): Promise<AssignmentRecord> => {
  const planning = await locate(deps, scope, 'assignment', id, 'viewer');
  const state = await readState(deps, scope, planning);
  const active = state.get('assignment', id);
  if (active !== undefined) return assignmentRecord(state, active);
  return assignmentRecord(...(await lastOf(deps, state, id)));
};

/** The last live version of an assignment that is not active any more, and when it ended. */
export const lastOf = async (
  { store }: Pick<Ports, 'store'>,
  state: PlanningState,
  id: string,
): Promise<[PlanningState, Version<'assignment'>, number]> => {
  for (const layer of state.workspace === null ? [null] : [state.workspace, null]) {
    const versions = await store.history(state.planning, layer, 'assignment', id);
    const last = versions.findLast(({ tombstone, change }) => !tombstone && change <= state.change);
    if (last !== undefined) return [state, last, last.validTo ?? state.record.validFrom];
  }
  throw notFound('assignment', id);
};
