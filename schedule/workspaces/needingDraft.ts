import { present } from '../../engine/present.ts';
import type { PlanningRef } from '../../db/versions/planningState.ts';
import { ScheduleError } from '../errors.ts';
import type { Ports } from '../ports.ts';
import { instant } from '../records/instants.ts';

/**
 * Runs what only a DRAFT allows. If the workspace is none any more, the refusal says what became of it: a client that repeats a request whose
 * response was lost learns what it did.
 */
export const needingDraft = async <T>(
  deps: Pick<Ports, 'store'>,
  planning: PlanningRef,
  id: string,
  run: () => Promise<T>,
): Promise<T> => {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof ScheduleError) || error.code !== 'workspace_not_draft') throw error;
    throw new ScheduleError('workspace_not_draft', await fateOf(deps, planning, id), { cause: error });
  }
};

const fateOf = async ({ store }: Pick<Ports, 'store'>, planning: PlanningRef, id: string): Promise<string> => {
  const mainline = await store.state({ planning });
  const { state, publishedChange } = present(mainline.get('workspace', id)).fields;
  if (publishedChange === null)
    return `Workspace ${id} is ${state}, and its changes were discarded. Restore it, or create a new one.`;
  const [changeset] = await store.changesetsAfter(planning, publishedChange - 1, 1);
  // History may be deleted.
  const isKept = changeset?.change === publishedChange;
  const by = isKept ? ` by changeset ${changeset.id} at ${instant(changeset.at)}` : '';
  return `Workspace ${id} is ${state}. It was published${by}; create a new one for further changes.`;
};
