import type { Run } from './solver.ts';

/** The seconds until the run's time limit. Infinity under a step limit, where the clock decides nothing, so that the run can be repeated. */
export const secondsLeft = ({ parameters, elapsedSeconds }: Pick<Run, 'parameters' | 'elapsedSeconds'>): number =>
  parameters.stepLimit === null ? parameters.timeLimitSeconds - elapsedSeconds() : Number.POSITIVE_INFINITY;
