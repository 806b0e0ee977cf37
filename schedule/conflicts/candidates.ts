import { readEntity } from '../access/readState.ts';
import { notFound } from '../access/authorize.ts';
import type { Deps } from '../deps.ts';
import { partsByOperation } from '../plans/plannedMoves.ts';
import type { Scope } from '../types.ts';
import { type ExplainedCandidate, explainedCandidates } from './explainedCandidates.ts';

/** Every resource as a place for the operation (one part of it: id or index, default the first), best first. */
export const candidates = async (
  deps: Deps,
  scope: Scope,
  operation: string,
  { part }: { readonly part?: string | null | undefined } = {},
): Promise<readonly ExplainedCandidate[]> => {
  const { state } = await readEntity(deps, scope, 'operation', operation);
  const instance = deps.instances.of(state);
  const parts = partsByOperation(instance).get(operation) ?? [];
  const found =
    part == null
      ? parts[0]
      : parts.find((one) => instance.names.parts[one] === part || String(instance.partIndex[one]) === part);
  if (found === undefined) {
    if (part != null) throw notFound('part', part);
    return [];
  }
  return explainedCandidates(deps, instance, found, state);
};
