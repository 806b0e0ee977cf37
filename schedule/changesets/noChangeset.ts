import type { PlanningRef } from '../../db/versions/planningState.ts';
import type { Changeset } from '../../db/versions/store.ts';
import { formatInstant } from '../../engine/instance/instant.ts';
import { notFound } from '../access/authorize.ts';
import { ScheduleError } from '../errors.ts';
import type { Ports } from '../ports.ts';

const CHANGESET_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

type History = Pick<Ports, 'store'>;

/** The oldest changeset that is stored, if an id that is not stored is from before it, when changesets were deleted; else null. */
export const oldestSince = async ({ store }: History, planning: PlanningRef, id: string): Promise<Changeset | null> => {
  const [oldest] = await store.changesetsAfter(planning, 0, 1);
  // Changeset ids are UUIDv7, so they sort by time.
  const isOlder = oldest !== undefined && oldest.change > 1 && CHANGESET_ID.test(id) && id.toLowerCase() < oldest.id;
  return isOlder ? oldest : null;
};

/** The 404 for a changeset that a planning does not have; it says so if the history of its time was deleted. */
export const noChangeset = async (deps: History, planning: PlanningRef, id: string): Promise<ScheduleError> => {
  const oldest = await oldestSince(deps, planning, id);
  if (oldest === null) return notFound('changeset', id);
  return new ScheduleError(
    'not_found',
    `There is no changeset ${id} any more: the history of this planning before ${formatInstant(oldest.at)} was deleted (HISTORY_DAYS).`,
  );
};
