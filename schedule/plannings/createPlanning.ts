import type { PlanningRecord, PlanningInput } from '../entities/planning.ts';
import { StoreError } from '../../db/storeError.ts';
import { authorizeOrganization } from '../access/authorize.ts';
import { idTaken } from '../changes/change.ts';
import { checkId } from '../changes/checkId.ts';
import { createOnce } from '../changes/idempotency.ts';
import type { Ports } from '../ports.ts';
import { Problems } from '../problems.ts';
import type { Scope } from '../types.ts';
import { mergePlanning } from './editPlanning.ts';
import { getPlanning } from './getPlanning.ts';

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
  const create = async (): Promise<PlanningRecord> => {
    const id = input.id ?? deps.ids();
    const { source, message } = scope;
    await refusingTaken(() =>
      deps.store.createPlanning({ id, organization, fields, author: scope.actor.user, source, message }),
    );
    return getPlanning(deps, { ...scope, organization, workspace: null }, id);
  };
  return createOnce(deps, scope, create, ({ change }) => change);
};

export const refusingTaken = async <T>(create: () => Promise<T>): Promise<T> => {
  try {
    return await create();
  } catch (error) {
    if (error instanceof StoreError && error.code === 'id_taken') throw idTaken(error, new Map());
    throw error;
  }
};
