import { expect, test } from 'vitest';
import type { Service } from './openService.ts';
import { openServiceMetrics } from './serviceMetrics.ts';

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
