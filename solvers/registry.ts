import { auto } from './auto/auto.ts';
import { greedy } from './greedy/greedy.ts';
import { lagrangian } from './lagrangian/lagrangian.ts';
import { lp } from './lp/lp.ts';
import { lpLocal } from './lpLocal/lpLocal.ts';
import { localSearch } from './localSearch/localSearch.ts';
import type { Solver } from './solver.ts';

/** Every method; the first one is the default. To add a method, add a folder and one line here. */
export const solvers: readonly Solver[] = [auto, greedy, localSearch, lp, lpLocal, lagrangian];

export const findSolver = (id: string): Solver | undefined => solvers.find((solver) => solver.id === id);
