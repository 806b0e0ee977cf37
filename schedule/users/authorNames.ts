import type { Deps } from '../deps.ts';
import type { Scope } from '../types.ts';

/** The names of the users whose ids records contain (`author`, `assignedBy`, `createdBy`); null for an id that is not a user or no longer exists. */
export const authorNames = async (
  { names }: Deps,
  _scope: Scope,
  ids: Iterable<string>,
): Promise<ReadonlyMap<string, string | null>> => names.all(ids);
