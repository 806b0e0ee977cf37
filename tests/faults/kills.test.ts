/**
 * Guarantee: whichever process is killed when (kill -9), every acknowledged write is there once and in order, no read was stale, every run ends once
 * and is applied once, webhooks receive every change, and the database is sound. `npm run bench -- kills` is the
 * long run.
 */
import { describe, expect, test } from 'vitest';
import { testPlaces } from '../../db/testing/testDatabases.ts';
import { killAtRandom } from './killing.ts';
import { SEED } from './seed.ts';

/** Twenty kills in all, few of them on the embedded database, because each of its starts costs seconds of a processor. */
const KILLS = { PGlite: 3, PostgreSQL: 17 } as const;
const PACE = { pauseMs: 40, runEveryMs: 5000, importEveryMs: 3000, importedOperations: 20 };
const KILLING = { planners: 3, workMs: 800, startMs: 500, startsToOne: 4, pace: PACE };

describe.each(testPlaces())('kill -9 on $name', (place) => {
  const kills = KILLS[place.name];
  test.skipIf(place.skipped !== null)(`${kills} times (seed ${SEED})`, async () => {
    const done = await killAtRandom(place, { ...KILLING, kills, seed: SEED });
    expect(done.problems, `FAULT_SEED=${SEED}`).toEqual([]);
    expect(done.acknowledged).toBeGreaterThan(0);
    const worst = Math.round(Math.max(...done.recoveriesMs));
    console.log(
      `${place.name}: ${kills} kills, seed ${SEED}: ${done.requests} requests, ${done.acknowledged} acknowledged writes, ${done.changesets} changesets, ${done.runs} runs applied; back within ${worst} ms`,
    );
  });
});
