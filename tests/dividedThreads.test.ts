import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { check } from '../engine/check.ts';
import { compile } from '../engine/instance/compile.ts';
import { generatePlan, type PlanOptions } from '../fixtures/generate/generatePlan.ts';
import { createAuto } from '../solvers/auto/auto.ts';
import { createExchangeBuffer } from '../solvers/exchange/exchange.ts';
import { runAlone } from '../solvers/testing/runAlone.ts';
import type { Told } from './dividedWorker.ts';

/** Runs two threads of one run, each in its own worker. */
const solveByTwo = async (options: PlanOptions, steps: number | null, seconds: number): Promise<readonly Told[]> => {
  const instance = compile(generatePlan(options));
  const shared = createExchangeBuffer(instance);
  const file = new URL('./dividedWorker.ts', import.meta.url);
  const workers = [0, 1].map(
    (role) => new Worker(file, { workerData: { options, role, threads: 2, shared, steps, seconds }, execArgv: [] }),
  );
  return Promise.all(workers.map(async (worker) => (await once(worker, 'message'))[0] as Told));
};

const DAYS: PlanOptions = { operations: 90, resources: 9, days: 5, seed: 4, disrupted: false };

/** As few operations as a run may have that is divided; these make one block. */
const UNDIVIDED: PlanOptions = { operations: 18, resources: 9, days: 1, seed: 2, disrupted: false };

// Guarantee: under a step limit, the result does not depend on the number of threads or their speed.
test.each([
  ['in several blocks', DAYS, true],
  ['that cannot be divided', UNDIVIDED, false],
])('on a horizon %s, two threads under a step limit find the same as one', async (_, options, isDivided) => {
  const instance = compile(generatePlan(options));
  const solver = createAuto({ fewestParts: 0, fewestArcsWithPairs: 0, wantedParts: 12 });
  await solver.prepare?.();
  const { result } = runAlone(solver, instance, { seed: 1, steps: 4000 });
  const [first, further] = await solveByTwo(options, 4000, 1e9);
  expect(first.placement).toEqual(result.solution.placement);
  expect(first.bound).toBe(result.bound);
  // What is not divided is left to one thread.
  if (isDivided) expect(further).toMatchObject({ placement: first.placement, bound: first.bound });
  else expect(further.bound).toBeNull();
});

// Guarantee: what two threads find in different pieces is combined, and a plan is replaced only by a better one.
test('with two threads and a time limit, scores only fall, and are correct', async () => {
  const instance = compile(generatePlan(DAYS));
  const told = await solveByTwo(DAYS, null, 1.5);
  for (const { costs, placement, cost, bound } of told) {
    expect(costs).toEqual(costs.toSorted((a, b) => b - a));
    expect(new Set(costs).size).toBe(costs.length);
    expect(check(instance, placement).levels?.total).toBe(cost);
    expect(bound).toBeLessThanOrEqual(cost);
  }
});
