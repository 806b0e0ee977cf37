/**
 * Guarantee: whichever process is killed when (kill -9), every acknowledged write is there once and in order, no read was stale, every run ends once
 * and is applied once, webhooks receive every change, and the database is sound. The long run is `FAULT_KILLS=200 FAULT_SEED=7 npx vitest run
 * tests/faults/kills.test.ts`.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { testPlaces } from '../../db/testing/testDatabases.ts';
import { createRandom, type Random } from '../../engine/random.ts';
import { killAll } from '../cluster/clusterNode.ts';
import { checkHistory } from './checkHistory.ts';
import { History } from './history.ts';
import { endOf, Planner, seed } from './planners.ts';
import { openService, type Role } from './service.ts';
import { openSubscriber, subscribe } from './subscriber.ts';

/** Number of kills on each database. */
const KILLS = Number(process.env['FAULT_KILLS'] ?? 10);
const SEED = Number(process.env['FAULT_SEED'] ?? Date.now() % 100_000);
const PLANNERS = 4;
/** Maximum milliseconds of work between two kills. */
const WORK_MS = 1000;
/** Maximum milliseconds after which a start is killed: while it reads its sources, opens the database, or is about to serve. */
const START_MS = 1000;
const SILENCE_MS = 45_000;
const LIMIT_MS = 60_000 + KILLS * 15_000;

interface Victim {
  readonly role: Role;
  readonly startsMs: readonly number[];
}

/** Kills some of the roles together, each possibly again while it restarts; at most `most` kills. */
const victims = (random: Random, roles: readonly Role[], most: number): Victim[] => {
  const from = random.below(roles.length);
  const count = 1 + random.below(Math.min(roles.length, most));
  let left = most - count;
  return Array.from({ length: count }, (_, i) => {
    const startsMs: number[] = [];
    for (; left > 0 && random.below(3) > 0; left--) startsMs.push(random.below(START_MS));
    return { role: roles[(from + i) % roles.length], startsMs };
  });
};

/** Waits until the restarted service answers a client, because only then is there something to lose. Throws if no client is answered. */
const answered = async ({ events }: History, signal: AbortSignal): Promise<void> => {
  const deadline = performance.now() + SILENCE_MS;
  for (const before = events.length; events.length === before && !signal.aborted; await sleep(10))
    if (performance.now() > deadline) throw new Error(`Nobody was answered for ${SILENCE_MS / 1000} s.`);
};

describe.each(testPlaces())('kill -9 on $name', (place) => {
  test.skipIf(place.skipped !== null)(`${KILLS} times (seed ${SEED})`, { timeout: LIMIT_MS }, async () => {
    const random = createRandom(SEED);
    const subscriber = await openSubscriber();
    const service = await openService(place, { OUTGOING_ALLOW: '127.0.0.1', WEBHOOK_SECONDS: '1' });
    try {
      await seed(service);
      await subscribe(service, subscriber.url);
      const history = new History();
      const planners = Array.from(
        { length: PLANNERS },
        (_, i) => new Planner(service, history, `p${i}`, createRandom(SEED + 1 + i)),
      );
      const stopping = new AbortController();
      const working = Promise.all(planners.map((planner) => planner.work(stopping.signal)));
      working.catch(() => stopping.abort());
      const recoveries: number[] = [];
      let kills = 0;
      while (kills < KILLS && !stopping.signal.aborted) {
        await answered(history, stopping.signal);
        await sleep(random.below(WORK_MS));
        const rounds = victims(random, service.roles, KILLS - kills);
        kills += rounds.reduce((sum, { startsMs }) => sum + 1 + startsMs.length, 0);
        recoveries.push(...(await Promise.all(rounds.map(({ role, startsMs }) => role.kill(startsMs)))));
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
      // The first change is the import, before the subscription.
      const told = changes.slice(1).filter(({ values }) => Object.keys(values).length > 0);
      const toldIds = told.map(({ id }) => id);
      expect(await subscriber.missing(toldIds, SILENCE_MS), `FAULT_SEED=${SEED}`).toEqual([]);
      const { code, stdout } = await service.verify();
      expect([code, stdout]).toEqual([0, expect.stringContaining('The database is sound.')]);
      expect(history.acknowledged).toBeGreaterThan(KILLS);
      const worst = Math.round(Math.max(...recoveries));
      console.log(
        `${place.name}: ${KILLS} kills, seed ${SEED}: ${history.events.length} requests, ${history.acknowledged} acknowledged writes, ${changes.length} changesets, ${byRuns.length} runs applied; back within ${worst} ms`,
      );
    } finally {
      await service.close();
      subscriber.close();
      killAll();
    }
  });
});
