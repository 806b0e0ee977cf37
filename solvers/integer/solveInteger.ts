import type { Highs, ModelData } from 'highs';
import { endingWith, interruptWhen } from './loadHighs.ts';

/** The linear program of flows with more columns than this takes half as long by an interior point method as by the simplex method. */
const MOST_SIMPLEX_FLOW = 10_000;

export interface IntegerLimits {
  /** Every solution costs a multiple of this number of weight units. */
  readonly grain: number;
  /** Limit on branch-and-bound nodes; null: only time limits them. */
  readonly nodeLimit: number | null;
  /** Time limit; null: none. HiGHS checks its own clock more often than it calls `stop`. */
  readonly limitSeconds: number | null;
  /** Only solutions that cost less are searched, in weight units; absent: all. */
  readonly below?: number;
  /** Whether the program is one of flows. */
  readonly isFlow?: boolean;
  readonly stop: () => boolean;
}

/**
 * Solves an integer program by HiGHS. `onSolution` receives each better solution, by column. `bound` holds for every solution that costs less than
 * `below`, and is at least `below` when there is none. `solved`: when a solution costs less than `below`, the last one reported is the best there is.
 */
export const solveInteger = (
  highs: Highs,
  data: ModelData,
  { grain, nodeLimit, limitSeconds, below = Number.POSITIVE_INFINITY, isFlow = false, stop }: IntegerLimits,
  onSolution: (values: Float64Array) => void,
): { readonly bound: number; readonly solved: boolean } => {
  const { mipInterrupt, mipImprovingSolution } = highs.constants.callbackType;
  const { modelStatus } = highs.constants;
  return highs.withModel(data, (program) => {
    program.options.set({ output_flag: false, mip_rel_gap: 0, mip_abs_gap: 0.99 * grain, random_seed: 1 });
    // After a restart, the programs of cliques are presolved and cut anew, which mostly takes several times as long as the rest of the search.
    if (!isFlow) program.options.set({ mip_allow_restart: false });
    if (isFlow && data.numCols > MOST_SIMPLEX_FLOW) program.options.set({ mip_lp_solver: 'ipx' });
    if (below < Number.POSITIVE_INFINITY) program.options.set({ objective_bound: below - grain / 2 });
    if (nodeLimit !== null) program.options.set({ mip_max_nodes: nodeLimit });
    if (limitSeconds !== null) program.options.set({ time_limit: limitSeconds });
    const ended = endingWith(limitSeconds === null ? null : stop, () => {
      program.run({
        [mipInterrupt]: interruptWhen(stop),
        [mipImprovingSolution]: (event) => {
          if (event.data.mip_solution) onSolution(event.data.mip_solution);
          return undefined;
        },
      });
    });
    if (!ended) return { bound: Number.NEGATIVE_INFINITY, solved: false };
    const status = program.getModelStatus();
    if (status === modelStatus.infeasible) return { bound: Number.POSITIVE_INFINITY, solved: true };
    const solved = status === modelStatus.optimal;
    if (solved) onSolution(program.getSolution().colValue);
    const bound = Number(program.info.get('mip_dual_bound'));
    // The bound of HiGHS holds only within its tolerances.
    const safe = Number.isFinite(bound) ? bound - 1e-6 * Math.max(1, Math.abs(bound)) : Number.NEGATIVE_INFINITY;
    return { bound: safe, solved };
  });
};
