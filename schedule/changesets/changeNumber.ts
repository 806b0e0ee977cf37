import type { PlanningRef } from '../../db/versions/planningState.ts';
import { notFound } from '../access/authorize.ts';
import type { Ports } from '../ports.ts';
import type { Scope } from '../types.ts';
import { noChangeset } from './noChangeset.ts';

export const CHANGESET_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The change number of a changeset that the scope may see: the mainline's or the selected workspace's. Throws 404 otherwise. */
export const changeNumber = async (
  { store }: Pick<Ports, 'store'>,
  { workspace }: Pick<Scope, 'workspace'>,
  planning: PlanningRef,
  id: string,
): Promise<number> => {
  const changeset = CHANGESET_ID.test(id) ? await store.changeset(planning, id) : undefined;
  if (changeset === undefined) throw await noChangeset({ store }, planning, id);
  if (changeset.workspace !== null && changeset.workspace !== workspace) throw notFound('changeset', id);
  return changeset.change;
};
