import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ServerClock } from './serverClock.ts';

const SERVER = Date.parse('2031-05-14T08:00:00.400Z');
/** The `Date` of a response that was written 0.4 s after a full second. */
const DATE = 'Wed, 14 May 2031 08:00:00 GMT';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** By how many milliseconds the clock is wrong after a response that took 200 ms, in a browser whose clock is ahead by `aheadMs`. */
const errorAfter = (aheadMs: number, date: string | null = DATE): number => {
  const clock = new ServerClock();
  vi.setSystemTime(SERVER + aheadMs);
  clock.heard(date, Date.now() - 200);
  return clock.now() - SERVER;
};

// Guarantee: however wrong the browser's clock is, the error is at most the second and the time under way that nobody can tell.
test.each([-7_200_000, -1500, 1500, 10_800_000])(
  'a browser that is ahead by %d ms tells the time of the server',
  (aheadMs) => {
    expect(Math.abs(errorAfter(aheadMs))).toBeLessThanOrEqual(1200);
  },
);

test('a clock that agrees with the server is left as it is', () => {
  expect(errorAfter(0)).toBe(0);
});

test('a response without a date changes nothing', () => {
  expect(errorAfter(1500, null)).toBe(1500);
  expect(errorAfter(1500, 'yesterday')).toBe(1500);
});

test('a clock that is set right in the meantime is believed again', () => {
  const clock = new ServerClock();
  vi.setSystemTime(SERVER + 3_600_000);
  clock.heard(DATE, Date.now());
  vi.setSystemTime(SERVER);
  clock.heard(DATE, Date.now());
  expect(Math.abs(clock.now() - SERVER)).toBeLessThanOrEqual(1000);
});
