import pino from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openQueue } from '../../db/queue/queue.ts';
import { openSignals } from '../../db/signals/openSignals.ts';
import { endWrites, FULL } from '../../db/testing/endingWrites.ts';
import { Plan } from '../../engine/board/plan.ts';
import { importSmall, solverCalled } from '../../schedule/testing/openSchedule.ts';
import { useSchedule } from '../../schedule/testing/useSchedule.ts';
import type { Service } from './openService.ts';
import { startWorkLoop } from './workLoop.ts';

const POLL_MS = 1000;
/** Many times the statements of an attempt. */
const ROUND_TRIPS = 60;

const { opened, schedule, scope } = await useSchedule({
  solve: async ({ instance }) => ({
    solution: new Plan(instance, instance.placed).snapshot(),
    bound: 0,
    iterations: 1,
    seconds: 0.1,
  }),
  solvers: [solverCalled('auto')],
});
const { sql } = opened.database.database;

// Only the poll is driven by the test.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

const roundTrips = async (): Promise<void> => {
  for (let i = 0; i < ROUND_TRIPS; i++) await sql`select 1`;
};

// Guarantee: a worker whose database accepts no writes neither keeps a processor busy nor fills the log, and goes on by itself.
test('an optimization that cannot be claimed is tried again at the next poll, and not at once', async () => {
  const planning = await importSmall(opened, scope);
  const { id } = await schedule.startOptimization(scope, planning, {});
  // As when its disk is full.
  const freeDisk = await endWrites(sql, 'update on runs', FULL);
  const said: string[] = [];
  const log = pino({ level: 'error' }, { write: (line) => void said.push((JSON.parse(line) as { msg: string }).msg) });
  const signals = openSignals(opened.database.database);
  const queue = await openQueue(opened.database.database, { supervise: false });
  const loop = await startWorkLoop({ ports: opened.ports, queue, signals, caches: {}, pool: {} } as Service, {
    slots: 1,
    perOrganization: 1,
    log,
  });
  try {
    // The start may have looked already.
    await roundTrips();
    for (let poll = 0; poll < 2; poll++) {
      said.length = 0;
      vi.advanceTimersByTime(POLL_MS);
      await expect.poll(() => said.length, { timeout: 10_000 }).toBeGreaterThan(0);
      await roundTrips();
      expect(said).toEqual(['the optimization failed unexpectedly']);
    }
    await freeDisk();
    vi.advanceTimersByTime(POLL_MS);
    await expect
      .poll(async () => (await schedule.getRun(scope, planning, id)).status, { timeout: 10_000 })
      .toBe('SUCCEEDED');
  } finally {
    await loop.stop();
    await queue.close();
    await signals.close();
  }
});
