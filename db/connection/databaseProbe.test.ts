import { expect, test } from 'vitest';
import type { Sql } from './database.ts';
import { databaseProbe } from './databaseProbe.ts';

// Guarantee: readiness responds within two seconds, whatever the database does, and frequent checks cost the database nothing.
test('a database that does not respond gets one query, and is reported as unavailable in time', async () => {
  let asked = 0;
  let answer = (): void => {};
  const sql = (() => {
    asked++;
    return new Promise<void>((resolve) => (answer = resolve));
  }) as unknown as Sql;
  const answers = databaseProbe({ sql }, 30);
  const startedAt = performance.now();
  expect(await Promise.all(Array.from({ length: 50 }, answers))).toEqual(Array.from({ length: 50 }, () => false));
  expect(await answers()).toBe(false);
  expect([asked, performance.now() - startedAt < 1_500]).toEqual([1, true]);
  const late = answers();
  answer();
  expect(await late).toBe(true);
});
