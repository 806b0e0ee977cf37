import type { RepairState } from '../../db/runs/repairs.ts';
import { locate } from '../access/authorize.ts';
import type { Deps } from '../deps.ts';
import { pageById } from '../records/page.ts';
import type { Listed, PageRequest, Scope } from '../types.ts';
import { type RepairRecord, repairRecord } from './repairRecord.ts';

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
  { state, since, ...page }: RepairsRequest,
): Promise<Listed<RepairRecord>> => {
  const ref = await locate(deps, scope, 'planning', planning, 'viewer');
  const filter = { state: state ?? undefined, since: since === null ? undefined : Date.parse(since) };
  return pageById(page, (rows) => deps.repairs.list(ref, { ...filter, ...rows }), repairRecord);
};
