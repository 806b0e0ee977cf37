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

test('of groups with equally many running requests, the one that used less lately is next', async () => {
  const { time, entered, held, enter } = node(2);
  for (let i = 0; i < 6; i++) enter(`loud ${i}`, 'loud');
  await sleep(0);
  time.nowMs = 2000;
  enter('quiet 0', 'quiet');
  for (const release of held.splice(0, 1)) release();
  await sleep(0);
  time.nowMs = 2010;
  enter('quiet 1', 'quiet');
  for (const release of held.splice(0, 1)) release();
  await sleep(0);
  expect(entered).toEqual(['loud 0', 'loud 1', 'quiet 0', 'quiet 1']);
  // It has no lasting advantage: with two running requests of its own, it waits for its turn.
  time.nowMs = 4000;
  enter('quiet 2', 'quiet');
  for (const release of held.splice(0, 1)) release();
  await sleep(0);
  expect(entered.at(-1)).toBe('loud 2');
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

/** Passes four seconds in which ten requests of a group come each 100 ms, and one ends. */
const overload = async ({ time, limiter, held, enter }: ReturnType<typeof node>, group: string): Promise<void> => {
  for (let i = 0; i < 40; i++) {
    for (let j = 0; j < 10; j++) enter(`${group} ${time.nowMs}`, group);
    held.shift()?.();
    time.nowMs += 100;
    limiter.observe(1);
    await sleep(0);
  }
};
const ageMs = (name: string, nowMs: number): number => nowMs - Number(name.split(' ')[1]);

test('a burst waits, and an overload has what is late refused and the newest served first', async () => {
  const opened = node(1);
  for (let i = 0; i < 30; i++) opened.enter('burst');
  await sleep(0);
  opened.time.nowMs = 9000;
  opened.limiter.observe(1);
  await sleep(0);
  expect(opened.refused).toEqual([]);
  for (let i = 0; i < 31; i++) {
    opened.held.shift()?.();
    await sleep(0);
  }
  expect(opened.entered).toHaveLength(30);
  opened.time.nowMs = 20_000;
  await overload(opened, 'crowd');
  expect(opened.refused.length).toBeGreaterThan(200);
  expect(ageMs(opened.entered.at(-1)!, opened.time.nowMs)).toBeLessThanOrEqual(200);
  expect(opened.limiter.waitingCount).toBeLessThanOrEqual(20);
});

test('an overload goes on after its clients have paused for a moment', async () => {
  const opened = node(1);
  await overload(opened, 'crowd');
  while (!opened.limiter.isIdle) {
    opened.held.shift()?.();
    await sleep(0);
  }
  opened.time.nowMs += 300;
  const before = opened.refused.length;
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 10; j++) opened.enter(`crowd ${opened.time.nowMs}`, 'crowd');
    await sleep(0);
    opened.time.nowMs += 110;
    opened.limiter.observe(1);
  }
  await sleep(0);
  expect(opened.refused.length - before).toBeGreaterThan(20);
});

test('requests that wait for others of their own key are served in order, however many come', async () => {
  const { time, limiter } = node(100);
  const entered: number[] = [];
  const held: (() => void)[] = [];
  const enter = async (i: number): Promise<void> => {
    held.push(await limiter.acquire('client'));
    entered.push(i);
  };
  for (let i = 0; i < 160; i++) {
    void enter(i);
    if (i % 4 === 0) held.shift()?.();
    if (i % 4 === 3) time.nowMs += 100;
    limiter.observe(1);
    await sleep(0);
  }
  expect(entered).toEqual(Array.from({ length: entered.length }, (_, i) => i));
  expect(limiter.waitingCount).toBeGreaterThan(100);
});

test('a group that does not outrun its turns waits beside one that does', async () => {
  const opened = node(2);
  for (let i = 0; i < 3; i++) opened.enter(`quiet ${i}`, 'quiet');
  await overload(opened, 'loud');
  expect(opened.entered).toEqual(expect.arrayContaining(['quiet 0', 'quiet 1', 'quiet 2']));
  expect(opened.refused.filter((name) => !name.startsWith('loud'))).toEqual([]);
});

test('an overloaded group leaves a part of the limit free while other groups are active', async () => {
  const opened = node(8, 6);
  const { time, limiter, held, enter } = opened;
  await overload(opened, 'loud');
  expect(limiter.isGroupOverloaded('loud')).toBe(true);
  expect(limiter.runningCount).toBe(8);
  enter('quiet', 'quiet');
  for (const release of held.splice(0)) release();
  await sleep(0);
  expect([limiter.isGroupOverloaded('quiet'), limiter.runningCount, limiter.waitingCount > 0]).toEqual([
    false,
    3,
    true,
  ]);
  // As soon as the others have been idle for some seconds, it gets everything again.
  for (let i = 0; i < 60; i++) {
    for (const release of held.splice(0)) release();
    for (let j = 0; j < 10; j++) enter(`loud ${time.nowMs}`, 'loud');
    time.nowMs += 100;
    limiter.observe(1);
    await sleep(0);
  }
  expect(limiter.runningCount).toBe(8);
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

test('a few requests on a slow node wait, however many come', async () => {
  const { enter, after } = slow(3, 1);
  for (const what of ['a', 'b', 'c']) enter(what, 'group');
  expect(await after(9000)).toEqual([]);
  enter('d', 'group');
  expect(await after(200)).toEqual([]);
  expect(await after(2000)).toEqual(['b']);
  expect(await after(9000)).toEqual(['b']);
});
