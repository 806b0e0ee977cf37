import type { RepairState } from '../../db/runs/repairs.ts';
import { locate } from '../access/authorize.ts';
import type { Deps } from '../deps.ts';
import { invalidCursor } from '../records/page.ts';
import type { Listed, PageRequest, Scope } from '../types.ts';
import { type RepairRecord, repairRecord } from './repairRecord.ts';

const ALL = 10_000;

export interface RepairsRequest extends PageRequest {
  readonly state: RepairState | null;
  /** ISO 8601: proposed or decided at or after this time. */
  readonly since: string | null;
}

/** The repairs of a planning, newest first. */
export const listRepairs = async (
  deps: Deps,
  scope: Scope,
  planning: string,
  { limit, cursor, state, since }: RepairsRequest,
): Promise<Listed<RepairRecord>> => {
  const ref = await locate(deps, scope, 'planning', planning, 'viewer');
  if (cursor !== null && !/^[0-9a-f-]{36}$/.test(cursor)) throw invalidCursor(cursor);
  const size = limit ?? ALL;
  const found = await deps.repairs.list(ref, {
    state: state ?? undefined,
    since: since === null ? undefined : Date.parse(since),
    before: cursor ?? undefined,
    limit: size + 1,
  });
  const shown = found.slice(0, size);
  const last = found.length > size ? shown.at(-1) : undefined;
  return { items: shown.map(repairRecord), next: last?.id ?? null };
};
