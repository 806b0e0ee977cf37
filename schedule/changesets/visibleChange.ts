import type { PlanningRef } from '../../db/versions/planningState.ts';
import type { Changeset } from '../../db/versions/store.ts';
import type { Ports } from '../ports.ts';

/** Whether readers of a layer (null is the mainline) may see the changeset: it is the layer's own or the mainline's. */
export const isVisible = ({ workspace }: Pick<Changeset, 'workspace'>, layer: string | null): boolean =>
  workspace === null || workspace === layer;

/** Wire id of the last changeset visible in a layer, up to and including a change number; null if none is stored. */
export const visibleChange = async (
  { store }: Pick<Ports, 'store'>,
  planning: PlanningRef,
  layer: string | null,
  until: number,
): Promise<string | null> => {
  const page = { limit: 1, before: until + 1 };
  const layers = layer === null ? [null] : [null, layer];
  const found = await Promise.all(layers.map((workspace) => store.changesets(planning, { ...page, workspace })));
  const latest = found.flatMap(({ items }) => items).sort((a, b) => b.change - a.change)[0];
  return latest?.id ?? null;
};
