import { check } from '../../engine/check.ts';
import type { Instance } from '../../engine/instance/instance.ts';
import { createRandom } from '../../engine/random.ts';
import { initialSolution } from '../initialSolution.ts';
import type { Run, RunEvent, SolveResult, Solver, SolverParameters } from '../solver.ts';

export interface Record {
  readonly result: SolveResult;
  readonly steps: number;
  readonly initialCost: number;
  readonly events: readonly RunEvent[];
  /** The last multipliers; null: none. */
  readonly prices: Float64Array | null;
}

/**
 * Runs a solver on this thread under a step limit, without a clock. Throws when an incumbent is not feasible, does not have its stated
 * cost or is no better than the last one, and when a bound falls.
 */
export const runAlone = (
  solver: Solver,
  instance: Instance,
  {
    seed = 1,
    steps = 2000,
    kept = null,
    ...others
  }: { seed?: number; steps?: number } & Pick<Run, 'kept'> & Pick<SolverParameters, 'frontier'> = {},
): Record => {
  const initial = initialSolution(instance, null);
  const events: RunEvent[] = [];
  let spent = 0;
  let asked = 0;
  let prices: Float64Array | null = null;
  let cost = Number.POSITIVE_INFINITY;
  let bound = Number.NEGATIVE_INFINITY;
  const run: Run = {
    random: createRandom(seed),
    initial,
    kept,
    parameters: { gap: 0, seed, stepLimit: steps, timeLimitSeconds: 1e9, threads: 1, ...others },
    exchange: null,
    stop: () => ++asked > 1e7 || spent >= steps || (Number.isFinite(bound) && cost <= bound),
    step: (n) => {
      spent += n;
    },
    elapsedSeconds: () => 0,
    report: (event) => {
      events.push(event);
      if (event.kind === 'prices') ({ prices } = event);
      if (event.kind === 'bound') {
        if (event.bound < bound) throw new Error(`The bound fell from ${bound} to ${event.bound}.`);
        bound = event.bound;
      }
      if (event.kind !== 'incumbent') return;
      const verdict = check(instance, event.solution.placement);
      if (!verdict.feasible) throw new Error(verdict.violations.map(({ message }) => message).join(' '));
      if (verdict.levels?.total !== event.solution.cost)
        throw new Error(`Costs ${verdict.levels?.total}, not ${event.solution.cost}.`);
      cost = Math.min(cost, event.solution.cost);
    },
  };
  const result = solver.solve(instance, run);
  return { result, steps: spent, initialCost: initial.cost, events, prices };
};
