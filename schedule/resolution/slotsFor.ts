import { placementOf } from '../../engine/instance/assignments.ts';
import { formatInstant } from '../../engine/instance/instant.ts';
import { slots } from '../../engine/strategies/slots.ts';
import { readEntity } from '../access/readState.ts';
import type { Deps } from '../deps.ts';
import { toError } from '../problems.ts';
import { openPage } from '../records/page.ts';
import type { Listed, PageRequest, Scope } from '../types.ts';
import { findPart } from './resolutionTarget.ts';

export interface SlotsQuery {
  /** Id or zero-based index of a part. Default: the first. */
  readonly part?: string | undefined;
  /** First and last possible start, both inclusive; Unix seconds. */
  readonly from: number;
  readonly to: number;
  /** Maximum number of slots to return. */
  readonly slots: number;
}

export interface SlotRecord {
  readonly resource: string;
  /** Whether this is the current place and time. */
  readonly current: boolean;
  /** Whether the operation would have no conflict there. */
  readonly feasible: boolean;
  readonly startAt: string;
  readonly endAt: string;
  /** Change of the score; a later start counts as delay. */
  readonly delta: number;
  readonly conflicts: number;
  readonly blockedBy: readonly string[];
}

/** Largest distance between the query and the operation. */
const FARTHEST_SECONDS = 366 * 86_400;

/** Ranks places and start times for an operation within a range, best first. Throws 404 if the operation occupies no time. */
export const slotsFor = async (
  deps: Deps,
  scope: Scope,
  operation: string,
  { part = '0', from, to, slots: k, ...request }: SlotsQuery & PageRequest,
): Promise<Listed<SlotRecord>> => {
  const page = openPage(request);
  const { state } = await readEntity(deps, scope, 'operation', operation, page.change);
  const instance = deps.instances.of(state);
  const { names, origin, operation: operationOf, start } = instance;
  const placement = placementOf(instance);
  const found = findPart(instance, operation, part);
  const query = { from: from - origin, to: to - origin, k };
  if (Math.abs(query.from - start[found]) > FARTHEST_SECONDS || Math.abs(query.to - start[found]) > FARTHEST_SECONDS) {
    throw toError([
      { path: 'from', code: 'out_of_range', message: 'from and to must lie within a year of the operation' },
    ]);
  }
  return page.take(state.change, slots(instance, placement, found, query), (slot) => ({
    resource: names.resources[slot.resource],
    current: slot.resource === placement[found] && slot.start === start[found],
    feasible: slot.conflicts === 0,
    startAt: formatInstant((origin + slot.start) * 1000),
    endAt: formatInstant((origin + slot.end) * 1000),
    delta: slot.delta / 100,
    conflicts: slot.conflicts,
    blockedBy: [...new Set(slot.blockedBy.map((other) => names.operations[operationOf[other]]))].sort(),
  }));
};
