import type { PlanningState } from '../../db/versions/planningState.ts';
import { requireMatch } from '../changes/freshness.ts';
import type { Ports } from '../ports.ts';
import type { Scope } from '../types.ts';
import { planningOf } from './patchPlanning.ts';

/** Deletes a planning with everything in it. Its running tasks end; the result of one that still finishes is discarded. */
export const deletePlanning = async (deps: Ports, scope: Scope, organization: string, id: string): Promise<void> => {
  const planning = await planningOf(deps, scope, organization, id);
  const check = (state: PlanningState): void => requireMatch(scope, state, 'planning', id);
  await deps.store.deletePlanning(planning, scope.ifMatch === null ? undefined : check);
};
