import { expect, test } from 'vitest';
import { Plan } from '../../engine/board/plan.ts';
import { compile } from '../../engine/instance/compile.ts';
import { generatePlan } from '../../fixtures/generate/generatePlan.ts';
import { Blackboard, createExchangeBuffer } from '../exchange/exchange.ts';
import type { Job, RunMessage } from './protocol.ts';
import { Session } from './session.ts';

const instance = compile(generatePlan({ operations: 30, resources: 4, days: 1, seed: 3, disrupted: false }));

/** The session of a thread, on which nothing runs; it posts to `posted`. */
const open = (exchange: Job['exchange'], gap: number, posted: RunMessage[] = [], stepLimit: number | null = null) => {
  const initial = new Plan(instance, instance.placed).snapshot();
  const job = {
    instance,
    flag: new Int32Array(1),
    exchange,
    helpers: null,
    kept: null,
    parameters: { gap, seed: 1, stepLimit, timeLimitSeconds: 60, threads: 1 },
  } as unknown as Job;
  const { run } = new Session(job, initial, (message) => posted.push(message));
  run.report({ kind: 'incumbent', solution: initial });
  return { run, initial };
};

// Guarantee: a run ends when its gap is small enough, whichever of its threads found the plan and whichever proved the bound.
test('a thread that proves a bound stops when the plan of another thread is near enough', () => {
  const shared = createExchangeBuffer(instance);
  const exchange = { role: 0, threads: 2, shared };
  const { run, initial } = open(exchange, 0.1);
  const other = new Blackboard({ ...exchange, role: 1 }, instance);
  run.report({ kind: 'bound', bound: initial.cost / 2 });
  expect(run.stop()).toBe(false);
  other.publishPlan(initial.placement, 0.6 * initial.cost);
  expect(run.stop()).toBe(false);
  other.publishPlan(initial.placement, 0.55 * initial.cost);
  expect(run.stop()).toBe(true);
});

test('a thread that only searches stops when the bound of another thread is near enough', () => {
  const shared = createExchangeBuffer(instance);
  const exchange = { role: 0, threads: 2, shared };
  const { run, initial } = open(exchange, 0.1);
  const other = new Blackboard({ ...exchange, role: 1 }, instance);
  other.raiseBound(0.8 * initial.cost);
  expect(run.stop()).toBe(false);
  other.raiseBound(0.95 * initial.cost);
  expect(run.stop()).toBe(true);
});

// Guarantee: a run under a step limit can be repeated, whichever of its threads is faster.
test('under a step limit, what a faster thread knows does not end the work of another one', () => {
  const shared = createExchangeBuffer(instance);
  const exchange = { role: 0, threads: 2, shared };
  const { run, initial } = open(exchange, 0.1, [], 1000);
  const other = new Blackboard({ ...exchange, role: 1 }, instance);
  other.publishPlan(initial.placement, initial.cost);
  other.raiseBound(initial.cost);
  expect(run.stop()).toBe(false);
  run.report({ kind: 'bound', bound: initial.cost });
  expect(run.stop()).toBe(true);
});

// Guarantee: a subscriber soon knows a gap that has become much smaller, and is not flooded by small steps.
test('a bound that halves the gap is posted at once, and a slightly better one waits', () => {
  const posted: RunMessage[] = [];
  const { run, initial } = open(null, 0, posted);
  for (const missing of [1000, 990, 980, 500, 490, 250, 240])
    run.report({ kind: 'bound', bound: initial.cost - missing });
  const missing = posted.flatMap((message) => (message.kind === 'bound' ? [initial.cost - message.bound] : []));
  expect(missing).toEqual(expect.arrayContaining([1000, 500, 250]));
  expect(missing.length).toBeLessThan(7);
});
