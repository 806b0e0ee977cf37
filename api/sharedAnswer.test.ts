import { expect, test } from 'vitest';
import { sharedAnswer } from './sharedAnswer.ts';

test('concurrent calls share one result, which is kept for a second', async () => {
  let [nowMs, asked] = [0, 0];
  const ask = sharedAnswer(
    async () => ++asked,
    () => nowMs,
  );
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1]);
  nowMs = 999;
  expect(await ask()).toBe(1);
  nowMs = 1001;
  expect(await ask()).toBe(2);
});

test('a failure is not kept', async () => {
  let isBroken = true;
  const ask = sharedAnswer(async () => {
    if (isBroken) throw new Error('away');
    return 'here';
  });
  await expect(ask()).rejects.toThrow('away');
  isBroken = false;
  expect(await ask()).toBe('here');
});
