import type { Version } from '../../db/versions/entities.ts';
import type { PlanningState } from '../../db/versions/planningState.ts';
import type { Ports } from '../ports.ts';
import { workspaceRecord } from '../records/entityRecords.ts';
import type { WorkspaceRecord } from '../records/records.ts';

/** The record with the id of its base changeset, as long as that is stored. */
export const readWorkspaceRecord = async (
  { store }: Pick<Ports, 'store'>,
  state: PlanningState,
  version: Version<'workspace'>,
): Promise<WorkspaceRecord> => {
  const { baseChange } = version.fields;
  const [base] = baseChange === 0 ? [] : await store.changesetsAfter(state.planning, baseChange - 1, 1);
  return workspaceRecord(state, version, base?.change === baseChange ? base.id : null);
};
