/**
 * Guarantee: when the clocks of one or all processes jump by an hour in either direction, nothing is lost, repeated or stopped. Takes two minutes and
 * needs libfaketime: `FAULT_LONG=1 npx vitest run tests/faults/clocks.test.ts`.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { testPlaces } from '../../db/testing/testDatabases.ts';
import { createRandom } from '../../engine/random.ts';
import { killAll } from '../processes.ts';
import { EventListener } from '../cluster/eventListener.ts';
import { checkHistory } from './checkHistory.ts';
import { Clock, noClock } from './clock.ts';
import { History } from './history.ts';
import { ask, askUntil, endOf, Planner, PLANNING, seed } from './planners.ts';
import { SEED } from './seed.ts';
import { openService, type Service } from './service.ts';
import { openSubscriber, subscribe } from './subscriber.ts';

const HOUR = 3600;
/** After a jump, processes read the clock again within a second; then they must work by it. */
const WORK_MS = 3000;
const ROLES = ['server', 'first server', 'second server', 'worker'];

const skipped = process.env['FAULT_LONG'] === '1' ? noClock : 'FAULT_LONG is not 1';
if (skipped !== null) console.warn(`Clocks that jump skipped: ${skipped}.`);

describe.skipIf(skipped !== null).each(testPlaces())('clocks on $name', (place) => {
  const clocks = new Map<string, Clock>();
  let service: Service | null = null;
  afterEach(async () => {
    await service?.close();
    for (const clock of clocks.values()) clock.remove();
    killAll();
  });

  test.skipIf(place.skipped !== null)(`jump by an hour (seed ${SEED})`, async () => {
    for (const role of ROLES) clocks.set(role, new Clock());
    service = await openService(place, (role) => clocks.get(role)!.environment);
    await seed(service);
    const history = new History();
    const opened = service;
    const planners = [0, 1, 2].map((i) => new Planner(opened, history, `c${i}`, createRandom(SEED + i)));
    const stopping = new AbortController();
    const working = Promise.all(planners.map((planner) => planner.work(stopping.signal)));
    working.catch(() => {});
    const names = service.roles.map(({ name }) => name);
    const jumping = names.length === 1 ? [names] : [...names.map((name) => [name]), names];
    for (const roles of jumping) {
      for (const seconds of [HOUR, -HOUR]) {
        for (const role of roles) clocks.get(role)!.jump(seconds);
        const before = history.acknowledged;
        await sleep(WORK_MS);
        const what = `${roles.join(', ')} by ${seconds} s`;
        console.log(`${place.name}, ${what}: ${history.acknowledged - before} writes acknowledged`);
        expect(history.acknowledged, what).toBeGreaterThan(before);
        expect(service.died()).toEqual([]);
      }
      for (const role of roles) clocks.get(role)!.jump(0);
      await sleep(WORK_MS);
    }
    stopping.abort();
    await working;
    const runs = planners.flatMap((planner) => planner.runs);
    const { changes, bySolver, byRuns, failed } = await endOf(service, runs, 60_000);
    expect(checkHistory(history.events, changes), `FAULT_SEED=${SEED}`).toEqual([]);
    expect([failed, bySolver.toSorted()]).toEqual([[], byRuns.toSorted()]);
    const { code, stdout } = await service.verify();
    expect([code, stdout]).toEqual([0, expect.stringContaining('The database is sound.')]);
    console.log(`${place.name}: ${history.acknowledged} acknowledged writes, ${runs.length} runs`);
  });

  test.skipIf(place.skipped !== null)(
    'once they are right again, nobody waits for the hour',
    { timeout: 400_000 },
    async () => {
      for (const role of ROLES) clocks.set(role, new Clock());
      service = await openService(place, (role) => ({ OUTGOING_ALLOW: '127.0.0.1', ...clocks.get(role)!.environment }));
      const opened = service;
      await seed(opened);
      const jump = async (seconds: number): Promise<void> => {
        for (const { name } of opened.roles) clocks.get(name)!.jump(seconds);
        await sleep(WORK_MS);
      };
      const login = () =>
        ask(opened, opened.urls()[0], 'POST /auth/login/', { email: opened.email, password: opened.password });
      const [{ id: organization }] = (await askUntil(opened, 'GET /v1/organizations/')).body as unknown as [
        { id: string },
      ];
      const subscriber = await openSubscriber();
      onTestFinished(() => subscriber.close());
      subscriber.respondWith(503);
      await subscribe(opened, subscriber.url);
      await jump(HOUR);

      const made = await askUntil(opened, 'POST /v1/api-keys/', { name: 'events', organization, role: 'viewer' });
      const listener = new EventListener(() => opened.urls().slice(0, 1), String(made.body['key']), PLANNING);
      onTestFinished(() => listener.stop());
      await listener.listen();
      const changes: string[] = [];
      for (const description of ['a', 'b', 'c', 'd']) {
        const written = await askUntil(opened, `PATCH /v1/operations/${PLANNING}-o0/`, { description });
        changes.push(String(written.change));
        await sleep(300);
      }
      for (let tries = 0; (await login())?.status !== 429; tries++) expect(tries).toBeLessThan(20);
      await sleep(WORK_MS);

      await jump(0);
      subscriber.respondWith(204);
      await askUntil(opened, `DELETE /v1/api-keys/${String(made.body['id'])}/`);
      await expect.poll(() => listener.closeCodes[0], { timeout: 60_000 }).toBe(4401);
      expect(await subscriber.missing(changes, 120_000)).toEqual([]);
      await expect.poll(async () => (await login())?.status, { timeout: 120_000, interval: 2000 }).toBe(200);
    },
  );
});
