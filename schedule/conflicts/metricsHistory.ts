import { present } from '../../engine/present.ts';
import { setImmediate as breathe } from 'node:timers/promises';
import type { PlanningRef, PlanningState } from '../../db/versions/planningState.ts';
import type { StateInTime } from '../../db/versions/store.ts';
import { compile } from '../../engine/instance/compile.ts';
import { placementOf } from '../../engine/instance/assignments.ts';
import { type PlanFigures, type PlanningMetrics, planningMetrics } from '../../engine/metrics/planningMetrics.ts';
import { locate } from '../access/authorize.ts';
import { readWorkspace } from '../access/readState.ts';
import type { Deps } from '../deps.ts';
import { assignmentsOf, planOf } from '../documents/documentOf.ts';
import { isLarge } from '../instances/large.ts';
import { analyzedPreview } from './analyzed.ts';
import { instant } from '../records/instants.ts';
import type { MetricsHistoryQuery, Scope } from '../types.ts';
import { pastFigures } from './pastFigures.ts';

export interface MetricsPoint extends PlanFigures {
  readonly at: string;
  /** Id of the last changeset that the plan at that time includes. */
  readonly change: string;
}

/**
 * Metrics of the plan at several points in time: of the mainline, or of the selected workspace over the mainline as it was then. Metrics at a change
 * never alter, so they are cached; missing ones are computed from consecutive states.
 */
export const metricsHistory = async (
  deps: Deps,
  scope: Scope,
  planning: string,
  query: MetricsHistoryQuery,
): Promise<MetricsPoint[]> => {
  const ref = await locate(deps, scope, 'planning', planning, 'viewer');
  const { workspace } = scope;
  if (workspace !== null) await readWorkspace(deps, ref, workspace);
  const seen = await deps.store.changesAt(ref, workspace, await timesOf(deps, ref, query));
  const keyOf = ({ change }: StateInTime['changeset']): string => `${ref.key} ${workspace} ${change}`;
  const missing = new Map<number, StateInTime['changeset']>();
  for (const { changeset } of seen) {
    if (deps.figures.get(keyOf(changeset)) === undefined) missing.set(changeset.change, changeset);
  }
  const found = new Map<string, PlanFigures>();
  const keep = (change: number, figures: PlanFigures): void => {
    found.set(keyOf(present(missing.get(change))), figures);
    deps.figures.set(keyOf(present(missing.get(change))), figures);
  };
  const states: PlanningState[] = [];
  for await (const { state, mainline } of deps.store.statesAt(ref, workspace, [...missing.keys()])) {
    if (workspace === null) states.push(state);
    else keep(state.change, await draftFigures(deps, state, mainline, present(missing.get(state.change)).at));
  }
  let next = 0;
  for await (const figures of pastFigures(deps, states)) {
    keep(present(states[next++]).change, figures);
    // Yield to the event loop.
    await breathe();
  }
  return seen.flatMap(({ at, changeset }) => {
    const key = keyOf(changeset);
    const figures = found.get(key) ?? deps.figures.get(key);
    return figures === undefined ? [] : [{ at: instant(at), change: changeset.id, ...figures }];
  });
};

/** A draft's metrics count what it moved against the mainline at that time, and lead times count from the time of the change. */
const draftFigures = async (
  deps: Deps,
  state: PlanningState,
  mainline: PlanningState,
  at: number,
): Promise<PlanFigures> => {
  const {
    rules: _rules,
    utilization: _utilization,
    window: _window,
    ...figures
  } = await draftMetrics(deps, state, mainline, { referenceTime: instant(at) });
  return figures;
};

const draftMetrics = (
  deps: Deps,
  state: PlanningState,
  mainline: PlanningState,
  run: { readonly referenceTime: string },
): PlanningMetrics | Promise<PlanningMetrics> => {
  const plan = { state, baseline: mainline, run };
  if (isLarge(state)) return analyzedPreview(deps, plan, { of: 'metrics', window: null });
  const instance = compile(planOf(state), { ...run, baseline: assignmentsOf(mainline) });
  return planningMetrics(instance, placementOf(instance));
};

/** Epoch milliseconds, ascending. Times in the future are left out. */
const timesOf = async (
  deps: Deps,
  planning: PlanningRef,
  { from, to, points }: MetricsHistoryQuery,
): Promise<number[]> => {
  const [latest] = (await deps.store.changesetsAfter(planning, (await deps.store.head(planning)) - 1, 1)) ?? [];
  // The last change counts even if the database's clock is ahead of ours.
  const now = Math.max(deps.clock(), latest?.at ?? 0);
  const end = to === null ? now : Math.min(to * 1000, now);
  const [oldest] = from === null ? await deps.store.changesetsAfter(planning, 0, 1) : [];
  const start = from === null ? Math.min(oldest?.at ?? end, end) : from * 1000;
  if (start > end) return [];
  if (points === 1) return [end];
  const step = (end - start) / (points - 1);
  const times = Array.from({ length: points }, (_, i) => (i === points - 1 ? end : Math.floor(start + i * step)));
  return [...new Set(times)];
};
