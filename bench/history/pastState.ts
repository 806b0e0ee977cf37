/**
 * How long does it take to read the state of 100,000 changes ago, compared with the current one? Both are read with empty caches. `npm
 * run bench -- history [--changes 100000] [--operations 2000]`; with PostgreSQL, too, when TEST_DATABASE_URL is set.
 */
import { readOptions } from '../readOptions.ts';
import { median } from '../table/table.ts';
import { ageHistory } from './ageHistory.ts';
import { openSignals } from '../../db/signals/openSignals.ts';
import { Budget } from '../../db/versions/lru.ts';
import { openStore } from '../../db/versions/openStore.ts';
import type { PlanningRef } from '../../db/versions/planningState.ts';
import type { EntityWrite, StatePoint } from '../../db/versions/store.ts';
import {
  addOrganization,
  assignmentFields,
  operationFields,
  planningFields,
  taskFields,
} from '../../db/testing/samples.ts';
import { type TestDatabase, testPlaces } from '../../db/testing/testDatabases.ts';

const values = readOptions({
  changes: ['number of changes of the planning', 100000],
  operations: ['number of operations of the planning', 2000],
});
const CHANGES = values.changes;
const OPERATIONS = values.operations;
const ROUNDS = 15;
const T = 1_700_000_000_000;
const HOUR = 3_600_000;

/** Creates a planning with one change. */
async function populate({ database }: TestDatabase): Promise<PlanningRef> {
  const store = openStore(database, openSignals(database));
  const writes = Array.from({ length: OPERATIONS }, (_, i): EntityWrite[] => [
    { entity: 'operation', id: `o${i}`, fields: operationFields() },
    { entity: 'task', id: `i${i}`, fields: taskFields(`o${i}`, 'inbound', T + i * HOUR) },
    { entity: 'task', id: `u${i}`, fields: taskFields(`o${i}`, 'outbound', T + (i + 2) * HOUR) },
    { entity: 'assignment', id: `a${i}`, fields: assignmentFields(`o${i}`, 'r') },
  ]);
  const organization = await addOrganization(database);
  const { result } = await store.createPlanning({
    id: 'p',
    organization,
    author: null,
    fields: planningFields(),
    writes: writes.flat(),
  });
  return result;
}

async function measure({ database }: TestDatabase, points: readonly StatePoint[]): Promise<number[]> {
  const times = points.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [i, point] of points.entries()) {
      const store = openStore(database, openSignals(database), { memory: new Budget(1) });
      // The current state is read first, so that it is not counted as part of reading a past one.
      if (point.change !== undefined) await store.state({ planning: point.planning });
      const begin = performance.now();
      const state = await store.state(point);
      times[i].push(performance.now() - begin);
      if (state.count('operation') !== OPERATIONS || state.count('task') !== 2 * OPERATIONS)
        throw new Error('The state is incomplete.');
    }
  }
  return times.map(median);
}

for (const place of testPlaces()) {
  if (place.skipped !== null) continue;
  const opened = await place.open();
  const planning = await populate(opened);
  const [young] = await measure(opened, [{ planning }]);
  await ageHistory(opened.database.sql, planning.id, CHANGES);
  const points: StatePoint[] = [
    { planning },
    { planning, change: 1 },
    { planning, change: CHANGES >> 1 },
    { planning, change: CHANGES - 1 },
  ];
  const [current, oldest, middle, recent] = await measure(opened, points);
  const line = { current, oldest, middle, recent };
  console.log(`${place.name}: ${OPERATIONS} operations, ${CHANGES} changes; medians of ${ROUNDS}, ms`);
  console.log(`  current, before any of them  ${young.toFixed(1)}`);
  for (const [name, ms] of Object.entries(line))
    console.log(`  ${name.padEnd(28)} ${ms.toFixed(1)}  × ${(ms / current).toFixed(2)}`);
  await opened.drop();
}
process.exit(0);
