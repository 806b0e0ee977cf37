import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { LineFull, Places } from './places.ts';

test('so many of a key go on at once, in the order in which they came; other keys do not wait', async () => {
  const places = new Places({ each: 2, lentMs: 60_000 });
  const entered: number[] = [];
  const held: (() => void)[] = [];
  const enter = async (i: number): Promise<void> => {
    const giveBack = await places.take('crowd');
    entered.push(i);
    held.push(giveBack);
  };
  const all = Promise.all([1, 2, 3, 4, 5].map(enter));
  await sleep(0);
  expect(entered).toEqual([1, 2]);
  (await places.take('other'))();
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

test('what takes long holds up nothing else of its key', async () => {
  const places = new Places({ each: 1, lentMs: 5 });
  const giveBack = await places.take('slow');
  const second = await places.take('slow');
  giveBack();
  const entered: string[] = [];
  const enter = async (): Promise<void> => {
    await places.take('slow');
    entered.push('third');
  };
  const third = enter();
  await Promise.resolve();
  expect(entered).toEqual([]);
  second();
  await third;
  expect(entered).toEqual(['third']);
});

/** Places of all keys under a clock of the test's own. */
const node = (most: number, least = 1) => {
  const time = { nowMs: 0 };
  const places = new Places({
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
      held.push(await places.take(key));
      entered.push(key);
    };
    enters().catch((error: unknown) => {
      if (error instanceof LineFull) refused.push(key);
      else throw error;
    });
  };
  const held: (() => void)[] = [];
  return { time, places, entered, refused, held, enter };
};

test('where all keys together have no more places, who has the fewest is next', async () => {
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

test('there are fewer places while answers are late, and as many as before when they are not', async () => {
  const { places, held, enter } = node(20, 2);
  for (let i = 0; i < 24; i++) enter(`k${i}`);
  await sleep(0);
  expect(held).toHaveLength(20);
  for (let i = 0; i < 20; i++) places.observe(11);
  expect(places.limit).toBe(2);
  for (const giveBack of held.splice(0)) giveBack();
  await sleep(0);
  expect(held).toHaveLength(2);
  for (let i = 0; i < 100; i++) {
    enter('more');
    places.observe(1);
  }
  await sleep(0);
  expect(places.limit).toBeGreaterThan(4);
});

test('a line that passes is waited in, one that stands is not', async () => {
  const { time, places, refused, enter } = node(1);
  enter('first');
  for (let i = 0; i < 3; i++) enter('crowd');
  await sleep(0);
  time.nowMs = 1900;
  places.observe(1);
  await sleep(0);
  expect(refused).toEqual([]);
  time.nowMs = 2100;
  enter('late');
  places.observe(11);
  await sleep(0);
  expect(refused).toEqual(['crowd', 'crowd', 'crowd']);
  time.nowMs = 2400;
  places.observe(11);
  await sleep(0);
  expect(refused.at(-1)).toBe('late');
});

test('a crowd of one key that has all of its own places is waited for longer, and not for ever', async () => {
  const { time, places, refused, enter } = node(100);
  for (let i = 0; i < 8; i++) enter('crowd');
  await sleep(0);
  time.nowMs = 9000;
  places.observe(1);
  await sleep(0);
  expect(refused).toEqual([]);
  time.nowMs = 11_000;
  places.observe(1);
  await sleep(0);
  expect(refused).toHaveLength(4);
});
