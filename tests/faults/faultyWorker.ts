import { initialSolution } from '../../solvers/initialSolution.ts';
import type { Run } from '../../solvers/solver.ts';
import type { Solution } from '../../engine/objective/score.ts';
import { type Job, SolveError, type WorkerMessage } from '../../solvers/pool/protocol.ts';
import { Session } from '../../solvers/pool/session.ts';
import work from '../../solvers/pool/worker.ts';

/** The faults of the solver, by the run's seed; with any other seed, it works as usual. */
export const FAULTS = {
  throws: 1001,
  hangs: 1002,
  scoreLies: 1003,
  boundLies: 1004,
  garbage: 1005,
  memory: 1006,
  boundLiesAndHangs: 1007,
} as const;

const hang = (): never => {
  for (let i = 0; ; i++) if (i < 0) throw new Error('never');
};

const solve = (job: Job, run: Run): { readonly solution: Solution; readonly bound: number | null } => {
  const solution = initialSolution(job.instance, job.initial);
  switch (job.parameters.seed) {
    case FAULTS.throws:
      throw new TypeError('undefined is not a plan');
    case FAULTS.scoreLies:
      return { solution: { ...solution, cost: solution.cost - 100 }, bound: null };
    case FAULTS.boundLies:
      run.report({ kind: 'incumbent', solution });
      return { solution, bound: solution.cost + 100 };
    case FAULTS.garbage:
      return { solution: { ...solution, placement: solution.placement.map(() => 4711) }, bound: null };
    case FAULTS.memory:
      for (const kept: object[] = []; ; ) kept.push(Array.from({ length: 10_000 }, (_, i) => ({ i })));
    case FAULTS.boundLiesAndHangs:
      run.report({ kind: 'incumbent', solution });
      run.report({ kind: 'bound', bound: solution.cost + 100 });
      return hang();
    default:
      return hang();
  }
};

export default async (job: Job): Promise<void> => {
  const isFaulty = (Object.values(FAULTS) as number[]).includes(job.parameters.seed);
  if (!isFaulty) return work(job);
  const post = (message: WorkerMessage): void => job.port.postMessage(message);
  try {
    const session = new Session(job, initialSolution(job.instance, job.initial), post);
    post({ kind: 'started' });
    // Lets the message leave before a solver that never ends blocks the thread.
    await new Promise((resolve) => setTimeout(resolve, 5));
    const { solution, bound } = solve(job, session.run);
    session.finish({ solution, bound, status: 'feasible' });
  } catch (error) {
    const { code, message } =
      error instanceof SolveError ? error : { code: 'solver_failed' as const, message: String(error) };
    post({ kind: 'fault', fault: { code, detail: message } });
  } finally {
    job.port.close();
  }
};
