import { check } from '../../engine/check.ts';
import type { Instance } from '../../engine/instance/instance.ts';
import type { CostLevels } from '../../engine/objective/score.ts';
import { SolveError } from './protocol.ts';

/** Checks a solver's plan. Throws SolveError `result_refused` when it is not feasible, or does not cost what the solver says. */
export const judge = (
  instance: Instance,
  placement: Int32Array,
  cost: number,
): { cost: number; levels: CostLevels } => {
  const { feasible, violations, levels } = check(instance, placement);
  if (!feasible || levels === null) {
    const detail = violations.map(({ message }) => message).join(' ');
    throw new SolveError({ code: 'result_refused', detail: `The plan is not feasible. ${detail}` });
  }
  if (levels.total !== cost) {
    const detail = `The plan costs ${levels.total}, not ${cost} as the solver says.`;
    throw new SolveError({ code: 'result_refused', detail });
  }
  return { cost, levels };
};
