import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ConcurrencyLimiter, QueueFull } from './concurrencyLimiter.ts';

test('a limited number of one key run at once, first come first served, and other keys do not wait for them', async () => {
  const limiter = new ConcurrencyLimiter({ each: 2, lentMs: 60_000 });
  const entered: number[] = [];
  const held: (() => void)[] = [];
  const enter = async (i: number): Promise<void> => {
    const release = await limiter.acquire('crowd');
    entered.push(i);
    held.push(release);
  };
  const all = Promise.all([1, 2, 3, 4, 5].map(enter));
  await sleep(0);
  expect(entered).toEqual([1, 2]);
  (await limiter.acquire('other'))();
  held[0]();
  held[0]();
  await sleep(0);
  expect(entered).toEqual([1, 2, 3]);
  for (let i = 1; i < 5; i++) {
    held[i]();
    await sleep(0);
  }
  await all;
  expect(entered).toEqual([1, 2, 3, 4, 5]);
});

test('a long request holds up no other request of its key', async () => {
  const limiter = new ConcurrencyLimiter({ each: 1, lentMs: 5 });
  const release = await limiter.acquire('slow');
  const second = await limiter.acquire('slow');
  release();
  const entered: string[] = [];
  const enter = async (): Promise<void> => {
    await limiter.acquire('slow');
    entered.push('third');
  };
  const third = enter();
  await Promise.resolve();
  expect(entered).toEqual([]);
  second();
  await third;
  expect(entered).toEqual(['third']);
});

/** A limiter with a limit over all keys, and a clock that the test controls. */
const node = (most: number, least = 1) => {
  const time = { nowMs: 0 };
  const limiter = new ConcurrencyLimiter({
    each: 4,
    lentMs: 60_000,
    busyMs: 60_000,
    most,
    least,
    targetMs: 10,
    clock: () => time.nowMs,
  });
  const entered: string[] = [];
  const refused: string[] = [];
  const enter = (key: string): void => {
    const enters = async (): Promise<void> => {
      held.push(await limiter.acquire(key));
      entered.push(key);
    };
    enters().catch((error: unknown) => {
      if (error instanceof QueueFull) refused.push(key);
      else throw error;
    });
  };
  const held: (() => void)[] = [];
  return { time, limiter, entered, refused, held, enter };
};

test('when the limit over all keys is reached, the key with the fewest running requests is next', async () => {
  const { entered, held, enter } = node(4);
  for (let i = 0; i < 6; i++) enter('crowd');
  await sleep(0);
  enter('one');
  await sleep(0);
  expect(entered).toEqual(['crowd', 'crowd', 'crowd', 'crowd']);
  held[0]();
  await sleep(0);
  expect(entered.at(-1)).toBe('one');
});

test('the limit falls while responses are late, and grows again when they are not', async () => {
  const { limiter, held, enter } = node(20, 2);
  for (let i = 0; i < 24; i++) enter(`k${i}`);
  await sleep(0);
  expect(held).toHaveLength(20);
  for (let i = 0; i < 20; i++) limiter.observe(11);
  expect(limiter.limit).toBe(2);
  for (const release of held.splice(0)) release();
  await sleep(0);
  expect(held).toHaveLength(2);
  for (let i = 0; i < 100; i++) {
    enter('more');
    limiter.observe(1);
  }
  await sleep(0);
  expect(limiter.limit).toBeGreaterThan(4);
});

test('requests wait in a short-lived queue, and are refused in a standing one', async () => {
  const { time, limiter, refused, enter } = node(1);
  enter('first');
  for (let i = 0; i < 3; i++) enter('crowd');
  await sleep(0);
  time.nowMs = 1900;
  limiter.observe(1);
  await sleep(0);
  expect(refused).toEqual([]);
  time.nowMs = 2100;
  enter('late');
  limiter.observe(11);
  await sleep(0);
  expect(refused).toEqual(['crowd', 'crowd', 'crowd']);
  time.nowMs = 2400;
  limiter.observe(11);
  await sleep(0);
  expect(refused.at(-1)).toBe('late');
});

test('requests of a key that has reached its own limit wait longer, but not forever', async () => {
  const { time, limiter, refused, enter } = node(100);
  for (let i = 0; i < 8; i++) enter('crowd');
  await sleep(0);
  time.nowMs = 9000;
  limiter.observe(1);
  await sleep(0);
  expect(refused).toEqual([]);
  time.nowMs = 11_000;
  limiter.observe(1);
  await sleep(0);
  expect(refused).toHaveLength(4);
});
