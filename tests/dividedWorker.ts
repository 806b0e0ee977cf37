import { performance } from 'node:perf_hooks';
import { parentPort, workerData } from 'node:worker_threads';
import { compile } from '../engine/instance/compile.ts';
import { createRandom } from '../engine/random.ts';
import { generatePlan, type PlanOptions } from '../fixtures/generate/generatePlan.ts';
import { createAuto } from '../solvers/auto/auto.ts';
import type { Exchange } from '../solvers/exchange/exchange.ts';
import { initialSolution } from '../solvers/initialSolution.ts';

interface Order extends Exchange {
  readonly options: PlanOptions;
  /** The largest number of steps; null if only `seconds` limits the run. */
  readonly steps: number | null;
  readonly seconds: number;
}

/** What a thread reports at its end; the costs of its incumbents are in order. */
export interface Told {
  readonly placement: Int32Array;
  readonly cost: number;
  readonly bound: number | null;
  readonly costs: readonly number[];
}

/** Runs one thread over a horizon that is cut into small blocks. */
const { options, steps, seconds, ...exchange } = workerData as Order;
const solver = createAuto({ fewestParts: 0, fewestArcsWithPairs: 0, wantedParts: 12 });
await solver.prepare?.();
const instance = compile(generatePlan(options));
const startMs = performance.now();
const elapsedSeconds = (): number => (performance.now() - startMs) / 1000;
const costs: number[] = [];
let spent = 0;
const { solution, bound } = solver.solve(instance, {
  random: createRandom(1 + exchange.role),
  initial: initialSolution(instance, null),
  parameters: { gap: 0, seed: 1, stepLimit: steps, timeLimitSeconds: seconds, threads: exchange.threads },
  exchange,
  stop: () => (steps === null ? elapsedSeconds() >= seconds : spent >= steps),
  step: (n) => {
    spent += n;
  },
  elapsedSeconds,
  report: (event) => {
    if (event.kind === 'incumbent') costs.push(event.solution.cost);
  },
});
parentPort?.postMessage({ placement: solution.placement, cost: solution.cost, bound, costs } satisfies Told);
