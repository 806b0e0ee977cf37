import type { PlanningRef } from '../../db/versions/planningState.ts';
import type { Ports } from '../ports.ts';

/** Id of the mainline's latest changeset; null if the planning has none. */
export const latestChange = async ({ store }: Pick<Ports, 'store'>, planning: PlanningRef): Promise<string | null> => {
  const { items } = await store.changesets(planning, { workspace: null, limit: 1 });
  return items[0]?.id ?? null;
};
