import { placementOf } from '../../engine/instance/assignments.ts';
import { type Candidate, candidates as candidatesFor } from '../../engine/metrics/candidates.ts';
import { Plan } from '../../engine/objective/plan.ts';
import { readEntity } from '../access/readState.ts';
import { notFound } from '../access/authorize.ts';
import type { Deps } from '../deps.ts';
import { partsByOperation } from '../runs/plan.ts';
import type { Scope } from '../types.ts';

/** Every resource as a place for the operation (one part of it: id or index, default the first), best first. */
export const candidates = async (
  deps: Deps,
  scope: Scope,
  operation: string,
  { part }: { readonly part?: string | null | undefined } = {},
): Promise<readonly Candidate[]> => {
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
  return candidatesFor(new Plan(instance, placementOf(instance)), found);
};
