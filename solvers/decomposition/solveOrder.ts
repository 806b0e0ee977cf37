import { Plan } from '../../engine/board/plan.ts';
import { createRandom } from '../../engine/random.ts';
import type { PieceAnswer, PieceMethod, PieceOrder, Run } from '../solver.ts';
import { PieceRun, solvePiece } from './piece.ts';

/**
 * Solves a piece of another process's run. Under a step limit, the answer is the one that the other process would have found. Returns null if `stop`
 * returns true or the remaining time of the run ends before that.
 */
export const solveOrder = (
  { piece, parameters, seed, mostSteps }: PieceOrder,
  method: PieceMethod,
  { stop, elapsedSeconds }: Pick<Run, 'stop' | 'elapsedSeconds'>,
): PieceAnswer | null => {
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
  return isOver() ? null : { outcome, bound, steps: own.spent };
};
