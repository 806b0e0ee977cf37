/**
 * Guarantee: a PostgreSQL that freezes under a running service, its connections open, holds up nobody for longer than DATABASE_ANSWER_SECONDS and a few
 * seconds; the service recovers by itself, nothing acknowledged is lost, and a request with an Idempotency-Key takes effect once. Neither does a server
 * that freezes in the middle of a transaction.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../db/connection/openDatabase.ts';
import { createRandom } from '../../engine/random.ts';
import { killAll } from '../processes.ts';
import { checkHistory } from './checkHistory.ts';
import { History } from './history.ts';
import { askUntil, endOf, Planner, PLANNING, seed } from './planners.ts';
import { noPostgres, PostgresServer } from './postgresServer.ts';
import { SEED } from './seed.ts';
import { openCluster, type Service } from './service.ts';

if (noPostgres !== null) console.warn(`A frozen PostgreSQL skipped: ${noPostgres}.`);

describe.skipIf(noPostgres !== null)(`a frozen PostgreSQL (seed ${SEED})`, () => {
  let database: PostgresServer;
  let service: Service;
  beforeAll(async () => {
    database = await PostgresServer.create();
    service = await openCluster(database.url, { DATABASE_ANSWER_SECONDS: '3', DATABASE_PAUSE_SECONDS: '1' });
    await seed(service);
  });
  afterAll(async () => {
    database?.freeze(false);
    await service?.close();
    await database?.remove();
    killAll();
  });

  /** A request that is not given up: the test itself ends when nobody answers. */
  const send = async (request: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) => {
    const [method = '', path = ''] = request.split(' ');
    const response = await fetch(`${service.urls()[0]}${path}`, {
      method,
      headers: { Authorization: `Token ${service.key}`, 'Content-Type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const { code, detail } = (text.startsWith('{') ? JSON.parse(text) : {}) as Record<string, unknown>;
    return { status: response.status, code, detail, after: response.headers.get('Retry-After') };
  };
  const APRON = { planning: PLANNING, name: 'made while it froze' };
  const create = () => send('POST /v1/locations/', APRON, { 'Idempotency-Key': 'one' });
  const patch = (sigma: number) => send(`PATCH /v1/operations/${PLANNING}-o0/`, { inboundTask: { sigma } });

  test('requests are answered while it is frozen, and it recovers by itself', async () => {
    const history = new History();
    const planners = [1, 2, 3].map((n) => new Planner(service, history, `f${n}`, createRandom(SEED + n)));
    const stopping = new AbortController();
    const working = Promise.all(planners.map((planner) => planner.work(stopping.signal)));
    working.catch(() => {});
    await sleep(500);

    database.freeze(true);
    // It may only be slow, and then it is so for all nodes.
    expect((await send('GET /readyz')).status).toBe(200);
    const unavailable = (detail: RegExp) => ({
      detail: expect.stringMatching(detail),
      status: 503,
      code: 'database_unavailable',
      after: expect.stringMatching(/^\d+$/),
    });
    const [read, created, patched] = [
      unavailable(/Try again later\.$/),
      unavailable(/Nothing was changed\.$|same Idempotency-Key, and it will happen exactly once\.$/),
      unavailable(/Nothing was changed\.$|not known whether the change was made; read before you repeat it\.$/),
    ];
    const reading = send(`GET /v1/plannings/${PLANNING}/locations/`);
    // Nobody lets it go on before all of these have been answered.
    expect(await Promise.all([create(), patch(61), reading])).toEqual([created, patched, read]);
    expect(await Promise.all([create(), patch(62)])).toEqual([created, patched]);
    expect(await send('GET /readyz')).toMatchObject({ status: 503, code: 'database_unavailable' });
    expect((await send('GET /healthz')).status).toBe(200);

    database.freeze(false);
    await expect.poll(async () => (await create()).status, { timeout: 60_000 }).toBe(201);
    await expect.poll(async () => (await send('GET /readyz')).status).toBe(200);
    await sleep(500);
    stopping.abort();
    await working;
    expect(service.died()).toEqual([]);
    const runs = planners.flatMap((planner) => planner.runs);
    const { changes, failed, bySolver, byRuns } = await endOf(service, runs, 120_000);
    expect(checkHistory(history.events, changes), `FAULT_SEED=${SEED}`).toEqual([]);
    expect([failed, bySolver.toSorted()]).toEqual([[], byRuns.toSorted()]);
    const locations = await askUntil(service, `GET /v1/plannings/${PLANNING}/locations/`);
    const made = (locations.body as unknown as { readonly name: string }[]).filter(({ name }) => name === APRON.name);
    expect(made).toHaveLength(1);
  });

  test('a server that freezes in the middle of a transaction lets the other one write', async () => {
    const history = new History();
    const [role] = service.roles;
    const random = createRandom(SEED);
    const alone = { ...service, urls: () => service.urls().slice(0, 1) };
    const planners = [1, 2, 3].map((n) => new Planner(alone, history, `s${n}`, createRandom(SEED + n)));
    const stopping = new AbortController();
    const working = Promise.all(planners.map((planner) => planner.work(stopping.signal)));
    working.catch(() => {});
    const direct = await openDatabase({ url: database.url, maxConnections: 1 }, { migrate: false });
    const holdsLock = async (): Promise<boolean> => {
      const [row] = await direct.sql<[{ count: number }]>`
        select count(*)::int from pg_locks l join pg_stat_activity a using (pid)
          where a.state = 'idle in transaction' and l.relation = 'plannings'::regclass and l.mode = 'RowShareLock'`;
      return row.count > 0;
    };
    try {
      for (role.freeze(true); !(await holdsLock()); role.freeze(true)) {
        role.freeze(false);
        await sleep(random.below(50));
      }
      const other = { ...service, urls: () => service.urls().slice(1) };
      const patch = `PATCH /v1/operations/${PLANNING}-o0/`;
      expect((await askUntil(other, patch, { inboundTask: { sigma: 63 } })).status).toBe(200);
    } finally {
      role.freeze(false);
      stopping.abort();
      await direct.close();
    }
    await working;
    const runs = planners.flatMap((planner) => planner.runs);
    const { changes, failed } = await endOf(service, runs, 120_000);
    expect([checkHistory(history.events, changes), failed], `FAULT_SEED=${SEED}`).toEqual([[], []]);
  });

  test('the database is sound in the end', async () => {
    const { code, stdout } = await service.verify();
    expect([code, stdout]).toEqual([0, expect.stringContaining('The database is sound.')]);
  });
});
