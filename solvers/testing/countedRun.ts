import { createRandom } from '../../engine/random.ts';
import type { Run, SolverParameters } from '../solver.ts';

/** What an ascent needs of a run that never stops, whose clock advances by a hundredth of a second with each step. */
export const countedRun = (stepLimit: SolverParameters['stepLimit'] = null): Run & { readonly steps: number } => {
  let steps = 0;
  return {
    parameters: { stepLimit },
    stop: () => false,
    step: (n: number) => {
      steps += n;
    },
    elapsedSeconds: () => steps / 100,
    random: createRandom(1),
    report: () => {},
    get steps() {
      return steps;
    },
  } as unknown as Run & { readonly steps: number };
};
