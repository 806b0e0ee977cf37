import type { Solve, SolverDescription } from '../../schedule/ports.ts';
import type { SolverPool } from '../../solvers/pool/pool.ts';
import { inSpan } from './spans.ts';
import { solvers } from '../../solvers/registry.ts';

/** The schedule's port `solve`, on the threads of the pool. */
export const solveOn =
  (pool: SolverPool, threads: number): Solve =>
  (request) =>
    inSpan('solve', { 'tidegate.solver': request.solver, 'tidegate.operations': request.instance.operationCount }, () =>
      pool.run({ ...request, parameters: { ...request.parameters, threads } }),
    );

export const describeSolvers = (): SolverDescription[] =>
  solvers.map(({ id, name, description, parameters, provesBound }) => ({
    id,
    name,
    description,
    provesBound,
    parameters: { type: 'object', properties: parameters },
  }));
