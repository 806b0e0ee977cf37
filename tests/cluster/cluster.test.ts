/**
 * Guarantee: on many nodes that are killed at random, every optimization ends once and is applied once, and every subscriber receives every change
 * once and in order.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { components } from '../../client/schema.d.ts';
import { accepted, dataOf, openTidegate, type Tidegate } from '../../client/tidegate.ts';
import { problemsIn } from '../../db/testing/problemsIn.ts';
import { openOnServer, type TestDatabase } from '../../db/testing/testDatabases.ts';
import { noPostgres, PostgresServer } from '../faults/postgresServer.ts';
import { addTenant, clusterPlace, crowdedDocument, type Tenant } from './clusterDatabase.ts';
import { type Started, killAll, startServer, startWorker } from '../processes.ts';
import { EventListener } from './eventListener.ts';
import { checkRepaired, killRepairing } from './repairKill.ts';
import { cancelRun, importPlanning, readRun, type Run, startRun, untilRunIs } from '../served.ts';

const RUNS = Number(process.env['CLUSTER_RUNS'] ?? 24);
const WORKERS = 3;
/** A server of the test's own is restarted while runs are on their way; that of TEST_DATABASE_URL, which others use, is not. */
const RESTARTS = noPostgres === null;
if (!RESTARTS) console.warn(`The database is not restarted: ${noPostgres}.`);
const LIMIT_MS = 30_000 + RUNS * 2500;

type Scored = { readonly score?: { readonly total: number } | null } | null;
describe.skipIf(!RESTARTS && clusterPlace.skipped !== null)('two servers and three workers on one PostgreSQL', () => {
  let postgres: PostgresServer;
  let opened: TestDatabase;
  let tenants: Tenant[];
  let environment: Record<string, string>;
  let servers: { node: Started; url: string }[];
  let workers: Started[];
  const plannings = ['alpha', 'beta'];
  const listeners: EventListener[] = [];

  const urls = (): string[] => servers.map(({ url }) => url);
  const at = (server: number, tenant: number): Tidegate =>
    openTidegate({ url: servers[server].url, token: tenants[tenant].key });
  /** Requests fail while the database restarts; each of these can be repeated safely. */
  const retry = async <T>(attempt: () => Promise<T>): Promise<T> => {
    for (let tries = 1; ; tries++) {
      try {
        return await attempt();
      } catch (error) {
        if (!RESTARTS || tries === 40) throw error;
        await sleep(250);
      }
    }
  };
  const changesets = (tenant: number): Promise<components['schemas']['Changeset'][]> =>
    dataOf(at(0, tenant).GET('/v1/plannings/{id}/changesets/', { params: { path: { id: plannings[tenant] } } }));
  const tasks = (tenant: number): Promise<Run[]> =>
    dataOf(
      at(0, tenant).GET('/v1/plannings/{id}/optimization-task-results/', {
        params: { path: { id: plannings[tenant] } },
      }),
    );
  const optimize = (tenant: number, timeLimitSeconds: number): Promise<Run> =>
    startRun(at(0, tenant), plannings[tenant], { solver: 'local-search', parameters: { timeLimitSeconds, gap: 0 } });
  const untilStatus = (tenant: number, id: string, wanted: Run['status']): Promise<Run> =>
    untilRunIs(at(0, tenant), plannings[tenant], id, wanted);
  /** Waits until the worker has reported a plan that is better than the current one. */
  const untilBetter = async (tenant: number, id: string): Promise<void> => {
    for (;;) {
      const { before, progress } = await readRun(at(0, tenant), plannings[tenant], id);
      const [was, is] = [before as Scored, progress as Scored].map((scored) => scored?.score?.total);
      if (was !== undefined && is !== undefined && is < was) return;
      await sleep(20);
    }
  };

  beforeAll(async () => {
    if (RESTARTS) postgres = await PostgresServer.create();
    opened = await (RESTARTS ? openOnServer(postgres.url) : clusterPlace.open());
    tenants = [await addTenant(opened), await addTenant(opened)];
    environment = { DATABASE_URL: opened.url!, DATABASE_CONNECTIONS: '5' };
    servers = await Promise.all([startServer(environment), startServer(environment)]);
    workers = await Promise.all(Array.from({ length: WORKERS }, () => startWorker(environment)));
    for (const [tenant, id] of plannings.entries()) {
      const { organization } = tenants[tenant];
      await importPlanning(at(0, tenant), organization, crowdedDocument(id, 40, 4));
    }
  });
  afterAll(async () => {
    for (const listener of listeners) listener.stop();
    killAll();
    await opened?.drop();
    await postgres?.remove();
  });

  test('a canceled run ends at once, on whichever node it is', { timeout: LIMIT_MS }, async () => {
    const { id } = await optimize(0, 60);
    await untilBetter(0, id);
    const answer = await cancelRun(at(1, 0), plannings[0], id);
    expect(answer.status).toBe('CANCELLED');
    expect(answer.changeset).not.toBeNull();
  });

  test('a worker that is told to stop hands its run over', { timeout: LIMIT_MS }, async () => {
    const before = (await changesets(0)).length;
    const { id } = await optimize(0, 6);
    await untilStatus(0, id, 'RUNNING');
    // Every worker except the one without the run is stopped, so the run continues there.
    const codes = await Promise.all(workers.slice(0, 2).map((worker) => worker.end('SIGTERM')));
    expect(codes).toEqual([0, 0]);
    await untilStatus(0, id, 'SUCCEEDED');
    workers = [workers[2], ...(await Promise.all([startWorker(environment), startWorker(environment)]))];
    expect((await changesets(0)).length - before).toBeLessThanOrEqual(1);
  });

  test('a repair in the middle of which workers are killed is made once by another one', {
    timeout: LIMIT_MS,
  }, async () => {
    const [first, second, third] = workers;
    await killRepairing(opened, at(0, 0), tenants[0], [first, second, third]);
    workers = [third, ...(await Promise.all([startWorker(environment), startWorker(environment)]))];
    await checkRepaired(at(1, 0));
  });

  test('nothing is lost and nothing happens twice while nodes are killed', { timeout: LIMIT_MS }, async () => {
    const since = await Promise.all(plannings.map(async (_, tenant) => (await changesets(tenant))[0].id));
    for (const [tenant, planning] of plannings.entries()) {
      for (const first of [0, 1, 0, 1]) {
        const order = (): string[] => (first === 0 ? urls() : urls().reverse());
        listeners.push(new EventListener(order, tenants[tenant].key, planning));
      }
    }
    await Promise.all(listeners.map((listener) => listener.listen()));
    const started: { tenant: number; id: string }[] = [];
    for (let i = 0; i < RUNS; i++) started.push({ tenant: i % 2, id: (await optimize(i % 2, 1)).id });

    let hasEnded = false;
    const violence = (async () => {
      for (let turn = 0; !hasEnded; turn++) {
        await sleep(1500);
        const victim = turn % WORKERS;
        await workers[victim].end('SIGKILL');
        if (turn === 0 && RESTARTS) {
          await postgres.stop('fast');
          await postgres.start();
        }
        if (turn === 1) {
          await servers[1].node.end('SIGKILL');
          servers[1] = await startServer(environment);
        }
        workers[victim] = await startWorker(environment);
        if (turn >= 4) return;
      }
    })();
    const planner = (async () => {
      for (let edit = 0; !hasEnded; edit++) {
        await sleep(150);
        const tenant = edit % 2;
        const operation = `${plannings[tenant]}-o${edit % 40}`;
        const params = { path: { id: operation } };
        const body = { description: `edit ${edit}` };
        await retry(() => accepted(at(0, tenant).PATCH('/v1/operations/{id}/', { params, body })));
      }
    })();
    const open = new Set(started.map(({ id }) => id));
    const byEnd = Date.now() + LIMIT_MS - 15_000;
    while (open.size > 0 && Date.now() < byEnd) {
      await sleep(500);
      for (const tenant of [0, 1])
        for (const task of await retry(() => tasks(tenant))) if (task.finishedAt !== null) open.delete(task.id);
    }
    hasEnded = true;
    await Promise.all([violence, planner]);
    expect([...open], workers.map((worker) => worker.stderr()).join('\n')).toEqual([]);

    for (const [tenant, planning] of plannings.entries()) {
      const ended = (await tasks(tenant)).filter(({ id }) => started.some((one) => one.id === id));
      expect(ended.map((task) => `${task.status} ${task.error}`)).toEqual(ended.map(() => 'SUCCEEDED null'));
      const all = await changesets(tenant);
      const own = all.slice(
        0,
        all.findIndex(({ id }) => id === since[tenant]),
      );
      const bySolver = own.filter(({ source }) => source === 'solver').map(({ id }) => id);
      const applied = ended.flatMap(({ changeset }) => (changeset === null ? [] : [changeset]));
      expect(bySolver.toSorted()).toEqual(applied.toSorted());

      const oracle = new EventListener(() => [servers[0].url], tenants[tenant].key, planning, since[tenant]);
      await oracle.listen();
      oracle.stop();
      const changes = [...new Set(oracle.heard.map(({ change }) => change))];
      expect(changes).toEqual(own.map(({ id }) => id).reverse());
      for (const listener of listeners.slice(4 * tenant, 4 * tenant + 4)) {
        for (let tries = 0; tries < 100 && listener.keys.length < oracle.keys.length; tries++) await sleep(50);
        expect(listener.keys).toEqual(oracle.keys);
        // If its worker died before the end was signaled, the end is found at the node's next poll.
        const ends = (): string[] =>
          listener.passing.flatMap(({ type, data }) => (type === 'optimization.succeeded' ? [String(data['id'])] : []));
        if (listener.reconnections > 0) continue;
        for (let tries = 0; tries < 200 && ends().length < ended.length; tries++) await sleep(50);
        expect(ends().toSorted()).toEqual(ended.map(({ id }) => id).toSorted());
      }
    }
    expect(listeners.filter(({ reconnections }) => reconnections > 0).length).toBeGreaterThanOrEqual(4);
    expect(await problemsIn(opened.database)).toEqual([]);
  });
});
