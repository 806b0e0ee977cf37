/**
 * Guarantee: whatever happens to PostgreSQL under a running service, requests get a clear error or wait, the service recovers by itself within a
 * stated time, and nothing acknowledged is lost. Takes minutes: `FAULT_LONG=1 npx vitest run tests/faults/database.test.ts`.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { postgres } from '../../db/connection/driver.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '../../db/connection/openDatabase.ts';
import { createRandom } from '../../engine/random.ts';
import { killAll } from '../processes.ts';
import { Relay } from '../relay.ts';
import { checkHistory } from './checkHistory.ts';
import { fillDisk } from './fillDisk.ts';
import { History } from './history.ts';
import { askUntil, endOf, Planner, PLANNING, seed, tryWrite } from './planners.ts';
import { noPostgres, PostgresServer } from './postgresServer.ts';
import { SEED } from './seed.ts';
import { openCluster, type Service } from './service.ts';

const FROZEN_MS = 30_000;
/** Size of the data directory, including the write-ahead log. */
const DISK_MEGABYTES = 200;
/** After the fault, every server must acknowledge a write within this time. */
const RECOVERY_MS = 15_000;

const skipped = process.env['FAULT_LONG'] === '1' ? noPostgres : 'FAULT_LONG is not 1';
if (skipped !== null) console.warn(`Faults of PostgreSQL skipped: ${skipped}.`);

describe.skipIf(skipped !== null)(`PostgreSQL (seed ${SEED})`, () => {
  let database: PostgresServer;
  let standby: PostgresServer | null = null;
  /** One address that leads to the current primary. */
  let address: Relay;
  let service: Service;
  const history = new History();
  const runs: string[] = [];
  let stopping: AbortController;
  let working: Promise<unknown>;
  let turn = 0;
  let isVerified = false;

  beforeAll(async () => {
    database = await PostgresServer.create({ tmpfsMegabytes: DISK_MEGABYTES });
    standby = await PostgresServer.standbyOf(database);
    address = await Relay.open(database.port);
    service = await openCluster(`postgres://tidegate@127.0.0.1:${address.port}/postgres`);
    await seed(service);
  });
  afterAll(async () => {
    await service?.close();
    address?.close();
    await standby?.remove();
    await database?.remove();
    killAll();
  });
  beforeEach(() => {
    stopping = new AbortController();
    const planners = Array.from(
      { length: 3 },
      (_, i) => new Planner(service, history, `t${turn}-${i}`, createRandom(SEED + 10 * turn + i)),
    );
    turn++;
    working = Promise.all(planners.map((planner) => planner.work(stopping.signal))).finally(() => {
      runs.push(...planners.flatMap((planner) => planner.runs));
    });
    working.catch(() => {});
  });
  /** Checks every request, before, during and after the fault. */
  afterEach(async () => {
    if (isVerified) return;
    await sleep(300);
    stopping.abort();
    expect(service.died()).toEqual([]);
    await working;
    const { changes, failed, bySolver, byRuns } = await endOf(service, runs, 60_000);
    expect(checkHistory(history.events, changes), `FAULT_SEED=${SEED}`).toEqual([]);
    expect([failed, bySolver.toSorted()]).toEqual([[], byRuns.toSorted()]);
  });

  const query = async (text: string, server = database): Promise<void> => {
    const sql = postgres(server.url, { max: 1, onnotice: () => {} });
    try {
      await sql.unsafe(text);
    } finally {
      await sql.end();
    }
  };
  /** Whether an address that lists both servers, the standby first, leads to one that takes no writes. */
  const isStandbyOfList = async (): Promise<boolean> => {
    const url = database.url.replace('@', `@127.0.0.1:${standby!.port},`);
    const listed = await openDatabase({ url }, { migrate: false });
    try {
      const [{ isStandby }] = await listed.sql<[{ isStandby: boolean }]>`select pg_is_in_recovery() as "isStandby"`;
      return isStandby;
    } finally {
      await listed.close();
    }
  };
  /** The outcome of one write and how long it takes: a code, or the error if there is no response. */
  const write = async (url: string): Promise<{ readonly told: string; readonly ms: number }> => {
    const from = performance.now();
    const told = await tryWrite(service, url, 60 + (Math.round(from) % 1000), RECOVERY_MS);
    return { told, ms: performance.now() - from };
  };
  /** Milliseconds until both servers acknowledge a write. */
  const recovery = async (): Promise<number> => {
    const from = performance.now();
    for (const url of service.urls()) {
      while ((await write(url)).told !== '200') {
        if (performance.now() - from > 4 * RECOVERY_MS) throw new Error(`${url} does not come back`);
        await sleep(50);
      }
    }
    const taken = performance.now() - from;
    console.log(`${expect.getState().currentTestName}: back after ${Math.round(taken)} ms`);
    return taken;
  };

  test('survives cut connections, also in the middle of transactions', async () => {
    for (let cut = 0; cut < 8; cut++) {
      await sleep(150);
      await query('select pg_terminate_backend(pid) from pg_stat_activity where application_name = $$tidegate$$');
    }
    expect(await recovery()).toBeLessThan(RECOVERY_MS);
  });

  test.each(['fast', 'immediate'] as const)('survives a restart (%s)', async (mode) => {
    await sleep(300);
    await database.stop(mode);
    const { told, ms } = await write(service.urls()[0]);
    expect([told, ms < RECOVERY_MS]).toEqual(['503 database_unavailable', true]);
    await database.start();
    expect(await recovery()).toBeLessThan(RECOVERY_MS);
  });

  test(`survives a freeze of ${FROZEN_MS / 1000} s`, async () => {
    await sleep(300);
    database.freeze(true);
    const [waiting] = [write(service.urls()[0]), await sleep(FROZEN_MS)];
    database.freeze(false);
    expect((await waiting).told).toMatch(/^200$|^503 |^TimeoutError$/);
    expect(await recovery()).toBeLessThan(RECOVERY_MS);
  });

  test('refuses writes while it is read-only, and reads go on', async () => {
    await sleep(300);
    database.set({ default_transaction_read_only: 'on' });
    await database.reload();
    await sleep(300);
    for (const url of service.urls()) expect((await write(url)).told).toBe('503 database_unavailable');
    const { status } = await askUntil(service, `GET /v1/plannings/${PLANNING}/operations/`);
    expect(status).toBe(200);
    database.set({ default_transaction_read_only: 'off' });
    await database.reload();
    expect(await recovery()).toBeLessThan(RECOVERY_MS);
  });

  test('survives a full disk', async () => {
    await sleep(300);
    const giveBack = fillDisk(database.folder);
    // Writes rows until a file must grow: a table's, or the log's, which makes PostgreSQL stop.
    await query(
      'create table filled as select repeat(md5(n::text), 100) as text from generate_series(1, 20000) n',
    ).catch(() => {});
    for (const url of service.urls()) expect((await write(url)).told).toMatch(/^200$|^503 database_unavailable$/);
    giveBack();
    if (!(await database.isRunning())) await database.start();
    expect(await recovery()).toBeLessThan(RECOVERY_MS);
    await query('drop table if exists filled');
  });

  test('survives a failover to its standby', async () => {
    await sleep(300);
    expect(await isStandbyOfList()).toBe(false);
    await database.stop('immediate');
    expect((await write(service.urls()[0])).told).toBe('503 database_unavailable');
    await standby!.promote();
    address.leadTo(standby!.port);
    expect(await recovery()).toBeLessThan(RECOVERY_MS);
    expect(await isStandbyOfList()).toBe(false);
  });

  test('is sound in the end', async () => {
    stopping.abort();
    await working;
    isVerified = true;
    const { code, stdout } = await service.verify();
    expect([code, stdout]).toEqual([0, expect.stringContaining('The database is sound.')]);
  });
});
