import { expect, test } from 'vitest';
import { all, any, cancelled, gapReached, stepLimit, timeLimit } from './criteria.ts';

const standing = { seconds: 5, steps: 100, cost: 10_100, bound: 10_000 as number | null };

// Guarantee: each criterion ends a run at its limit and not before.
test('each criterion depends on one figure only', () => {
  expect([4, 5, 6].map((limit) => timeLimit(limit)(standing))).toEqual([true, true, false]);
  expect([99, 100, 101].map((limit) => stepLimit(limit)(standing))).toEqual([true, true, false]);
  expect([0.009, 0.01].map((gap) => gapReached(gap)(standing))).toEqual([false, true]);
  expect(gapReached(1)({ ...standing, bound: null })).toBe(false);
  const flag = new Int32Array(new SharedArrayBuffer(4));
  expect(cancelled(flag)(standing)).toBe(false);
  flag[0] = 1;
  expect(cancelled(flag)(standing)).toBe(true);
});

test('a gap is measured relative to at least one weight unit', () => {
  expect(gapReached(0.5)({ ...standing, cost: 60, bound: 10 })).toBe(true);
  expect(gapReached(0.4)({ ...standing, cost: 60, bound: 10 })).toBe(false);
});

test('any and all combine', () => {
  expect(any(timeLimit(9), stepLimit(1))(standing)).toBe(true);
  expect(all(timeLimit(9), stepLimit(1))(standing)).toBe(false);
});
