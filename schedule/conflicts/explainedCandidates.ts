import type { PlanningState } from '../../db/store/planningState.ts';
import type { ReasonRecord } from '../../engine/explain/planReasons.ts';
import { placementOf } from '../../engine/instance/assignments.ts';
import type { Instance } from '../../engine/instance/instance.ts';
import type { Candidate } from '../../engine/metrics/candidates.ts';
import type { Deps } from '../deps.ts';
import { analysed, planKey } from './analysed.ts';

export interface ExplainedCandidate extends Candidate {
  /** Of the first one, when none is feasible: why. */
  readonly reason?: ReasonRecord;
}

/** Every resource as a place for the part, best first; where none is without conflict, the first one tells why. */
export const explainedCandidates = async (
  deps: Pick<Deps, 'resolutions'>,
  instance: Instance,
  part: number,
  state: PlanningState,
): Promise<readonly ExplainedCandidate[]> => {
  const found = await analysed(deps, state, instance, { of: 'candidates', part });
  if (found.length === 0 || found.some(({ feasible }) => feasible)) return found;
  const placement = placementOf(instance);
  const { reasons } = await deps.resolutions.reasons({
    key: planKey(instance),
    organization: state.planning.organization,
    instance,
    placement,
    part,
    timezone: state.record.fields.timezone,
  });
  const [first, ...rest] = found;
  return reasons.length === 0 ? found : [{ ...first, reason: reasons[0] }, ...rest];
};
