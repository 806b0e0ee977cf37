/**
 * How long does a history of sixty metrics of a day take, with empty and with full caches? A real day of 1,212 operations on 161 stands
 * is changed once every two minutes: half of the changes move an operation, half change its expected times. `npm run
 * bench -- metrics-history [--changes 720]`; with PostgreSQL, too, when TEST_DATABASE_URL is set.
 */
import { openSignals } from '../../db/signals/openSignals.ts';
import { openStore } from '../../db/versions/openStore.ts';
import { testPlaces } from '../../db/testing/testDatabases.ts';
import { createRandom } from '../../engine/random.ts';
import { committedDay } from '../../fixtures/committedDay.ts';
import { createSchedule } from '../../schedule/schedule.ts';
import { readOptions } from '../readOptions.ts';
import { median } from '../table/table.ts';
import { newScope, openSchedule, organizationOf } from '../../schedule/testing/openSchedule.ts';

const values = readOptions({ changes: ['number of changes of the day', 720] });
const CHANGES = values.changes;
const POINTS = 60;
const ROUNDS = 5;
const DAY_SECONDS = 86_400;

const document = committedDay('atl-2008-03-14');

for (const place of testPlaces()) {
  if (place.skipped !== null) continue;
  const opened = await openSchedule({}, place);
  const { schedule, ports, database } = opened;
  const scope = await newScope(opened);
  const { planning } = await schedule.importPlanning(scope, organizationOf(scope), document);
  const random = createRandom(1);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random.next() * list.length)];
  for (let i = 0; i < CHANGES; i++) {
    const { id, outboundTask } = pick(document.operations);
    const later = new Date(
      Date.parse(outboundTask!.expectedTime) + Math.floor(random.next() * 3_600_000),
    ).toISOString();
    await schedule.editPlan(scope, planning.id, {
      tasks: [],
      deletedOperations: [],
      operations: i % 2 === 0 ? [{ id, outboundTask: { expectedTime: later } }] : [],
      assignments: i % 2 === 1 ? [{ operation: id, resource: pick(document.resources).id, override: true }] : [],
    });
  }
  const ref = (await ports.store.plannings(organizationOf(scope)))[0];
  const end = Math.floor(Date.now() / 1000);
  const start = end - DAY_SECONDS;
  const { sql } = database.database;
  await sql.unsafe(
    `update changesets set at = ${start * 1000} + change * ${Math.floor((DAY_SECONDS * 1000) / (CHANGES + 2))}::bigint where planning = ${ref.key}`,
  );
  const query = { from: start + 300, to: end, points: POINTS };
  const cold: number[] = [];
  const kept: number[] = [];
  const longest: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    // Nothing is cached except the current plan, which every server has.
    const fresh = createSchedule({ ...ports, store: openStore(database.database, openSignals(database.database)) });
    await fresh.metrics(scope, planning.id, { changeId: null, mainline: false, start: null, end: null });
    let last = performance.now();
    let gap = 0;
    const beat = setInterval(() => {
      gap = Math.max(gap, performance.now() - last);
      last = performance.now();
    }, 1);
    for (const times of [cold, kept]) {
      const begin = performance.now();
      const points = await fresh.metricsHistory(scope, planning.id, query);
      times.push(performance.now() - begin);
      if (new Set(points.map(({ change }) => change)).size !== POINTS) throw new Error('Points share a change.');
    }
    clearInterval(beat);
    longest.push(gap);
  }
  console.log(
    `${place.name}: ${POINTS} points over ${CHANGES} changes of ${document.operations.length} operations; medians of ${ROUNDS}, ms`,
  );
  console.log(
    `  empty caches                     ${median(cold).toFixed(0)}  (first, uncompiled: ${cold[0].toFixed(0)}; fastest: ${Math.min(...cold).toFixed(0)})`,
  );
  console.log(`  full caches                      ${median(kept).toFixed(1)}`);
  console.log(`  longest event loop delay         ${median(longest).toFixed(0)}`);
  // The times of the changes were rewritten, so the database would not pass verification.
  await database.drop();
}
process.exit(0);
