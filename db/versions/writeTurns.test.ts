import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { StoreError } from '../storeError.ts';
import { WriteTurns } from './writeTurns.ts';

/** Writers of a planning, each of which ends when the test says so, and a clock that the test controls. */
const opened = () => {
  const time = { nowMs: 0 };
  const turns = new WriteTurns(() => time.nowMs);
  const written: string[] = [];
  const refused: string[] = [];
  const ends: (() => void)[] = [];
  const server = { isOverloaded: false };
  const write = (name: string, keys: readonly number[], mayRefuse: boolean): void => {
    const body = async (): Promise<void> => {
      written.push(name);
      await new Promise<void>((resolve) => ends.push(resolve));
    };
    turns.take(keys, body, { mayRefuse, isOverloaded: () => server.isOverloaded }).catch((error: unknown) => {
      expect(error).toMatchObject({ code: 'writers_waiting' });
      expect(error).toBeInstanceOf(StoreError);
      refused.push(name);
    });
  };
  const endOne = async (): Promise<void> => {
    ends.shift()?.();
    await sleep(0);
  };
  return { time, server, written, refused, write, endOne };
};

test('writers of a planning take turns in order, and those of other plannings do not wait for them', async () => {
  const { written, write, endOne } = opened();
  write('a', [1], false);
  write('b', [1, 2], false);
  write('c', [2], false);
  write('d', [3], false);
  await sleep(0);
  expect(written).toEqual(['a', 'd']);
  await endOne();
  expect(written).toEqual(['a', 'd', 'b']);
  await endOne();
  await endOne();
  expect(written).toEqual(['a', 'd', 'b', 'c']);
});

// Guarantee: what is refused was not begun, and who is served has hardly waited.
test('while more writers come than can be served, late ones that may be refused are, and the others are served', async () => {
  const { time, written, refused, write, endOne } = opened();
  const begunAt: number[] = [];
  write('run', [1], false);
  for (let i = 0; i < 60; i++) {
    for (let j = 0; j < 5; j++) write(String(time.nowMs), [1], true);
    if (i === 50) write('publish', [1], false);
    time.nowMs += 50;
    const before = written.length;
    await endOne();
    if (i > 55) begunAt.push(...written.slice(before).map((at) => time.nowMs - Number(at)));
  }
  expect(refused.length).toBeGreaterThan(100);
  expect(refused.filter((name) => !/^\d+$/.test(name))).toEqual([]);
  expect(written).toEqual(expect.arrayContaining(['run', 'publish']));
  expect(Math.max(...begunAt.filter((ms) => !Number.isNaN(ms)))).toBeLessThanOrEqual(150);
});

test('a burst of writers is worked off', async () => {
  const { time, written, refused, write, endOne } = opened();
  for (let i = 0; i < 100; i++) write(`w${i}`, [1], true);
  await sleep(0);
  for (let i = 0; i < 100; i++) {
    time.nowMs += 500;
    await endOne();
  }
  expect([written.length, refused]).toEqual([100, []]);
});

test('on an overloaded server, a writer that waited too long is refused, however few wait', async () => {
  const { time, server, written, refused, write, endOne } = opened();
  for (const [name, mayRefuse] of [
    ['first', true],
    ['late', true],
    ['run', false],
    ['late, too', true],
  ] as const)
    write(name, [1], mayRefuse);
  await sleep(0);
  server.isOverloaded = true;
  time.nowMs = 101;
  write('new', [1], true);
  await endOne();
  expect([written, refused]).toEqual([['first', 'run'], ['late']]);
  await endOne();
  expect([written, refused]).toEqual([
    ['first', 'run', 'new'],
    ['late', 'late, too'],
  ]);
});
