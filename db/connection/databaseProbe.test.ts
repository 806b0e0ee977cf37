import { expect, test } from 'vitest';
import type { Sql } from './database.ts';
import { databaseProbe, readinessProbe } from './databaseProbe.ts';

// Guarantee: readiness responds within two seconds, whatever the database does, and frequent checks cost the database nothing.
test('a database that does not respond gets one query, and is reported as unavailable in time', async () => {
  const { sql, asked, answer } = slowSql();
  const answers = databaseProbe({ sql }, { patienceMs: 30 });
  const startedAt = performance.now();
  expect(await Promise.all(Array.from({ length: 50 }, answers))).toEqual(Array.from({ length: 50 }, () => false));
  expect(await answers()).toBe(false);
  expect([asked(), performance.now() - startedAt < 1_500]).toEqual([1, true]);
  const late = answers();
  answer();
  expect(await late).toBe(true);
});

// Guarantee: a slow database takes no node out of its load balancer, and one that has fallen silent or fails does.
test('a database is slow for as long as it may be silent, and only if it has answered before', async () => {
  const { sql, asked, answer, fail } = slowSql();
  const answers = databaseProbe({ sql }, { patienceMs: 30, silenceMs: 800 });
  expect(await answers()).toBe(true);
  await expect.poll(answers, { timeout: 10_000 }).toBe(false);
  answer();
  expect(await answers()).toBe(true);
  const refused = answers();
  fail();
  expect([await refused, await answers()]).toEqual([false, false]);
  answer();
  expect([await answers(), asked()]).toEqual([true, 3]);
});

test('a node stays ready while its database takes longer than a probe waits, and says so at once', async () => {
  const { sql, asked, answer } = slowSql();
  const isReady = readinessProbe({ sql }, 600);
  for (let i = 0; i < 3; i++) expect(await isReady()).toBe(true);
  answer();
  expect([await isReady(), asked()]).toEqual([true, 1]);
});

/** A connection on which the test decides when the statement is answered. */
const slowSql = () => {
  let asked = 0;
  let settle = { answer: (): void => {}, fail: (): void => {} };
  const sql = (() => {
    asked++;
    return new Promise<void>((resolve, reject) => {
      settle = { answer: resolve, fail: () => reject(new Error('connection refused')) };
    });
  }) as unknown as Sql;
  return { sql, asked: () => asked, answer: () => settle.answer(), fail: () => settle.fail() };
};
