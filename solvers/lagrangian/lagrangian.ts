import type { Instance } from '../../engine/instance/instance.ts';
import type { Run, SolveResult, Solver } from '../solver.ts';
import { prepareHighs } from '../integer/loadHighs.ts';
import { awaitFirst } from './awaitFirst.ts';
import { relax } from '../model/relaxation.ts';
import { LagrangianSearch } from './search.ts';

export const lagrangian: Solver = {
  id: 'lagrangian',
  name: 'Lagrangian',
  description:
    'Lagrangian relaxation of the assignment constraints. Incremental subgradients prove a bound; dives, a neighborhood search that the bound guides, and exact searches of the remaining choices find plans.',
  provesBound: true,
  usesThreads: true,
  parameters: {},
  prepare: prepareHighs,
  supports: () => null,
  solve: (instance, run) => solveLagrangian(instance, run),
};

const solveLagrangian = (instance: Instance, run: Run): SolveResult => {
  run.report({ kind: 'incumbent', solution: run.initial });
  return awaitFirst(instance, run) ?? new LagrangianSearch(relax(instance), run).solve();
};
