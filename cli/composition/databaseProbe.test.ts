import { expect, test } from 'vitest';
import type { Sql } from '../../db/connection/database.ts';
import { databaseProbe } from '../../db/connection/databaseProbe.ts';
import type { Service } from './openService.ts';
import { openServiceMetrics } from './serviceMetrics.ts';

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

test('metrics respond even when the database does not', { timeout: 4000 }, async () => {
  const silence = () => new Promise(() => {});
  const silent = {
    queue: { size: silence, oldestSeconds: silence },
    ports: { webhooks: { oldestWaiting: silence }, repairs: { paused: silence }, clock: Date.now },
    pool: { busyThreads: 0, threads: 1 },
    memory: { used: 0, limit: 0 },
    database: { sql: silence },
  };
  const { registry } = openServiceMetrics(silent as unknown as Service);
  expect(await registry.metrics()).toContain('tidegate_queue_depth -1');
});
