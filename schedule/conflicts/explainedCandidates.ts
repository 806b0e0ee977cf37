import type { PlanningState } from '../../db/versions/planningState.ts';
import type { ReasonRecord } from '../../engine/explain/planReasons.ts';
import { placementOf } from '../../engine/instance/assignments.ts';
import type { Instance } from '../../engine/instance/instance.ts';
import type { Candidate } from '../../engine/metrics/candidates.ts';
import { type Analyst, analyzed, inTurn, largePlan, planKey } from './analyzed.ts';
import { isLarge } from '../instances/large.ts';

export interface ExplainedCandidate extends Candidate {
  /** Only on the first candidate, and only if no candidate is feasible: why it is not. */
  readonly reason?: ReasonRecord;
}

/** Ranks every resource as a place for the part, best first. If no candidate is feasible, the first one has a reason. */
export const explainedCandidates = async (
  deps: Analyst,
  instance: Instance,
  part: number,
  state: PlanningState,
): Promise<readonly ExplainedCandidate[]> => {
  const found = await analyzed(deps, state, instance, { of: 'candidates', part });
  return explained(found, () => reasonsHere(deps, instance, part, state));
};

/** Like `explainedCandidates`, for an operation's part in a state, by its id or index (null is the first). Null if there is no such part. */
export const candidatesIn = async (
  deps: Analyst,
  state: PlanningState,
  operation: string,
  part: string | null,
): Promise<readonly ExplainedCandidate[] | null> => {
  const found = await analyzed(deps, state, { state }, { of: 'places', operation, part });
  if (found === null) return null;
  const { timezone } = state.record.fields;
  return explained(found.candidates, () =>
    isLarge(state)
      ? inTurn(state, () => deps.resolutions.reasons({ ...largePlan(deps, { state }), part: found.part, timezone }))
      : reasonsHere(deps, deps.instances.of(state), found.part, state),
  );
};

const reasonsHere = ({ resolutions }: Analyst, instance: Instance, part: number, state: PlanningState) =>
  resolutions.reasons({
    key: planKey(instance),
    organization: state.planning.organization,
    instance,
    placement: placementOf(instance),
    part,
    timezone: state.record.fields.timezone,
  });

const explained = async (
  found: readonly Candidate[],
  reasonsFor: () => Promise<{ readonly reasons: readonly ReasonRecord[] }>,
): Promise<readonly ExplainedCandidate[]> => {
  if (found.length === 0 || found.some(({ feasible }) => feasible)) return found;
  const { reasons } = await reasonsFor();
  const [first, ...rest] = found;
  return reasons.length === 0 ? found : [{ ...first, reason: reasons[0] }, ...rest];
};
