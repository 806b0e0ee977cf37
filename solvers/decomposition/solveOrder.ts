import { Plan } from '../../engine/board/plan.ts';
import { createRandom } from '../../engine/random.ts';
import type { PieceMethod, Run } from '../solver.ts';
import { PieceRun, solvePiece } from './piece.ts';
import { decodeOrder, encodeAnswer } from './pieceOrder.ts';

/**
 * Solves a piece of another process's run: the order's bytes in, the answer's bytes out. Under a step limit the answer is the one that
 * the other process would have found. Returns null when `stop` returned true first, or the time that the run had left was over.
 */
export const solveOrder = (
  bytes: Uint8Array,
  method: PieceMethod,
  { stop, elapsedSeconds }: Pick<Run, 'stop' | 'elapsedSeconds'>,
): Uint8Array | null => {
  const { piece, parameters, seed, mostSteps } = decodeOrder(bytes);
  const isOver = (): boolean => stop() || elapsedSeconds() > parameters.timeLimitSeconds;
  const whole: Run = {
    random: createRandom(seed),
    initial: new Plan(piece.instance, piece.instance.placed).snapshot(),
    parameters,
    exchange: null,
    stop: isOver,
    step: () => {},
    elapsedSeconds,
    report: () => {},
  };
  const own = new PieceRun(whole, seed, mostSteps);
  let bound = Number.NEGATIVE_INFINITY;
  const outcome = solvePiece(piece, own.run, method.search, (proven) => {
    bound = Math.max(bound, proven);
  });
  // What a search found until it was stopped is not what it would have found.
  return isOver() ? null : encodeAnswer({ outcome, bound, steps: own.spent });
};
