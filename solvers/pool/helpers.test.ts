import { afterAll, beforeAll, expect, test } from 'vitest';
import { compile } from '../../engine/instance/compile.ts';
import { generatePlan } from '../../fixtures/generate/generatePlan.ts';
import type { Helpers } from './elsewhere.ts';
import type { PoolResult } from './merge.ts';
import { SolverPool } from './pool.ts';

/** Long enough to be divided. */
const instance = compile(generatePlan({ operations: 10_400, resources: 160, days: 14, seed: 3, disrupted: true }));
const STEPS = 4000;

let pool: SolverPool;
let other: SolverPool;
beforeAll(() => {
  pool = new SolverPool({ threads: 1 });
  other = new SolverPool({ threads: 1 });
});
afterAll(() => Promise.all([pool.close(), other.close()]));

const run = (helpers: Helpers | undefined, parameters: object, signal?: AbortSignal): Promise<PoolResult> =>
  pool.run({
    instance,
    solver: 'auto',
    parameters: { seed: 5, ...parameters },
    ...(helpers === undefined ? {} : { helpers }),
    ...(signal === undefined ? {} : { signal }),
  });

const essence = ({ solution, bound, iterations }: PoolResult): unknown => ({
  placement: solution.placement,
  cost: solution.cost,
  bound,
  iterations,
});

// Guarantee: helpers, and helpers that fail, change the time that a run takes and nothing else.
test('a step limit gives the same plan, whoever solves the pieces', async () => {
  const limits = { stepLimit: STEPS, timeLimitSeconds: 600 };
  const alone = essence(await run(undefined, limits));
  let solved = 0;
  const good: Helpers = {
    places: 2,
    async solve(_, order, signal) {
      const answer = await other.solvePiece('auto', order, signal);
      if (answer !== null) solved++;
      return answer;
    },
  };
  expect(essence(await run(good, limits))).toEqual(alone);
  expect(solved).toBeGreaterThan(0);
  let asked = 0;
  const poor: Helpers = {
    places: 2,
    async solve(id, order, signal) {
      asked++;
      if (id % 4 === 0) return null;
      if (id % 4 === 1) return new TextEncoder().encode('garbage');
      if (id % 4 === 2) throw new Error('The line is broken.');
      return good.solve(id, order, signal);
    },
  };
  expect(essence(await run(poor, limits))).toEqual(alone);
  expect(asked).toBeGreaterThan(2);
  expect(essence(await run({ ...good, places: 0 }, limits))).toEqual(alone);
});

test('a run that is cancelled does not wait for its helpers, which learn of it', async () => {
  const stop = new AbortController();
  let told = 0;
  const silent: Helpers = {
    places: 1,
    solve: (_, __, signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          told++;
          resolve(null);
        });
        stop.abort();
      }),
  };
  const { solution } = await run(silent, { timeLimitSeconds: 600 }, stop.signal);
  expect(solution.placement).toHaveLength(instance.partCount);
  expect(told).toBe(1);
});

test('a piece whose search is ended early, or has no thread, has no answer', async () => {
  const ended = new AbortController();
  ended.abort();
  await expect(other.solvePiece('auto', new Uint8Array(1), ended.signal)).resolves.toBeNull();
});

// Guarantee: a run of this process does not do with fewer threads because it has just given back the pieces of other runs.
test('a run that starts while a piece is being given back has its full number of threads', async () => {
  const given = new AbortController();
  const done = new AbortController();
  let next: Promise<PoolResult> | undefined;
  let threads = 0;
  const two = new SolverPool({ threads: 2 });
  const giving: Helpers = {
    places: 1,
    async solve(_, order) {
      const answer = two.solvePiece('auto', order, given.signal);
      await expect.poll(() => two.busyThreads).toBe(1);
      given.abort();
      const parameters = { timeLimitSeconds: 600, threads: 2 };
      next = two.run({ instance, solver: 'auto', parameters, signal: done.signal });
      threads = two.busyThreads - 1;
      done.abort();
      return answer;
    },
  };
  await run(giving, { timeLimitSeconds: 600 }, done.signal);
  await next;
  expect(threads).toBe(2);
  await expect.poll(() => two.busyThreads).toBe(0);
  await two.close();
});

test('an order that cannot be read is refused', async () => {
  await expect(other.solvePiece('auto', new Uint8Array(3), new AbortController().signal)).rejects.toThrow(/.+/);
  await expect(other.solvePiece('greedy', new Uint8Array(3), new AbortController().signal)).rejects.toThrow(
    'does not divide',
  );
});
