import type { PlanningRecord } from '../entities/planning.ts';
import { readPlanning } from '../access/readState.ts';
import type { Ports } from '../ports.ts';
import { planningRecord } from '../records/entityRecords.ts';
import type { Scope } from '../types.ts';
import { latestChange } from './latestChange.ts';

export const getPlanning = async (deps: Ports, scope: Scope, id: string): Promise<PlanningRecord> => {
  const state = await readPlanning(deps, scope, id);
  return planningRecord(state, await latestChange(deps, state.planning));
};
