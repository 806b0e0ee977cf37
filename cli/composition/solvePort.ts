import type { Solve, SolverDescription } from '../../schedule/ports.ts';
import type { SolverPool } from '../../solvers/pool/pool.ts';
import { solvers } from '../../solvers/registry.ts';

const DEFAULT_SECONDS = 30;
/** Under a step limit the clock must not decide, or the run would depend on the machine. */
const NO_TIME_LIMIT_SECONDS = 1e9;

/** The schedule's `solve`, on the pool's threads. */
export const solveOn =
  (pool: SolverPool, threads: number): Solve =>
  async ({ instance, solver, parameters, initial, signal, onEvent }) => {
    const stepLimit = parameters.stepLimit ?? null;
    const { solution, bound, iterations, seconds } = await pool.run({
      instance,
      solver,
      signal,
      ...(initial === null ? {} : { initial }),
      parameters: {
        gap: parameters.gap ?? 0,
        seed: parameters.seed ?? 1,
        stepLimit,
        timeLimitSeconds: parameters.timeLimitSeconds ?? (stepLimit === null ? DEFAULT_SECONDS : NO_TIME_LIMIT_SECONDS),
        threads,
      },
      onEvent: (event) => {
        const elapsedSeconds = event.seconds;
        if (event.kind === 'incumbent') onEvent({ kind: 'incumbent', solution: event.solution, elapsedSeconds });
        else if (event.kind === 'bound') onEvent({ kind: 'bound', bound: event.bound, elapsedSeconds });
        else onEvent({ kind: 'progress', iterations: event.iterations, phase: event.phase, elapsedSeconds });
        if (event.kind === 'incumbent' && event.bound !== null)
          onEvent({ kind: 'bound', bound: event.bound, elapsedSeconds });
      },
    });
    return { solution, bound, iterations, elapsedSeconds: seconds };
  };

export const describeSolvers = (): SolverDescription[] =>
  solvers.map(({ id, name, description, parameters, provesBound }) => ({
    id,
    name,
    description,
    provesBound,
    parameters: { type: 'object', properties: parameters } as SolverDescription['parameters'],
  }));
