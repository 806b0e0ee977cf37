import { Blackboard } from '../exchange/exchange.ts';
import { findSolver } from '../registry.ts';
import { initialSolution } from '../initialSolution.ts';
import { faultOf, type Job, SolveError, type WorkerMessage } from './protocol.ts';
import { Session } from './session.ts';

const prepared = new Set<string>();

/** Runs one job and posts every event and fault to the job's port; never rejects because of a fault in the solver. */
const work = async (job: Job): Promise<void> => {
  const post = (message: WorkerMessage): void => {
    const plan = 'plan' in message ? [message.plan.placement.buffer as ArrayBuffer] : [];
    job.port.postMessage(message, plan);
  };
  try {
    const solver = findSolver(job.solver);
    if (solver === undefined)
      throw new SolveError({ code: 'unknown_solver', detail: `There is no solver with the id ${job.solver}.` });
    const reason = solver.supports(job.instance);
    if (reason !== null) throw new SolveError({ code: 'unsupported_instance', detail: reason });
    if (!prepared.has(solver.id)) {
      await solver.prepare?.();
      prepared.add(solver.id);
    }
    const session = new Session(job, initialSolution(job.instance, job.initial), post);
    post({ kind: 'started' });
    session.finish(solver.solve(job.instance, session.run));
  } catch (error) {
    if (job.exchange?.role === 0) new Blackboard(job.exchange, job.instance).endLeader();
    post({ kind: 'fault', fault: faultOf(error) });
  } finally {
    job.port.close();
  }
};

export default work;
