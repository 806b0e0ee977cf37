import { expect, test } from 'vitest';
import { TokenBuckets } from './tokenBuckets.ts';

const open = (options: { perSecond: number; most: number }) => {
  let nowMs = 0;
  const buckets = new TokenBuckets({ ...options, clock: () => nowMs });
  return {
    wait: (ms: number) => {
      nowMs += ms;
    },
    /** How many of `requests` simultaneous requests pass. */
    passing: (requests: number, key = 'a') =>
      Array.from({ length: requests }, () => buckets.take(key)).filter((waitMs) => waitMs === 0).length,
    take: () => buckets.take('a'),
  };
};

test('after a burst a bucket fills at its rate, up to its size', () => {
  const { passing, wait } = open({ perSecond: 1000, most: 2000 });
  expect(passing(2500)).toBe(2000);
  wait(500);
  expect(passing(2500)).toBe(500);
  wait(3000);
  expect(passing(2500)).toBe(2000);
  wait(3_600_000);
  expect(passing(2500)).toBe(2000);
});

test('an even stream at the rate passes for ever, and refused requests cost nothing', () => {
  const { passing, wait } = open({ perSecond: 10, most: 10 });
  passing(10);
  for (let second = 0; second < 100; second++) {
    wait(1000);
    expect(passing(50)).toBe(10);
  }
});

test('a refused request learns how long to wait', () => {
  const { take, wait } = open({ perSecond: 2, most: 1 });
  expect(take()).toBe(0);
  expect(take()).toBe(500);
  wait(250);
  expect(take()).toBe(250);
  wait(250);
  expect(take()).toBe(0);
});

test('each key has its own bucket', () => {
  const { passing } = open({ perSecond: 1, most: 3 });
  expect([passing(5, 'a'), passing(5, 'b')]).toEqual([3, 3]);
});
