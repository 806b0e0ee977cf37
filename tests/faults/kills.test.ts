/**
 * Guarantee: whatever process dies when (kill -9), every write that was acknowledged is there, once, in the order that was told, no read was stale, every
 * run ends once and is applied once, and the database is sound. `FAULT_KILLS=200 FAULT_SEED=7 npx vitest run tests/faults/kills.test.ts` is the long run.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { testPlaces } from '../../db/testing/testDatabases.ts';
import { createRandom } from '../../engine/random.ts';
import { killAll } from '../cluster/clusterNode.ts';
import { checkHistory } from './checkHistory.ts';
import { History } from './history.ts';
import { endOf, Planner, seed } from './planners.ts';
import { openService } from './service.ts';

/** On each database. */
const KILLS = Number(process.env['FAULT_KILLS'] ?? 10);
const SEED = Number(process.env['FAULT_SEED'] ?? Date.now() % 100_000);
const PLANNERS = 4;
/** Between two kills the service works for at most so long. */
const WORK_MS = 1000;
const LIMIT_MS = 60_000 + KILLS * 15_000;

describe.each(testPlaces())('kill -9 on $name', (place) => {
  test.skipIf(place.skipped !== null)(`${KILLS} times (seed ${SEED})`, { timeout: LIMIT_MS }, async () => {
    const random = createRandom(SEED);
    const service = await openService(place);
    try {
      await seed(service);
      const history = new History();
      const planners = Array.from(
        { length: PLANNERS },
        (_, i) => new Planner(service, history, `p${i}`, createRandom(SEED + 1 + i)),
      );
      const stopping = new AbortController();
      const working = Promise.all(planners.map((planner) => planner.work(stopping.signal)));
      working.catch(() => stopping.abort());
      const recoveries: number[] = [];
      for (let kill = 0; kill < KILLS && !stopping.signal.aborted; kill++) {
        await sleep(random.below(WORK_MS));
        recoveries.push(await service.roles[random.below(service.roles.length)].kill());
      }
      await sleep(WORK_MS);
      stopping.abort();
      await working;

      const { changes, bySolver, byRuns, failed, now } = await endOf(
        service,
        planners.flatMap(({ runs }) => runs),
        LIMIT_MS / 2,
      );
      const verdict = checkHistory(history.events, changes);
      expect(verdict, `FAULT_SEED=${SEED}`).toEqual([]);
      expect([failed, bySolver.toSorted()]).toEqual([[], byRuns.toSorted()]);
      const last = new Map(changes.flatMap(({ values }) => Object.entries(values)));
      for (const [key, value] of last) expect([key, now.get(key) ?? null]).toEqual([key, value]);
      const { code, stdout } = await service.verify();
      expect([code, stdout]).toEqual([0, expect.stringContaining('The database is sound.')]);
      expect(history.acknowledged).toBeGreaterThan(KILLS);
      const worst = Math.round(Math.max(...recoveries));
      console.log(
        `${place.name}: ${KILLS} kills, seed ${SEED}: ${history.events.length} requests, ${history.acknowledged} acknowledged writes, ${changes.length} changesets, ${byRuns.length} runs applied; back within ${worst} ms`,
      );
    } finally {
      await service.close();
      killAll();
    }
  });
});
