import { afterAll, expect, test } from 'vitest';
import { generateGates } from '../../fixtures/generate/generateGates.ts';
import { SolverPool } from '../../solvers/pool/pool.ts';
import type { SolveRequest } from '../ports.ts';
import { organizationOf, solverCalled } from '../testing/openSchedule.ts';
import { useSchedule } from '../testing/useSchedule.ts';
import { executeRun } from './executeRun.ts';

const STEPS = 3000;

const pool = new SolverPool({ threads: 1 });
afterAll(() => pool.close());

const requests: SolveRequest[] = [];
const shutdown = new AbortController();
const { opened, schedule, scope } = await useSchedule({
  solve: (request) => {
    requests.push(request);
    return pool.run({
      ...request,
      onEvent: (event) => {
        request.onEvent?.(event);
        if (event.kind === 'progress' && event.iterations > 0) shutdown.abort();
      },
    });
  },
  solvers: [solverCalled('auto')],
});

// Guarantee: a run that another worker continues makes as many iterations in all as its step limit allows.
test('the worker that continues a run has the steps that the first one has left', async () => {
  const document = generateGates({ flights: 200, gates: 22, days: 1, seed: 2 });
  const { planning } = await schedule.importPlanning(scope, organizationOf(scope), document);
  const { id: p } = planning;
  const parameters = { stepLimit: STEPS, timeLimitSeconds: 600, gap: 0 };
  const { id } = await schedule.startOptimization(scope, p, { parameters, dryRun: true });
  const iterations = async (): Promise<number> =>
    Number((await schedule.getRun(scope, p, id)).progress?.['iterations']);

  expect(await executeRun(opened.ports, id, { worker: 'w1', shutdown: shutdown.signal })).toBeNull();
  const spent = await iterations();
  expect(spent).toBeGreaterThan(0);
  expect(spent).toBeLessThan(STEPS);

  await executeRun(opened.ports, id, { worker: 'w2' });
  expect(requests.map((request) => request.parameters.stepLimit)).toEqual([STEPS, STEPS - spent]);
  expect(await schedule.getRun(scope, p, id)).toMatchObject({ status: 'SUCCEEDED' });
  expect(await iterations()).toBeGreaterThanOrEqual(STEPS);
  // A dive that has begun is completed.
  expect(await iterations()).toBeLessThan(2 * STEPS);
});
