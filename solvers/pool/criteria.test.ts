import { expect, test } from 'vitest';
import { any, cancelled, gapReached, stepLimit, timeLimit } from './criteria.ts';

const status = { seconds: 5, steps: 100, cost: 10_100, bound: 10_000 as number | null };

// Guarantee: each criterion ends a run at its limit and not before.
test('each criterion depends on one figure only', () => {
  expect([4, 5, 6].map((limit) => timeLimit(limit)(status))).toEqual([true, true, false]);
  expect([99, 100, 101].map((limit) => stepLimit(limit)(status))).toEqual([true, true, false]);
  expect([0.009, 0.01].map((gap) => gapReached(gap)(status))).toEqual([false, true]);
  expect(gapReached(1)({ ...status, bound: null })).toBe(false);
  const flag = new Int32Array(new SharedArrayBuffer(4));
  expect(cancelled(flag)(status)).toBe(false);
  flag[0] = 1;
  expect(cancelled(flag)(status)).toBe(true);
});

test('a gap is measured relative to at least one weight unit', () => {
  expect(gapReached(0.5)({ ...status, cost: 60, bound: 10 })).toBe(true);
  expect(gapReached(0.4)({ ...status, cost: 60, bound: 10 })).toBe(false);
});

test('any of several criteria ends a run', () => {
  expect(any(timeLimit(9), stepLimit(1))(status)).toBe(true);
  expect(any(timeLimit(9), stepLimit(101))(status)).toBe(false);
});
