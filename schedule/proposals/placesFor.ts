import { notFound } from '../access/authorize.ts';
import { readPlanning } from '../access/readState.ts';
import { type ExplainedCandidate, explainedCandidates } from '../conflicts/explainedCandidates.ts';
import type { Deps } from '../deps.ts';
import { overlaidAside } from '../plans/overlaid.ts';
import { partsOfOperation } from '../plans/plannedMoves.ts';
import type { Scope, VirtualState } from '../types.ts';

/** Ranks every resource as a place for the operation's first part under a virtual state, best first. Empty if the operation has no window. */
export const placesFor = async (
  deps: Deps,
  scope: Scope,
  planning: string,
  operation: string,
  virtualState: VirtualState,
): Promise<readonly ExplainedCandidate[]> => {
  const state = await readPlanning(deps, scope, planning);
  if (!state.has('operation', operation)) throw notFound('operation', operation);
  const instance = await overlaidAside(deps, state, virtualState);
  const part = partsOfOperation(instance, operation)[0];
  return part === undefined ? [] : explainedCandidates(deps, instance, part, state);
};
