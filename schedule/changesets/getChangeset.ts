import type { PlanningRef } from '../../db/versions/planningState.ts';
import type { Changeset } from '../../db/versions/store.ts';
import { locate, notFound } from '../access/authorize.ts';
import { readWorkspace } from '../access/readState.ts';
import { changeNumber } from './changeNumber.ts';
import type { Ports } from '../ports.ts';
import type { ChangesetDetailRecord } from '../records/records.ts';
import type { Scope } from '../types.ts';
import { changesetDetail } from './changesetRecords.ts';

/** Returns a changeset with full diffs. One of a workspace is visible only with that workspace selected. */
export const getChangeset = async (
  deps: Ports,
  scope: Scope,
  planning: string,
  id: string,
): Promise<ChangesetDetailRecord> => {
  const ref = await locate(deps, scope, 'planning', planning, 'viewer');
  return changesetDetail(deps, ref, await visibleChangeset(deps, scope, ref, id));
};

/** A changeset that the scope may see. Throws 404 if there is none. */
export const visibleChangeset = async (
  deps: Ports,
  scope: Scope,
  planning: PlanningRef,
  id: string,
): Promise<Changeset> => {
  if (scope.workspace !== null) await readWorkspace(deps, planning, scope.workspace);
  await changeNumber(deps, scope, planning, id);
  const changeset = await deps.store.changeset(planning, id);
  if (changeset === undefined) throw notFound('changeset', id);
  return changeset;
};
