import { expect, test } from 'vitest';
import type { Sql } from '../../db/connection/database.ts';
import { databaseProbe } from '../../db/connection/databaseProbe.ts';
import type { Service } from './openService.ts';
import { openServiceMetrics } from './serviceMetrics.ts';

// Guarantee: readiness is answered in two seconds, whatever the database does, and asking often costs it nothing.
test('a database that does not answer is asked once, and said to be away in time', async () => {
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

test('metrics are answered without a queue that does not answer', { timeout: 4000 }, async () => {
  const silence = () => new Promise(() => {});
  const silent = {
    queue: { size: silence, oldestSeconds: silence },
    ports: { webhooks: { oldestWaiting: silence }, clock: Date.now },
    pool: { busyThreads: 0, threads: 1 },
    memory: { used: 0, limit: 0 },
    database: { sql: silence },
  };
  const { registry } = openServiceMetrics(silent as unknown as Service);
  expect(await registry.metrics()).toContain('tidegate_queue_depth -1');
});
