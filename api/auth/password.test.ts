import { expect, test } from 'vitest';
import { hashPassword, verifyPassword } from './password.ts';

test('a password is verified by its hash, and by no other', async () => {
  const hash = await hashPassword('correct horse');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await verifyPassword(hash, 'correct horse')).toBe(true);
  expect(await verifyPassword(hash, 'wrong horse')).toBe(false);
  expect(await verifyPassword(null, 'nobody has this password')).toBe(false);
  expect(await verifyPassword(undefined, 'nobody has this password')).toBe(false);
});

// Guarantee: whoever logs in keeps nobody else waiting.
test('the event loop turns while passwords are hashed, and a crowd is turned away', async () => {
  let turns = 0;
  let isDone = false;
  const turn = (): void => {
    turns += 1;
    if (!isDone) setImmediate(turn);
  };
  setImmediate(turn);
  const answers = await Promise.allSettled(Array.from({ length: 110 }, () => hashPassword('x')));
  isDone = true;
  expect(turns).toBeGreaterThan(answers.length);
  const refused = answers.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(8);
  expect(refused[0]).toMatchObject({ reason: { code: 'rate_limited', headers: { 'Retry-After': '1' } } });
});
