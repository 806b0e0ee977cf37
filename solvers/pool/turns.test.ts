import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { TurnRefused, Turns } from './turns.ts';

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

test('a group gets a further slot at once where only overloaded groups hold slots, unless it is one of them', async () => {
  const overloaded = new Set(['loud', 'louder']);
  const isOverloaded = (group: string): boolean => overloaded.has(group);
  const turns = new Turns({ slots: 1, extraSlots: 2, patienceMs: 60_000, isOverloaded });
  const begun: string[] = [];
  const ask = (group: string): void => void turns.take(group).then(() => begun.push(group));
  for (const group of ['loud', 'louder', 'quiet', 'quiet']) ask(group);
  await sleep(0);
  expect(begun).toEqual(['loud', 'quiet']);
  // Now one that is not overloaded holds a slot, too.
  ask('other');
  await sleep(0);
  expect(begun).toEqual(['loud', 'quiet']);
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

/** Jobs of one slot; the test controls the clock and when a job ends. */
const oneSlot = () => {
  const time = { nowMs: 0 };
  const overloaded = new Set<string>();
  const turns = new Turns({ slots: 1, clock: () => time.nowMs, isOverloaded: (group) => overloaded.has(group) });
  const begun: string[] = [];
  const refused: string[] = [];
  const ends: ((() => void) | null)[] = [];
  const wait = async (name: string, group: string, mayRefuse: boolean): Promise<void> => {
    try {
      ends.push(await turns.take(group, undefined, mayRefuse));
      begun.push(name);
    } catch (error) {
      expect(error).toBeInstanceOf(TurnRefused);
      refused.push(name);
    }
  };
  const ask = (name: string, group: string, mayRefuse: boolean): void => void wait(name, group, mayRefuse);
  const endOne = async (): Promise<void> => {
    ends.shift()?.();
    await sleep(0);
  };
  return { time, overloaded, begun, refused, ask, endOne };
};

/** Lets ten jobs of a group come each 100 ms for four seconds, while one ends. */
const overload = async ({ time, ask, endOne }: ReturnType<typeof oneSlot>, group: string): Promise<void> => {
  for (let i = 0; i < 40; i++) {
    for (let j = 0; j < 10; j++) ask(`${group}${time.nowMs}.${j}`, group, true);
    await endOne();
    time.nowMs += 100;
  }
};

// Guarantee: who would wait for long is told soon, and those that begin have hardly waited.
test('a group whose jobs outrun its turns has late ones refused, and the newest begin', async () => {
  const slot = oneSlot();
  await overload(slot, 'a');
  expect(slot.refused.length).toBeGreaterThan(200);
  const lastBegun = Number(/^a(\d+)/.exec(slot.begun.at(-1)!)![1]);
  expect(slot.time.nowMs - lastBegun).toBeLessThanOrEqual(300);
});

test('jobs of other groups, and those that may not be refused, wait through an overload and are done', async () => {
  const slot = oneSlot();
  slot.ask('read', 'a', false);
  slot.ask('second read', 'a', false);
  for (let i = 0; i < 6; i++) slot.ask(`b${i}`, 'b', true);
  await overload(slot, 'a');
  expect(slot.begun).toEqual(expect.arrayContaining(['read', 'second read', 'b0', 'b5']));
  slot.ask('late read', 'a', false);
  await slot.endOne();
  await slot.endOne();
  expect(slot.begun).toContain('late read');
  expect(slot.refused.filter((name) => !/^a\d/.test(name))).toEqual([]);
});

test('many jobs that come together are all done, however long it takes', async () => {
  const slot = oneSlot();
  for (let i = 0; i < 100; i++) slot.ask(`a${i}`, 'a', true);
  await sleep(0);
  for (let i = 0; i < 100; i++) {
    slot.time.nowMs += 1000;
    await slot.endOne();
  }
  expect(slot.begun).toEqual(Array.from({ length: 100 }, (_, i) => `a${i}`));
});

test('on an overloaded server, late jobs of the group are refused, however few wait', async () => {
  const slot = oneSlot();
  for (const name of ['running', 'late', 'also late', 'newest']) slot.ask(name, 'a', true);
  slot.ask('read', 'a', false);
  slot.ask('other', 'b', true);
  await sleep(0);
  slot.overloaded.add('a');
  slot.time.nowMs = 101;
  await slot.endOne();
  await slot.endOne();
  expect([slot.begun, slot.refused]).toEqual([
    ['running', 'other', 'read'],
    ['late', 'also late', 'newest'],
  ]);
});
