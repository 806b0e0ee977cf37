import { readEntity } from '../access/readState.ts';
import { notFound } from '../access/authorize.ts';
import type { Deps } from '../deps.ts';
import type { Scope } from '../types.ts';
import { candidatesIn, type ExplainedCandidate } from './explainedCandidates.ts';

/** Every resource as a place for the operation (one part of it: id or index, default the first), best first. */
export const candidates = async (
  deps: Deps,
  scope: Scope,
  operation: string,
  { part }: { readonly part?: string | null | undefined } = {},
): Promise<readonly ExplainedCandidate[]> => {
  const { state } = await readEntity(deps, scope, 'operation', operation);
  const found = await candidatesIn(deps, state, operation, part ?? null);
  if (found === null && part != null) throw notFound('part', part);
  return found ?? [];
};
