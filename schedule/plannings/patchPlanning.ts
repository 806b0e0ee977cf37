import type { PlanningRecord, PlanningInput } from '../entities/planning.ts';
import { authorizeOrganization, locate, notFound } from '../access/authorize.ts';
import { change } from '../changes/change.ts';
import { requireMatch } from '../changes/freshness.ts';
import type { Ports } from '../ports.ts';
import { planningRecord } from '../records/entityRecords.ts';
import type { Scope } from '../types.ts';
import { mergePlanning } from './mergePlanning.ts';
import { latestChange } from './latestChange.ts';

/** Updates a planning's own fields. They are versioned, so a score at a past change uses the weights as they were then. */
export const patchPlanning = async (
  deps: Ports,
  scope: Scope,
  organization: string,
  id: string,
  input: PlanningInput,
): Promise<PlanningRecord> => {
  const planning = await planningOf(deps, scope, organization, id);
  const { state } = await change(deps, scope, planning, (edits) => {
    const { record } = edits.state;
    requireMatch(scope, edits.state, 'planning', record.id);
    edits.put('planning', record.id, mergePlanning(record.fields, input, edits.problems));
  });
  return planningRecord(state, await latestChange(deps, planning));
};

/** Finds a planning of the organization; the caller must be an admin there. */
export const planningOf = async (deps: Ports, scope: Scope, organization: string, id: string) => {
  authorizeOrganization(scope, organization, 'viewer');
  const planning = await locate(deps, { ...scope, organization }, 'planning', id, 'admin');
  if (planning.organization !== organization) throw notFound('planning', id);
  return planning;
};
