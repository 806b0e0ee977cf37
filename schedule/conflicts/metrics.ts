import type { PlanningState } from '../../db/versions/planningState.ts';
import type { Instance } from '../../engine/instance/instance.ts';
import type { PlanningMetrics } from '../../engine/metrics/planningMetrics.ts';
import { locate } from '../access/authorize.ts';
import { readState } from '../access/readState.ts';
import type { Deps } from '../deps.ts';
import { changeNumber } from '../changesets/changeNumber.ts';
import { visibleChange } from '../changesets/visibleChange.ts';
import type { MetricsQuery, Scope, WindowQuery } from '../types.ts';
import type { StatePlan } from '../instances/uncompiledPlan.ts';
import { analyzed } from './analyzed.ts';

export interface MetricsRecord extends PlanningMetrics {
  readonly planning: string;
  readonly workspace: string | null;
  /** Changeset id; null if the planning has no changeset. */
  readonly change: string | null;
}

/** Metrics of the selected workspace or the mainline: now, or just after a changeset, with the weights and rules as they were then. */
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
  return metricsOf(deps, await planAgainstMainline(deps, state), { start, end });
};

/** The plan of a state; in a workspace, reassignments are counted against the mainline at the same change. */
export const planAgainstMainline = async ({ store }: Pick<Deps, 'store'>, state: PlanningState): Promise<StatePlan> => {
  const { planning, workspace, change } = state;
  return workspace === null ? { state } : { state, baseline: await store.state({ planning, change }) };
};

/** Metrics of `plan`, or of `overlaid` if it is given: the plan with a virtual state laid over it. */
export const metricsOf = async (
  deps: Pick<Deps, 'store' | 'resolutions' | 'instances' | 'clock'>,
  plan: StatePlan,
  { start, end }: WindowQuery,
  overlaid: Instance | StatePlan = plan,
): Promise<MetricsRecord> => {
  const { state } = plan;
  const { planning, workspace } = state;
  const window = start === null || end === null ? null : { start_timestamp: start, end_timestamp: end };
  return {
    planning: planning.id,
    workspace,
    change: await visibleChange(deps, planning, workspace, state.change),
    ...(await analyzed(deps, state, overlaid, { of: 'metrics', window })),
  };
};
