import type { PlanningState } from '../../db/store/planningState.ts';
import { placementOf } from '../../engine/instance/assignments.ts';
import type { Instance } from '../../engine/instance/instance.ts';
import { type PlanningMetrics, planningMetrics } from '../../engine/metrics/planningMetrics.ts';
import { locate } from '../access/authorize.ts';
import { readState } from '../access/readState.ts';
import type { Deps } from '../instances/instances.ts';
import { changeNumber } from '../operations/shownOperations.ts';
import type { MetricsQuery, Scope, WindowQuery } from '../types.ts';

export interface MetricsRecord extends PlanningMetrics {
  readonly planning: string;
  readonly workspace: string | null;
  /** Changeset id; null for a planning without any. */
  readonly change: string | null;
}

/** Of the selected workspace, or the mainline; now, or just after a changeset, with the weights and rules of then. */
export const metrics = async (
  deps: Deps,
  scope: Scope,
  planning: string,
  { changeId, mainline, start, end }: MetricsQuery,
): Promise<MetricsRecord> => {
  const ref = await locate(deps, scope, 'planning', planning, 'viewer');
  const seen = mainline ? { ...scope, workspace: null } : scope;
  const change = changeId === null ? undefined : await changeNumber(deps, seen, ref, changeId);
  const state = await readState(deps, seen, ref, change);
  return metricsOf(deps, state, await instanceAgainstMainline(deps, state), { start, end });
};

/** In a workspace reassignments are counted against the mainline of the same change. */
export const instanceAgainstMainline = async (deps: Deps, state: PlanningState): Promise<Instance> => {
  const { planning, workspace, change } = state;
  if (workspace === null) return deps.instances.of(state);
  return deps.instances.of(state, await deps.store.state({ planning, change }));
};

export const metricsOf = async (
  deps: Pick<Deps, 'store'>,
  state: PlanningState,
  instance: Instance,
  { start, end }: WindowQuery,
): Promise<MetricsRecord> => {
  const { planning, workspace, change } = state;
  const [changeset] = change === 0 ? [] : await deps.store.changesetsAfter(planning, change - 1, 1);
  const window = start === null || end === null ? undefined : { start_timestamp: start, end_timestamp: end };
  return {
    planning: planning.id,
    workspace,
    change: changeset?.id ?? null,
    ...planningMetrics(instance, placementOf(instance), window),
  };
};
