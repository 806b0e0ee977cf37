import { expect, test } from 'vitest';
import { Plan } from '../../engine/board/plan.ts';
import { compile } from '../../engine/instance/compile.ts';
import { generatePlan } from '../../fixtures/generate/generatePlan.ts';
import type { Job, WorkerMessage } from './protocol.ts';
import { Session } from './session.ts';

const instance = compile(generatePlan({ operations: 30, resources: 4, days: 1, seed: 3, disrupted: false }));

// Guarantee: a subscriber soon knows a gap that has become much smaller, and is not flooded by small steps.
test('a bound that halves the gap is posted at once, and a slightly better one waits', () => {
  const initial = new Plan(instance, instance.placed).snapshot();
  const posted: WorkerMessage[] = [];
  const job = {
    instance,
    flag: new Int32Array(1),
    exchange: null,
    helpers: null,
    kept: null,
    parameters: { gap: 0, seed: 1, stepLimit: null, timeLimitSeconds: 60, threads: 1 },
  } as unknown as Job;
  const { run } = new Session(job, initial, (message) => posted.push(message));
  run.report({ kind: 'incumbent', solution: initial });
  for (const missing of [1000, 990, 980, 500, 490, 250, 240])
    run.report({ kind: 'bound', bound: initial.cost - missing });
  const missing = posted.flatMap((message) => (message.kind === 'bound' ? [initial.cost - message.bound] : []));
  expect(missing).toEqual(expect.arrayContaining([1000, 500, 250]));
  expect(missing.length).toBeLessThan(7);
});
