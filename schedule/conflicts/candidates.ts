import { readEntity } from '../access/readState.ts';
import { notFound } from '../access/authorize.ts';
import type { Deps } from '../deps.ts';
import { ALL_ROWS, openPage } from '../records/page.ts';
import type { Listed, PageRequest, Scope } from '../types.ts';
import { candidatesIn, type ExplainedCandidate } from './explainedCandidates.ts';

/** Ranks every resource as a place for one part of the operation, best first. `part` is an id or an index; the default is the first part. */
export const candidates = async (
  deps: Deps,
  scope: Scope,
  operation: string,
  { part, ...request }: PageRequest & { readonly part?: string | null | undefined } = ALL_ROWS,
): Promise<Listed<ExplainedCandidate>> => {
  const page = openPage(request);
  const { state } = await readEntity(deps, scope, 'operation', operation, page.change);
  const found = await candidatesIn(deps, state, operation, part ?? null);
  if (found === null && part != null) throw notFound('part', part);
  return page.take(state.change, found ?? [], (candidate) => candidate);
};
