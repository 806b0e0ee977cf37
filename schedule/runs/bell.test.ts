import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Bell } from './bell.ts';

/** Longer than any test may take. */
const NEVER_MS = 1_000_000;

// Guarantee: what is announced while nobody waits is not lost, and is told once.
test('a ring wakes who waits, and before that, the next one who would wait', async () => {
  const bell = new Bell();
  const first = bell.rung(NEVER_MS);
  bell.ring();
  await first;
  bell.ring();
  bell.ring();
  await bell.rung(NEVER_MS);
  let isWoken = false;
  const last = bell.rung(NEVER_MS).then(() => (isWoken = true));
  await nextTurn();
  expect(isWoken).toBe(false);
  bell.ring();
  await last;
});

test('who waits goes on when the time is over', async () => {
  await new Bell().rung(0);
});
