import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { hashPassword, verifyPassword } from './password.ts';

const COST = /\$argon2id\$v=19\$m=19456,t=2,p=1\$/g;

test('only the password that was hashed is verified by its hash', async () => {
  const hash = await hashPassword('correct horse');
  expect(hash).toMatch(COST);
  expect(await verifyPassword(hash, 'correct horse')).toBe(true);
  expect(await verifyPassword(hash, 'wrong horse')).toBe(false);
  expect(await verifyPassword(null, 'nobody has this password')).toBe(false);
  expect(await verifyPassword(undefined, 'nobody has this password')).toBe(false);
});

test('verifying the password of a user who does not exist costs as much as for one who does', async () => {
  const hash = await hashPassword('correct horse');
  const source = readFileSync(new URL('password.ts', import.meta.url), 'utf8');
  expect(source.match(COST)).toEqual(hash.match(COST));
});

const outcomes = (answers: readonly PromiseSettledResult<unknown>[]) => ({
  done: answers.filter(({ status }) => status === 'fulfilled').length,
  refused: answers.filter(({ status }) => status === 'rejected'),
});

// Guarantee: logins do not block other requests.
test('the event loop turns while passwords are verified, and logins beyond the queue are refused', async () => {
  let turns = 0;
  let isDone = false;
  const turn = (): void => {
    turns += 1;
    if (!isDone) setImmediate(turn);
  };
  setImmediate(turn);
  const answers = await Promise.allSettled(Array.from({ length: 110 }, () => verifyPassword(null, 'x')));
  isDone = true;
  expect(turns).toBeGreaterThan(answers.length);
  const { refused } = outcomes(answers);
  expect(refused).toHaveLength(8);
  expect(refused[0]).toMatchObject({ reason: { code: 'rate_limited', headers: { 'Retry-After': '1' } } });
});

// Guarantee: an organization that creates many members blocks neither logins nor other organizations.
test('new passwords queue apart from logins, and those of each organization in a queue of its own', async () => {
  const order: string[] = [];
  const noted = async <T>(name: string, work: Promise<T>): Promise<T> => {
    const result = await work;
    order.push(name);
    return result;
  };
  const crowd = Promise.allSettled(Array.from({ length: 30 }, () => noted('crowd', hashPassword('x', 'crowd'))));
  const others = ['a', 'b'].map((name) => noted(name, hashPassword('x', name)));
  const known = await hashPassword('correct horse', 'c').then((hash) => verifyPassword(hash, 'correct horse'));
  const login = verifyPassword(null, 'x');
  expect([known, await login]).toEqual([true, false]);
  const { done, refused } = outcomes(await crowd);
  await Promise.all(others);
  expect([done, refused.length]).toEqual([21, 9]);
  expect(refused[0]).toMatchObject({ reason: { code: 'rate_limited' } });
  // One was running already; then the organizations take turns.
  expect(order.indexOf('b')).toBeLessThan(5);
});
