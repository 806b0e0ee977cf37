import type { PlanningRecord, PlanningInput } from '../entities/planning.ts';
import { StoreError } from '../../db/storeError.ts';
import type { WriteOutcome } from '../../db/versions/store.ts';
import { authorizeOrganization } from '../access/authorize.ts';
import { idTaken } from '../changes/change.ts';
import { checkId } from '../changes/checkId.ts';
import { createOnce, type KeepCreated } from '../changes/idempotency.ts';
import type { Ports } from '../ports.ts';
import { Problems } from '../problems.ts';
import { planningRecord } from '../records/entityRecords.ts';
import type { Scope } from '../types.ts';
import { mergePlanning } from './mergePlanning.ts';

export const createPlanning = async (
  deps: Ports,
  scope: Scope,
  organization: string,
  input: PlanningInput,
): Promise<PlanningRecord> => {
  authorizeOrganization(scope, organization, 'admin');
  const problems = new Problems();
  const fields = mergePlanning(null, input, problems);
  if (input.id !== undefined) checkId(input.id, 'id', problems);
  problems.check();
  const create = async (keepCreated: KeepCreated<PlanningRecord>): Promise<PlanningRecord> => {
    const id = input.id ?? deps.ids();
    const { source, message } = scope;
    const { state, changeset } = await refusingTaken(() =>
      deps.store.createPlanning({
        id,
        organization,
        fields,
        author: scope.actor.user,
        source,
        message,
        also: (sql, made) => keepCreated(sql, recordOf(made), made.changeset?.id ?? null),
      }),
    );
    return recordOf({ state, changeset });
  };
  return createOnce(deps, scope, create);
};

const recordOf = ({ state, changeset }: Pick<WriteOutcome<unknown>, 'state' | 'changeset'>): PlanningRecord =>
  planningRecord(state, changeset?.id ?? null);

/** Runs `create` and turns the store's `id_taken` into a ScheduleError. */
export const refusingTaken = async <T>(create: () => Promise<T>): Promise<T> => {
  try {
    return await create();
  } catch (error) {
    if (error instanceof StoreError && error.code === 'id_taken') throw idTaken(error, new Map());
    throw error;
  }
};
