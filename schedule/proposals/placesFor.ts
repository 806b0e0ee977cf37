import { placementOf } from '../../engine/instance/assignments.ts';
import { type Candidate, candidates } from '../../engine/metrics/candidates.ts';
import { Plan } from '../../engine/objective/plan.ts';
import { notFound } from '../access/authorize.ts';
import { readPlanning } from '../access/readState.ts';
import { virtualInstance } from '../conflicts/virtualInstance.ts';
import type { Deps } from '../deps.ts';
import { partsByOperation } from '../runs/plan.ts';
import type { Scope, VirtualState } from '../types.ts';

/** Every resource as a place for the operation's first part under a virtual state, best first; empty when it has no window. */
export const placesFor = async (
  deps: Deps,
  scope: Scope,
  planning: string,
  operation: string,
  virtualState: VirtualState,
): Promise<readonly Candidate[]> => {
  const state = await readPlanning(deps, scope, planning);
  if (!state.has('operation', operation)) throw notFound('operation', operation);
  const { assignments = [], operations = [] } = virtualState;
  const isPlain = assignments.length === 0 && operations.length === 0;
  const instance = isPlain ? deps.instances.of(state) : virtualInstance(deps, state, virtualState);
  const part = partsByOperation(instance).get(operation)?.[0];
  return part === undefined ? [] : candidates(new Plan(instance, placementOf(instance)), part);
};
