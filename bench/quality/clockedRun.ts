import { performance } from 'node:perf_hooks';
import type { Instance } from '../../engine/instance/instance.ts';
import { createRandom } from '../../engine/random.ts';
import { initialSolution } from '../../solvers/initialSolution.ts';
import type { Run, RunEvent } from '../../solvers/solver.ts';

export interface Clock {
  readonly seed: number;
  readonly limitSeconds: number;
  readonly report?: (event: RunEvent, seconds: number) => void;
  /** The plan to start from; null: the instance's current one. */
  readonly initial?: Int32Array | null;
}

/** A run in this thread whose clock starts now, for solvers that are not in the registry. */
export const clockedRun = (instance: Instance, { seed, limitSeconds, report, initial = null }: Clock): Run => {
  const startedMs = performance.now();
  const elapsedSeconds = (): number => (performance.now() - startedMs) / 1000;
  return {
    random: createRandom(seed),
    initial: initialSolution(instance, initial),
    parameters: { gap: 0, seed, stepLimit: null, timeLimitSeconds: limitSeconds, threads: 1 },
    exchange: null,
    stop: () => elapsedSeconds() >= limitSeconds,
    step: () => {},
    elapsedSeconds,
    report: (event) => report?.(event, elapsedSeconds()),
  };
};
