import { greedy } from '../greedy/greedy.ts';
import { localSearch } from '../localSearch/localSearch.ts';
import type { Solver } from '../solver.ts';

export const auto: Solver = {
  id: 'auto',
  name: 'Automatic',
  description: 'The portfolio: a greedy plan at once, then the methods that suit the instance.',
  provesBound: false,
  usesThreads: false,
  parameters: {},
  supports: () => null,
  solve(instance, run) {
    const first = greedy.solve(instance, run);
    const then = localSearch.solve(instance, { ...run, initial: first.solution });
    return { ...then, iterations: first.iterations + then.iterations };
  },
};
