import type { Deps } from '../deps.ts';
import type { Scope } from '../types.ts';

/** Names of those whose ids records carry (`author`, `assignedBy`, `createdBy`); null for what is no user (any more). */
export const authorNames = async (
  { names }: Deps,
  _scope: Scope,
  ids: Iterable<string>,
): Promise<ReadonlyMap<string, string | null>> => names.all(ids);
