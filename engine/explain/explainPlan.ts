import type { Instance } from '../instance/instance.ts';
import type { Placement } from '../objective/score.ts';
import { type CostRecord, type PlanCosts, planCosts } from './planCosts.ts';
import { type PlanReasons, planReasons, type ReasonOptions } from './planReasons.ts';

/** Explains a plan: what its score consists of, and why operations have no place or are in conflict. */
export interface PlanExplanation extends PlanReasons {
  /** The cost by rule; sums to the score's total. */
  readonly terms: readonly CostRecord[];
  readonly costs: {
    /** The operations with the highest costs; with `rest` and `resources` they sum to the score's total. */
    readonly operations: PlanCosts['operations'];
    /** The number of operations with a cost or reward, and the sum for those that are not listed. */
    readonly operationCount: number;
    readonly rest: number;
    readonly resources: PlanCosts['resources'];
  };
}

/** More operations than this are not listed. */
const MOST_OPERATIONS = 500;

/** Costs are in weight units. `options.stop` ends the search for reasons early. */
export const explainPlan = (instance: Instance, placement: Placement, options: ReasonOptions): PlanExplanation => {
  const { rules, operations, resources } = planCosts(instance, placement);
  const rest = operations.slice(MOST_OPERATIONS).reduce((sum, { cost }) => sum + Math.round(100 * cost), 0);
  return {
    terms: rules,
    costs: {
      operations: operations.slice(0, MOST_OPERATIONS),
      operationCount: operations.length,
      rest: rest / 100,
      resources,
    },
    ...planReasons(instance, placement, options),
  };
};
