import { requireMatch } from '../changes/freshness.ts';
import type { Ports } from '../ports.ts';
import type { Scope } from '../types.ts';
import { LIVE } from '../runs/runAccess.ts';
import { planningOf } from './patchPlanning.ts';

/**
 * Deletes a planning with everything in it. Its running tasks are cancelled first; a task that still finishes finds no row, and its result is
 * discarded.
 */
export const deletePlanning = async (deps: Ports, scope: Scope, organization: string, id: string): Promise<void> => {
  const planning = await planningOf(deps, scope, organization, id);
  if (scope.ifMatch !== null) requireMatch(scope, await deps.store.state({ planning }), 'planning', id);
  const at = deps.clock();
  for (const run of await deps.runs.live()) {
    if (run.planning.key !== planning.key) continue;
    await deps.runs.update(run.id, { from: LIVE }, { cancelRequestedAt: at, cancelApply: false });
  }
  await deps.store.deletePlanning(planning);
};
