import type { Highs } from 'highs';
import { type LinearProgram, modelData } from './coreProgram.ts';
import type { Basis } from './cutProgram.ts';
import { endingWith, interruptWhen } from './loadHighs.ts';
import type { IntegerLimits } from './solveInteger.ts';

/** The value of the option simplex_strategy for the primal simplex method. */
const PRIMAL = 4;

interface LinearOptions extends Pick<IntegerLimits, 'stop' | 'limitSeconds'> {
  /** The simplex method is the dual one unless it says otherwise. */
  readonly method: 'ipm' | 'simplex' | 'primal simplex';
  /** The basis from which the simplex method starts, without presolve; null: the slack basis. */
  readonly start?: Basis | null;
  /** How the dual simplex method chooses the row that leaves: by exact edge weights, or by estimates that take less time. */
  readonly pricing?: 'steepest' | 'devex';
}

/** Solves a linear program by HiGHS. Returns its solution, or null when it was interrupted. */
export const solveLinear = (
  solver: Highs,
  program: LinearProgram,
  { stop, limitSeconds, method, start = null, pricing = 'steepest' }: LinearOptions,
): { readonly rowDual: Float64Array; readonly colValue: Float64Array; readonly basis: Basis } | 'infeasible' | null => {
  const { simplexInterrupt, ipmInterrupt } = solver.constants.callbackType;
  const { optimal, infeasible } = solver.constants.modelStatus;
  return solver.withModel(modelData(program), (model) => {
    model.options.set({ output_flag: false, solver: method === 'ipm' ? 'ipm' : 'simplex' });
    if (method === 'primal simplex') model.options.set({ simplex_strategy: PRIMAL });
    if (limitSeconds !== null) model.options.set({ time_limit: limitSeconds });
    if (pricing === 'devex') model.options.set({ simplex_dual_edge_weight_strategy: 1 });
    if (start !== null) {
      model.options.set({ presolve: 'off' });
      model.setBasis(start);
    }
    const interrupt = interruptWhen(stop);
    const ended = endingWith(limitSeconds === null ? null : stop, () => {
      model.run({ [simplexInterrupt]: interrupt, [ipmInterrupt]: interrupt });
    });
    if (!ended) return null;
    const status = model.getModelStatus();
    if (status === infeasible) return 'infeasible';
    return status === optimal ? { ...model.getSolution(), basis: model.getBasis() } : null;
  });
};
