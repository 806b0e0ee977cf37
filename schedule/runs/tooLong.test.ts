import { expect, test } from 'vitest';
import { endWrites, FULL, TOO_LONG } from '../../db/testing/endingWrites.ts';
import { Plan } from '../../engine/board/plan.ts';
import { importSmall, solverCalled } from '../testing/openSchedule.ts';
import { useSchedule } from '../testing/useSchedule.ts';
import { executeRun } from './executeRun.ts';

const faults: unknown[] = [];
const { opened, schedule, scope } = await useSchedule({
  solve: async ({ instance }) => {
    const plan = new Plan(instance, instance.placed);
    plan.move(0, instance.arcResource[instance.arcStart[0]]);
    return { solution: plan.snapshot(), bound: 0, iterations: 1, seconds: 0.1 };
  },
  solvers: [solverCalled('auto')],
});

const { sql } = opened.database.database;

const attempt = async (id: string) => {
  const run = await executeRun(opened.ports, id, { worker: 'w1', onFault: (error) => void faults.push(error) });
  const { status, error } = await schedule.getRun(scope, (await opened.ports.runs.get(id))!.planning.id, id);
  // Otherwise it would be free only once its heartbeat is old.
  await opened.ports.runs.release(id, (await opened.ports.runs.get(id))!.attempt);
  return { isOver: run !== null, status, error };
};

// Guarantee: a run whose statement always takes too long ends soon, with the reason; one that was only held up once goes on.
test('a run whose statements the database ends for taking too long is tried three times', async () => {
  const planning = await importSmall(opened, scope);
  const always = await schedule.startOptimization(scope, planning, {});
  const once = await schedule.startOptimization(scope, planning, {});
  const allowWrites = await endWrites(sql, 'insert on changesets', TOO_LONG);
  const again = { isOver: false, status: 'RUNNING', error: null };
  expect([await attempt(once.id), await attempt(always.id), await attempt(always.id)]).toEqual([again, again, again]);
  expect(faults).toEqual([]);
  expect(await attempt(always.id)).toEqual({
    isOver: true,
    status: 'FAILED',
    error: expect.stringMatching(/started 3 times.* DATABASE_STATEMENT_SECONDS/),
  });
  expect(faults).toHaveLength(1);
  await allowWrites();
  expect(await attempt(once.id)).toMatchObject({ isOver: true, status: 'SUCCEEDED' });
});

// Guarantee: a full disk of the database loses no optimization, however long it is full.
test('a run whose result finds the disk full is tried until there is room', async () => {
  const planning = await importSmall(opened, scope);
  const { id } = await schedule.startOptimization(scope, planning, {});
  const allowWrites = await endWrites(sql, 'insert on changesets', FULL);
  for (let i = 0; i < 25; i++) expect(await attempt(id)).toEqual({ isOver: false, status: 'RUNNING', error: null });
  await allowWrites();
  expect(await attempt(id)).toMatchObject({ isOver: true, status: 'SUCCEEDED' });
});
