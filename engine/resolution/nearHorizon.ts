import type { Instance } from '../instance/instance.ts';
import { momentsOf } from '../uncertainty/skewNormal.ts';

const REACH_SIGMAS = 5;

/** How far each distribution of the instance reaches late (its end) and early (its start), in seconds ≥ 0. */
export const distributionReaches = ({
  uncertainty,
}: Instance): { readonly late: Float64Array; readonly early: Float64Array } => {
  const { distributions } = uncertainty;
  const count = distributions.length / 3;
  const late = new Float64Array(count);
  const early = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const [location, scale, shape] = distributions.subarray(3 * i, 3 * i + 3);
    const { mean, sigma } = momentsOf({ location, scale, shape });
    late[i] = Math.max(0, mean + REACH_SIGMAS * sigma);
    early[i] = Math.max(0, REACH_SIGMAS * sigma - mean);
  }
  return { late, early };
};

/** Two parts on one resource with this gap or a larger one are never in conflict, whatever happens (but for 2e−4). */
export const nearHorizonSeconds = (instance: Instance): number => {
  const { late, early } = distributionReaches(instance);
  const { start, end } = instance.uncertainty;
  const buffers = instance.terms.buffers.map(({ hard, seconds }) => (hard ? seconds : 0));
  let latest = 0;
  let earliest = 0;
  for (let part = 0; part < instance.partCount; part++) {
    if (end[part] >= 0) latest = Math.max(latest, late[end[part]]);
    if (start[part] >= 0) earliest = Math.max(earliest, early[start[part]]);
  }
  return latest + earliest === 0 ? 0 : Math.ceil(latest + earliest) + Math.max(0, ...buffers);
};
