import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { check } from '../../engine/check.ts';
import { compile } from '../../engine/instance/compile.ts';
import { randomDocument } from '../../engine/testing/randomInstance.ts';
import { generatePlan } from '../../fixtures/generate/generatePlan.ts';
import { SolverPool } from './pool.ts';
import type { PoolEvent } from './merge.ts';
import { SolveError } from './protocol.ts';

const REFERENCE = { referenceTime: '2026-06-01T00:00:00Z' };
const instance = compile(randomDocument(4, { operations: 60, resources: 8 }), REFERENCE);
/** Too large for a proof within the time of a test. */
const crowded = compile(generatePlan({ operations: 3000, resources: 70, days: 3, seed: 1, disrupted: true }));
const FOREVER = { timeLimitSeconds: 600, gap: -1 };

let pool: SolverPool;
beforeAll(() => {
  pool = new SolverPool({ threads: 2 });
});
afterAll(() => pool.close());

// Guarantee: events of a run are consistent, whatever the number of threads.
test.each([1, 2])(
  'incumbents only improve, bounds only rise, and the result agrees with the last of them (%i threads)',
  async (threads) => {
    const events: PoolEvent[] = [];
    const result = await pool.run({
      instance,
      solver: 'auto',
      parameters: { timeLimitSeconds: 1, threads },
      onEvent: (event) => events.push(event),
    });
    const costs = events.flatMap((event) => (event.kind === 'incumbent' ? [event.solution.cost] : []));
    const bounds = events.flatMap((event) => (event.kind === 'bound' ? [event.bound] : []));
    expect(costs.length).toBeGreaterThan(0);
    expect(costs).toEqual([...new Set(costs)].sort((a, b) => b - a));
    expect(bounds).toEqual([...new Set(bounds)].sort((a, b) => a - b));
    expect(result.solution.cost).toBe(costs.at(-1));
    expect(result.bound).toBe(bounds.at(-1));
    expect(check(instance, result.solution.placement)).toMatchObject({
      feasible: true,
      levels: { total: result.solution.cost },
    });
  },
);

test('cancelling ends a run early, with the best plan found so far', async () => {
  const stop = new AbortController();
  const costs: number[] = [];
  const result = await pool.run({
    instance,
    solver: 'local-search',
    parameters: FOREVER,
    signal: stop.signal,
    onEvent: (event) => {
      if (event.kind === 'incumbent') costs.push(event.solution.cost);
      if (event.kind === 'progress') stop.abort();
    },
  });
  expect(result.solution.cost).toBeLessThanOrEqual(Math.min(...costs));
  expect(result.status).toBe('feasible');
});

test('a run cancelled before it has a thread ends with the plan it was given', async () => {
  const stop = new AbortController();
  const both = [1, 2].map(() =>
    pool.run({ instance, solver: 'local-search', parameters: FOREVER, signal: stop.signal }),
  );
  const waiting = await pool.run({
    instance,
    solver: 'local-search',
    parameters: FOREVER,
    signal: AbortSignal.abort(),
  });
  expect(check(instance, waiting.solution.placement).feasible).toBe(true);
  stop.abort();
  await Promise.all(both);
});

test('a fault rejects with its code, and the pool continues to work', async () => {
  await expect(pool.run({ instance, solver: 'nobody' })).rejects.toThrow(SolveError);
  await expect(pool.run({ instance, solver: 'nobody' })).rejects.toMatchObject({ code: 'unknown_solver' });
  const broken = { ...instance, arcStart: undefined as unknown as Int32Array };
  // The message of a task has no stack trace; only the log has one.
  await expect(pool.run({ instance: broken, solver: 'greedy' })).rejects.toMatchObject({
    code: 'solver_failed',
    message: expect.not.stringContaining('\n'),
    stack: expect.stringMatching(/^ +at .*\/solvers\/pool\/worker\.ts/m),
  });
  await expect(pool.run({ instance, solver: 'greedy' })).resolves.toMatchObject({ status: 'feasible' });
});

test('a step limit repeats a run exactly, however many threads are offered', async () => {
  const run = (threads: number) =>
    pool.run({ instance, solver: 'auto', parameters: { stepLimit: 3000, timeLimitSeconds: 1e9, threads } });
  const [one, two] = await Promise.all([run(1), run(2)]);
  expect(two.solution.placement).toEqual(one.solution.placement);
  expect(two.bound).toBe(one.bound);
  expect(two.iterations).toBe(one.iterations);
});

test.each([
  ['divided for the whole run', { operations: 10_400, resources: 12, days: 60, seed: 1, disrupted: false }],
  ['divided for the opening', { operations: 3300, resources: 130, days: 4, seed: 1, disrupted: true }],
])('a horizon that is %s is solved on all threads under a step limit, too, with the result of one', async (_, size) => {
  const long = compile(generatePlan(size));
  await expect.poll(() => pool.busyThreads).toBe(0);
  const most = { threads: 0 };
  const run = (threads: number) =>
    pool.run({
      instance: long,
      solver: 'auto',
      parameters: { stepLimit: 6000, timeLimitSeconds: 1e9, threads },
      onEvent: () => (most.threads = Math.max(most.threads, pool.busyThreads)),
    });
  const one = await run(1);
  expect(most.threads).toBe(1);
  const two = await run(2);
  expect(most.threads).toBe(2);
  expect(two.solution.placement).toEqual(one.solution.placement);
  expect(two.bound).toBe(one.bound);
  expect(two.iterations).toBe(one.iterations);
});

test('the result has the frontier, and each of its points was checked', async () => {
  const frontier = [0, 2, null];
  const result = await pool.run({
    instance,
    solver: 'lp',
    parameters: { stepLimit: 4000, timeLimitSeconds: 1e9, frontier },
  });
  expect(result.frontier?.map(({ limit }) => limit)).toEqual(frontier);
  const totals = result.frontier?.map(({ levels }) => levels.total) ?? [];
  expect(totals).toEqual(totals.toSorted((a, b) => b - a));
  expect(await pool.run({ instance, solver: 'greedy', parameters: { frontier } })).toMatchObject({ frontier: null });
});

test('runs close their message ports and remove their listeners', async () => {
  const stop = new AbortController();
  const ports = (): number => process.getActiveResourcesInfo().filter((kind) => kind === 'MessagePort').length;
  await pool.run({ instance, solver: 'greedy' });
  const before = ports();
  for (let round = 0; round < 40; round++) await pool.run({ instance, solver: 'greedy', signal: stop.signal });
  expect(ports()).toBeLessThanOrEqual(before);
});

// Guarantee: solver threads run at a lower priority than other processes on the machine. Only Linux has a priority for each thread.
test.skipIf(process.platform !== 'linux')('threads run at the niceness that the pool was given', async () => {
  const modest = new SolverPool({ threads: 1, warm: 0, niceness: 3 });
  const priorities = (): number[] =>
    readdirSync('/proc/self/task').map((thread) =>
      // The fields follow the name, which may contain any character.
      Number(readFileSync(`/proc/self/task/${thread}/stat`, 'utf8').split(') ')[1].split(' ')[16]),
    );
  try {
    const own = getPriority();
    const before = priorities().filter((nice) => nice === Math.min(19, own + 3)).length;
    // The run gets the thread that warmUp started.
    await modest.warmUp();
    await modest.run({ instance, solver: 'greedy' });
    expect(priorities().filter((nice) => nice === Math.min(19, own + 3)).length).toBe(before + 1);
    expect(getPriority()).toBe(own);
  } finally {
    await modest.close();
  }
});

test('a closed pool rejects runs', async () => {
  const closed = new SolverPool({ threads: 1, warm: 0 });
  await closed.close();
  await expect(closed.run({ instance, solver: 'greedy' })).rejects.toMatchObject({ code: 'pool_closed' });
});

// Guarantee: a thread that ignores its flag fails only its own run, with an error that says so.
test('a thread that ignores its flag is terminated and replaced; its run fails, and runs that wait start', async () => {
  const recycled: unknown[] = [];
  const stubborn = new SolverPool({
    threads: 1,
    warm: 0,
    worker: new URL('./testing/stubbornWorker.ts', import.meta.url),
    patienceMs: 200,
    onRecycled: (fault) => recycled.push(fault),
  });
  const stuck = stubborn.run({ instance, solver: 'local-search', parameters: { timeLimitSeconds: 0.1, seed: 666 } });
  const next = stubborn.run({ instance, solver: 'local-search', parameters: { timeLimitSeconds: 0.1 } });
  await expect(stuck).rejects.toMatchObject({ code: 'thread_recycled', message: expect.stringContaining('replaced') });
  expect((await next).solution.placement).toHaveLength(instance.partCount);
  expect(recycled).toMatchObject([{ code: 'thread_recycled' }]);
  await stubborn.close();
});

// Guarantee: the next search has prices to begin with, even if this one's thread was busy at the end.
test('a thread that has no result in time leaves the prices that it had', async () => {
  const stubborn = new SolverPool({
    threads: 1,
    warm: 0,
    worker: new URL('./testing/stubbornWorker.ts', import.meta.url),
    patienceMs: 200,
  });
  const scarce = compile(generatePlan({ operations: 200, resources: 10, days: 2, seed: 1, disrupted: true }));
  const parameters = { timeLimitSeconds: 2, seed: 667 };
  const { prices, solution } = await stubborn.run({ instance: scarce, solver: 'lagrangian', parameters });
  expect(solution.placement).toHaveLength(scarce.partCount);
  expect(prices).toHaveLength(scarce.partCount);
  expect(prices!.some((price) => price > 0)).toBe(true);
  await stubborn.close();
});

// Guarantee: a run that follows another one at once, as in a queue, is not limited to the threads that the other one has already left.
test('a run that starts while threads of an ended run still stop has its full number of threads', async () => {
  const stubborn = new SolverPool({
    threads: 2,
    worker: new URL('./testing/stubbornWorker.ts', import.meta.url),
    patienceMs: 500,
  });
  const stopLast = new AbortController();
  const last = { instance, solver: 'auto', parameters: { ...FOREVER, threads: 2, seed: 666 }, signal: stopLast.signal };
  const ended = stubborn.run(last);
  await sleep(100);
  stopLast.abort();
  await ended;
  expect(stubborn.busyThreads).toBe(2);
  const stop = new AbortController();
  const parameters = { ...FOREVER, threads: 2 };
  const next = stubborn.run({ instance: crowded, solver: 'auto', parameters, signal: stop.signal });
  expect(stubborn.busyThreads).toBe(4);
  await expect.poll(() => stubborn.busyThreads, { timeout: 10_000 }).toBe(2);
  stop.abort();
  expect((await next).solution.placement).toHaveLength(crowded.partCount);
  await expect.poll(() => stubborn.busyThreads, { timeout: 10_000 }).toBe(0);
  await stubborn.close();
});
