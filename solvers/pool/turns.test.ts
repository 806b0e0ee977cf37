import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Turns } from './turns.ts';

// Guarantee: a group with many jobs delays only itself.
test('groups take turns, whatever the number of jobs that each has waiting', async () => {
  const turns = new Turns({ slots: 1 });
  const order: string[] = [];
  const job = async (group: string): Promise<void> => {
    const giveBack = await turns.take(group);
    order.push(group);
    await sleep(1);
    giveBack?.();
  };
  const many = Array.from({ length: 50 }, () => job('many'));
  await sleep(0);
  await Promise.all([...many, job('few'), job('few'), job('one')]);
  expect(order.slice(0, 6)).toEqual(['many', 'few', 'one', 'many', 'few', 'many']);
  expect(order).toHaveLength(53);
});

test('a group without a running job gets a further slot when others hold all slots; a busy group does not', async () => {
  const turns = new Turns({ slots: 1, extraSlots: 1, patienceMs: 20 });
  const held = await turns.take('many');
  let more = 0;
  for (let i = 0; i < 3; i++) void turns.take('many').then(() => more++);
  const startedAt = performance.now();
  const other = await turns.take('few');
  expect(performance.now() - startedAt).toBeLessThan(1000);
  await sleep(50);
  expect(more).toBe(0);
  other?.();
  await sleep(50);
  expect(more).toBe(0);
  held?.();
  await sleep(1);
  expect(more).toBe(1);
});

test('an aborted request leaves the queue', async () => {
  const turns = new Turns({ slots: 1 });
  const held = await turns.take('a');
  const given = new AbortController();
  const waiting = turns.take('b', given.signal);
  given.abort();
  expect(await waiting).toBeNull();
  expect(await turns.take('b', AbortSignal.abort())).toBeNull();
  held?.();
  expect(await turns.take('c')).not.toBeNull();
});

// Guarantee: who comes late is told at once instead of waiting for long, but a few wait however long it takes.
test('the queue of a group is full when many wait and the first has waited for long, whatever others do', async () => {
  let now = 0;
  const turns = new Turns({ slots: 1, mostWaiting: 3, lateMs: 1000, clock: () => now });
  const begun: string[] = [];
  const ends: ((() => void) | null)[] = [];
  const wait = async (name: string, group: string): Promise<void> => {
    ends.push(await turns.take(group));
    begun.push(name);
  };
  const ask = (name: string, group: string): void => void wait(name, group);
  for (const name of ['a1', 'a2', 'a3']) ask(name, 'a');
  now = 5000;
  // One runs and two wait.
  expect(turns.isFull('a')).toBe(false);
  ask('a4', 'a');
  ask('b1', 'b');
  expect([turns.isFull('a'), turns.isFull('b')]).toEqual([true, false]);
  await sleep(0);
  while (begun.length < 3) {
    ends.at(-1)?.();
    await sleep(0);
  }
  expect([begun, turns.isFull('a')]).toEqual([['a1', 'b1', 'a2'], false]);
  // Three wait again; the first of them has waited for five seconds.
  ask('a5', 'a');
  expect(turns.isFull('a')).toBe(true);
  ends.at(-1)?.();
  await sleep(0);
  ask('a6', 'a');
  expect([begun.at(-1), turns.isFull('a')]).toEqual(['a3', false]);
  now = 6000;
  expect(turns.isFull('a')).toBe(true);
});
