import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Lookout } from './lookout.ts';

/** A lookout whose looks end when the test says so. */
const controlled = (gatherMs?: number) => {
  const state = { looks: 0, atATime: 0, most: 0 };
  let end = (): void => {};
  const lookout = new Lookout(async () => {
    state.looks++;
    state.most = Math.max(state.most, ++state.atATime);
    await new Promise<void>((resolve) => {
      end = resolve;
    });
    state.atATime--;
  }, gatherMs);
  return { state, lookout, end: () => end() };
};

test('looks once more, however often it was told meanwhile, and never twice at a time', async () => {
  const { state, lookout, end } = controlled();
  lookout.look();
  for (let i = 0; i < 5; i++) lookout.look();
  expect(state.looks).toBe(1);
  end();
  await expect.poll(() => state.looks).toBe(2);
  end();
  await sleep(20);
  expect([state.looks, state.most]).toEqual([2, 1]);
  lookout.look();
  expect(state.looks).toBe(3);
});

test('all that it is told while it gathers is one look', async () => {
  const { state, lookout, end } = controlled(30);
  for (let i = 0; i < 5; i++) lookout.look();
  expect(state.looks).toBe(0);
  await expect.poll(() => state.looks).toBe(1);
  end();
  await sleep(60);
  expect(state.looks).toBe(1);
});

test('stopping waits for the look under way and lets none follow', async () => {
  const { state, lookout, end } = controlled();
  lookout.look();
  lookout.look();
  const stopping = lookout.stop();
  expect(await Promise.race([stopping, sleep(20, 'waits')])).toBe('waits');
  end();
  await stopping;
  lookout.look();
  await sleep(20);
  expect(state.looks).toBe(1);
});
