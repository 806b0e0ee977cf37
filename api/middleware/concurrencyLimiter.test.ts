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
  const enter = (key: string, group = key): void => {
    const enters = async (): Promise<void> => {
      held.push(await limiter.acquire(key, group));
      entered.push(key);
    };
    enters().catch((error: unknown) => {
      if (error instanceof QueueFull) refused.push(key);
      else throw error;
    });
  };
  const held: (() => void)[] = [];
  /** A whole window of delays. */
  const observe = (delayMs: number): void => {
    for (let i = 0; i < 3; i++) limiter.observe(delayMs);
  };
  return { time, limiter, entered, refused, held, enter, observe };
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

test('groups take turns, however many keys they have', async () => {
  const { entered, held, enter } = node(4);
  for (let i = 0; i < 8; i++) enter(`crowd ${i}`, 'crowd');
  for (let i = 0; i < 2; i++) enter('one', 'one');
  await sleep(0);
  expect(entered).toHaveLength(4);
  for (const release of held.splice(0, 2)) release();
  await sleep(0);
  expect(entered.slice(4)).toEqual(['one', 'one']);
});

test('a group below its share of a limit that fell does not wait for the others', async () => {
  const { limiter, entered, enter, observe } = node(20);
  observe(1);
  for (let i = 0; i < 12; i++) enter(`crowd ${i}`, 'crowd');
  await sleep(0);
  observe(13);
  expect(limiter.limit).toBe(10);
  for (let i = 0; i < 6; i++) enter(`one ${i}`, 'one');
  await sleep(0);
  expect(entered.slice(12)).toEqual(['one 0', 'one 1', 'one 2', 'one 3', 'one 4']);
});

test('a long request still counts for its group when it no longer counts for its key', async () => {
  const limiter = new ConcurrencyLimiter({ each: 1, lentMs: 1, busyMs: 60_000, most: 2 });
  const [first] = [await limiter.acquire('slow', 'loud'), await limiter.acquire('slow too', 'loud')];
  await sleep(5);
  const entered: string[] = [];
  for (const group of ['loud', 'quiet'])
    void limiter.acquire(`another of ${group}`, group).then(() => entered.push(group));
  first();
  await sleep(0);
  expect(entered).toEqual(['quiet']);
});

test('the limit falls while queries take longer than usual, and grows again when they do not', async () => {
  const { limiter, held, enter, observe } = node(20, 2);
  observe(30);
  for (let i = 0; i < 24; i++) enter(`k${i}`);
  await sleep(0);
  expect(held).toHaveLength(20);
  observe(39);
  expect(limiter.limit).toBe(20);
  for (const delayMs of [90, 90, 31]) limiter.observe(delayMs);
  expect(limiter.limit).toBe(20);
  observe(45);
  expect(limiter.limit).toBe(13);
  for (let i = 0; i < 20; i++) observe(60);
  expect(limiter.limit).toBe(2);
  for (const release of held.splice(0)) release();
  await sleep(0);
  expect(held).toHaveLength(2);
  for (let i = 0; i < 100; i++) {
    enter('more');
    observe(30);
  }
  await sleep(0);
  expect(limiter.limit).toBeGreaterThan(4);
});

test('an overload that lasts from the start is not taken for the usual delay', () => {
  const { limiter, enter, observe } = node(20);
  for (let i = 0; i < 24; i++) enter(`k${i}`);
  observe(500);
  observe(500);
  expect(limiter.limit).toBeLessThan(10);
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

test('a standing queue serves the newest request first, and a short pause does not end it', async () => {
  const time = { nowMs: 0 };
  const limiter = new ConcurrencyLimiter({
    each: 10,
    lentMs: 60_000,
    busyMs: 60_000,
    most: 2,
    least: 2,
    clock: () => time.nowMs,
  });
  const entered: number[] = [];
  const refused: number[] = [];
  const held: (() => void)[] = [];
  const enter = async (i: number): Promise<void> => {
    try {
      held.push(await limiter.acquire('key'));
      entered.push(i);
    } catch {
      refused.push(i);
    }
  };
  const next = async (): Promise<number | undefined> => {
    held.shift()?.();
    await sleep(0);
    return entered.at(-1);
  };
  for (let i = 0; i < 5; i++) void enter(i);
  await sleep(0);
  expect(await next()).toBe(2);
  time.nowMs = 2100;
  expect(await next()).toBe(4);
  expect(await next()).toBe(3);
  time.nowMs = 3000;
  for (let i = 5; i < 8; i++) void enter(i);
  await sleep(0);
  expect(refused).toEqual([5]);
  expect([await next(), await next()]).toEqual([7, 6]);
  await next();
  time.nowMs = 4100;
  for (let i = 8; i < 12; i++) void enter(i);
  expect(await next()).toBe(9);
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

/** A limiter with `most` places, and a clock that the test controls; `crowd` requests are never refused. */
const slow = (crowd: number, most: number) => {
  const time = { nowMs: 0 };
  const clock = (): number => time.nowMs;
  const limiter = new ConcurrencyLimiter({ each: 16, lentMs: 60_000, busyMs: 60_000, most, crowd, clock });
  const refused: string[] = [];
  const enter = (what: string, group: string): void =>
    void limiter.acquire(what, group).catch(() => refused.push(what));
  /** Passes the time with delays that are observed, and returns who was refused. */
  const after = async (ms: number): Promise<string[]> => {
    for (const until = time.nowMs + ms; time.nowMs < until; time.nowMs += 50) limiter.observe(1);
    await sleep(0);
    return refused;
  };
  return { time, enter, after };
};

test('a few requests on a slow node wait as long as it takes, also in a standing queue', async () => {
  const { enter, after } = slow(3, 1);
  for (const what of ['a', 'b', 'c']) enter(what, 'group');
  expect(await after(9000)).toEqual([]);
  enter('d', 'group');
  expect(await after(100)).toEqual(['b']);
  expect(await after(9000)).toEqual(['b']);
});

test('a standing queue refuses groups with more than their share first', async () => {
  const { enter, after } = slow(1, 4);
  for (let i = 0; i < 5; i++) enter(`loud ${i}`, 'loud');
  expect(await after(2050)).toEqual([]);
  enter('loud 5', 'loud');
  enter('quiet', 'quiet');
  expect(await after(200)).toEqual(['loud 4', 'loud 5']);
  expect(await after(2500)).toEqual(['loud 4', 'loud 5', 'quiet']);
});
