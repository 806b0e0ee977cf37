import { expect, test } from 'vitest';
import type { Service } from './openService.ts';
import { openServiceMetrics } from './serviceMetrics.ts';

const silence = () => new Promise(() => {});
const silent = {
  queue: { size: silence, oldestSeconds: silence },
  ports: {
    webhooks: { oldestWaiting: silence },
    repairs: { paused: silence },
    clock: Date.now,
    solvers: [{ id: 'auto' }, { id: 'lp' }],
  },
  pool: { busyThreads: 0, threads: 1 },
  replaced: { memory: 0, stuck: 0 },
  memory: { used: 0, limit: 0 },
  database: { sql: silence },
};

test('metrics respond even when the database does not', { timeout: 4000 }, async () => {
  const { registry } = openServiceMetrics(silent as unknown as Service);
  expect(await registry.metrics()).toContain('tidegate_queue_depth -1');
});

test('whether the database responds and how fast are figures of the same query', { timeout: 4000 }, async () => {
  const { registry } = openServiceMetrics(silent as unknown as Service);
  const text = await registry.metrics();
  expect(text).toContain('tidegate_database_up 0');
  const [, seconds] = /^tidegate_database_round_trip_seconds (\S+)$/m.exec(text) ?? [];
  expect(Number(seconds)).toBeGreaterThan(0);
});

test('what alerts count is 0 from the start, so that the first failure of a node is an increase', async () => {
  const text = await openServiceMetrics(silent as unknown as Service).registry.metrics();
  for (const reason of ['memory', 'stuck'])
    expect(text).toContain(`tidegate_pool_threads_replaced_total{reason="${reason}"} 0`);
  for (const solver of ['auto', 'lp']) {
    expect(text).toContain(`tidegate_run_seconds_count{solver="${solver}",status="FAILED"} 0`);
    expect(text).toContain(`tidegate_run_skipped_moves_total{solver="${solver}"} 0`);
  }
});

test('a server that leaves optimizations to workers has no solver threads', async () => {
  const textOf = (solves: boolean) => openServiceMetrics(silent as unknown as Service, solves).registry.metrics();
  expect(await textOf(true)).toMatch(/^tidegate_pool_threads 1$/m);
  expect(await textOf(false)).toMatch(/^tidegate_pool_threads 0$/m);
});

test('threads that were replaced are counted by reason, however often metrics are read', async () => {
  const replaced = { memory: 1, stuck: 0 };
  const { registry } = openServiceMetrics({ ...silent, replaced } as unknown as Service);
  await registry.metrics();
  replaced.memory++;
  expect(await registry.metrics()).toContain('tidegate_pool_threads_replaced_total{reason="memory"} 2');
});
