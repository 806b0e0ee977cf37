import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Places } from './places.ts';

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
