import type { Run } from '../solver.ts';
import type { IntegerLimits } from './solveInteger.ts';

/** What a program gets when the run has less left; `stop` ends it sooner. */
const LEAST_SECONDS = 0.05;

/**
 * The limits of one program: nodes of branch and bound under a step limit, so that the run can be repeated; otherwise seconds, and no more than the run
 * has left.
 */
export const programLimits = (
  { parameters, elapsedSeconds }: Pick<Run, 'parameters' | 'elapsedSeconds'>,
  mostSeconds: number,
  mostNodes: number,
): Pick<IntegerLimits, 'nodeLimit' | 'limitSeconds'> => {
  if (parameters.stepLimit !== null) return { nodeLimit: mostNodes, limitSeconds: null };
  const left = Math.max(LEAST_SECONDS, parameters.timeLimitSeconds - elapsedSeconds());
  return { nodeLimit: null, limitSeconds: Math.min(mostSeconds, left) };
};
