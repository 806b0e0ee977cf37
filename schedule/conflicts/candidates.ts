import { readEntity } from '../access/readState.ts';
import { notFound } from '../access/authorize.ts';
import type { Deps } from '../deps.ts';
import type { Scope } from '../types.ts';
import { candidatesIn, type ExplainedCandidate } from './explainedCandidates.ts';

/** Ranks every resource as a place for one part of the operation, best first. `part` is an id or an index; the default is the first part. */
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
