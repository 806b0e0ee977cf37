import { DEFAULT_WEIGHTS } from '../../engine/instance/planningDocument.ts';
import { locate } from '../access/authorize.ts';
import { readState } from '../access/readState.ts';
import type { Deps } from '../deps.ts';
import type { Scope, VirtualState } from '../types.ts';
import { analyzed } from './analyzed.ts';
import { isLarge } from '../instances/large.ts';
import { type MetricsRecord, metricsOf } from './metrics.ts';
import { imposedDelayCost, withDelay } from '../plans/imposedDelay.ts';
import { overlaid, readOverlay } from '../plans/overlaid.ts';

/** What a virtual state would cost, and the difference to the current plan. Writes nothing. */
export const score = async (
  deps: Deps,
  scope: Scope,
  planning: string,
  virtualState: VirtualState,
): Promise<{ readonly metrics: MetricsRecord; readonly delta: number }> => {
  const ref = await locate(deps, scope, 'planning', planning, 'viewer');
  const state = await readState(deps, scope, ref);
  const virtual = isLarge(state)
    ? { state, baseline: state, virtualState: await readOverlay(deps, state, virtualState) }
    : overlaid(deps, state, virtualState);
  const found = await metricsOf(deps, { state }, { start: null, end: null }, virtual);
  const weights = { ...DEFAULT_WEIGHTS, ...state.record.fields.weights };
  const imposed = imposedDelayCost(state, virtualState, Math.round(100 * weights.delay));
  const metrics = { ...found, score: withDelay(found.score, imposed / 100) };
  const before = await analyzed(deps, state, { state }, { of: 'score' });
  // Both values are whole hundredths, so their difference is, too.
  return { metrics, delta: (Math.round(100 * metrics.score.total) - before.total) / 100 };
};
