import { performance } from 'node:perf_hooks';
import { Blackboard } from '../exchange/exchange.ts';
import { findSolver } from '../registry.ts';
import { initialSolution } from '../initialSolution.ts';
import { solveOrder } from '../decomposition/solveOrder.ts';
import type { Solver } from '../solver.ts';
import { decodeOrder, encodeAnswer } from './pieceCodec.ts';
import { faultOf, type Job, type PieceJob, SolveError, type WorkerMessage } from './protocol.ts';
import { Session } from './session.ts';

const prepared = new Set<string>();

/** The solver with this id, ready to solve. Throws SolveError `unknown_solver`. */
const prepare = async (id: string): Promise<Solver> => {
  const solver = findSolver(id);
  if (solver === undefined)
    throw new SolveError({ code: 'unknown_solver', detail: `There is no solver with the id ${id}.` });
  if (!prepared.has(id)) {
    await solver.prepare?.();
    prepared.add(id);
  }
  return solver;
};

/** Runs one job: a thread's share of a run, or a piece of another process's run. */
const work = (job: Job | PieceJob): Promise<Uint8Array | null | void> =>
  'order' in job ? workOnPiece(job) : workOnRun(job);

/** Returns the answer, or null when the flag was set first. */
const workOnPiece = async ({ solver: id, order, flag }: PieceJob): Promise<Uint8Array | null> => {
  const { pieces } = await prepare(id);
  if (pieces === undefined)
    throw new SolveError({ code: 'unknown_solver', detail: `The solver ${id} does not divide its runs.` });
  const since = performance.now();
  const elapsedSeconds = (): number => (performance.now() - since) / 1000;
  const stop = (): boolean => Atomics.load(flag, 0) !== 0;
  const answer = solveOrder(decodeOrder(order), pieces, { stop, elapsedSeconds });
  return answer === null ? null : encodeAnswer(answer);
};

/** Posts every event and fault to the job's port; never rejects because of a fault in the solver. */
const workOnRun = async (job: Job): Promise<void> => {
  const post = (message: WorkerMessage): void => {
    const plan = 'plan' in message ? [message.plan.placement.buffer as ArrayBuffer] : [];
    job.port.postMessage(message, plan);
  };
  try {
    const solver = await prepare(job.solver);
    const reason = solver.supports(job.instance);
    if (reason !== null) throw new SolveError({ code: 'unsupported_instance', detail: reason });
    const session = new Session(job, initialSolution(job.instance, job.initial), post);
    post({ kind: 'started' });
    session.finish(solver.solve(job.instance, session.run));
  } catch (error) {
    if (job.exchange?.role === 0) new Blackboard(job.exchange, job.instance).endLeader();
    post({ kind: 'fault', fault: faultOf(error) });
  } finally {
    job.port.close();
    job.helpers?.port.close();
  }
};

export default work;
