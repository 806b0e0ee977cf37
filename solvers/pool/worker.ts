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

type Post = (message: WorkerMessage) => void;

/** Runs one job, a thread's share of a run or a piece of another process's run, and posts every message to its port; never rejects because of a fault in the solver. */
const work = async (job: Job | PieceJob): Promise<void> => {
  const post: Post = (message) => {
    const plan = 'plan' in message ? [message.plan.placement.buffer as ArrayBuffer] : [];
    job.port.postMessage(message, plan);
  };
  try {
    await ('order' in job ? workOnPiece(job, post) : workOnRun(job, post));
  } catch (error) {
    post({ kind: 'fault', fault: faultOf(error) });
  } finally {
    job.port.close();
  }
};

const workOnPiece = async ({ solver: id, order, flag }: PieceJob, post: Post): Promise<void> => {
  post({ kind: 'started' });
  const { pieces } = await prepare(id);
  if (pieces === undefined)
    throw new SolveError({ code: 'unknown_solver', detail: `The solver ${id} does not divide its runs.` });
  const since = performance.now();
  const elapsedSeconds = (): number => (performance.now() - since) / 1000;
  const stop = (): boolean => Atomics.load(flag, 0) !== 0;
  const answer = solveOrder(decodeOrder(order), pieces, { stop, elapsedSeconds });
  post({ kind: 'answer', answer: answer === null ? null : encodeAnswer(answer) });
};

const workOnRun = async (job: Job, post: Post): Promise<void> => {
  try {
    const solver = await prepare(job.solver);
    const reason = solver.supports(job.instance);
    if (reason !== null) throw new SolveError({ code: 'unsupported_instance', detail: reason });
    const session = new Session(job, initialSolution(job.instance, job.initial), post);
    post({ kind: 'started' });
    session.finish(solver.solve(job.instance, session.run));
  } catch (error) {
    if (job.exchange?.role === 0) new Blackboard(job.exchange, job.instance).endLeader();
    throw error;
  } finally {
    job.helpers?.port.close();
  }
};

export default work;
