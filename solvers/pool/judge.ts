import type { Instance } from '../../engine/instance/instance.ts';
import { evaluate } from '../../engine/objective/evaluate.ts';
import type { CostLevels } from '../../engine/objective/score.ts';
import { SolveError } from './protocol.ts';

/** Throws SolveError `result_refused` when the plan breaks a rule that no plan may break, or does not cost what it is said to. */
export const judge = (
  instance: Instance,
  placement: Int32Array,
  cost: number,
): { cost: number; levels: CostLevels } => {
  const levels = evaluate(instance, placement);
  if (levels.total !== cost) {
    throw new SolveError({
      code: 'result_refused',
      detail: `The plan costs ${levels.total}, not ${cost} as the solver says.`,
    });
  }
  return { cost, levels };
};
