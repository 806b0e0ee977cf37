/**
 * Guarantee: the steps of docs/operations.md bring a database on PostgreSQL back to a point in time, whole. The commands are those of the page. Takes
 * ten seconds and needs root: `FAULT_LONG=1 npx vitest run tests/faults/pointInTime.test.ts`.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OpenDatabase, openDatabase } from '../../db/connection/openDatabase.ts';
import { writeHistory } from '../../db/testing/history.ts';
import { present } from '../../engine/present.ts';
import { tidegate } from '../processes.ts';
import { noPostgres, PostgresServer } from './postgresServer.ts';

const skipped = process.env['FAULT_LONG'] === '1' ? noPostgres : 'FAULT_LONG is not 1';
if (skipped !== null) console.warn(`Point-in-time recovery skipped: ${skipped}.`);

const page = readFileSync(path.join(import.meta.dirname, '../../docs/operations.md'), 'utf8');
/** The blocks of the page between two of its sentences. */
const [settings = '', base = '', restore = ''] = [
  ...page
    .slice(page.indexOf('archive the write-ahead log'), page.indexOf('After a restore to an earlier time'))
    .matchAll(/^```(?:sh)?\n([\s\S]*?)^```$/gm),
].map(([, block]) => present(block));

describe.skipIf(skipped !== null)('point-in-time recovery', () => {
  let server: PostgresServer;
  const backup = (): string => path.join(server.folder, 'backup');
  /** A block of the page, with the test's places and time. */
  const here = (block: string, time = ''): string =>
    block
      .replaceAll('/backup/', `${backup()}/`)
      .replaceAll('base-2026-11-23', 'base-$(date +%F)')
      .replaceAll('2026-11-23 04:00:00+00', time);
  const onDatabase = async <T>(work: (database: OpenDatabase) => Promise<T>): Promise<T> => {
    const database = await openDatabase({ url: server.url });
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  };

  beforeAll(async () => {
    server = await PostgresServer.create();
    mkdirSync(path.join(backup(), 'wal'), { recursive: true });
    execFileSync('chown', ['-R', 'postgres', backup()]);
    for (const [, name = '', value = ''] of here(settings).matchAll(/^(\w+) = (.*)$/gm))
      server.set({ [name]: value.replaceAll("'", '') });
    await server.stop('fast');
    await server.start();
  });
  afterAll(() => server?.remove());

  test('what was written until then is there, what came later is not, and the database is sound', async () => {
    const planning = await onDatabase(async (database) => {
      const made = await writeHistory(database);
      await server.run(here(base));
      await database.sql`update plannings set head = head where key = ${made.key}`;
      await database.sql`insert into organizations (id, name, created_at) values ('after the base backup', 'A', 1)`;
      return made;
    });
    await sleep(20);
    const time = await onDatabase(async ({ sql }) => {
      const [{ now }] = await sql<[{ now: string }]>`select clock_timestamp()::text as now`;
      await sleep(20);
      await sql`delete from tasks where planning = ${planning.key}`;
      return now;
    });
    await server.stop('fast');
    await server.run(here(restore, time));
    await server.start();
    await onDatabase(async ({ sql }) => {
      await expect
        .poll(async () => (await sql`select pg_is_in_recovery() as is`)[0], { timeout: 30_000 })
        .toEqual({ is: false });
      const [{ tasks }] = await sql<[{ tasks: number }]>`select count(*)::int as tasks from tasks`;
      const organizations = await sql`select id from organizations where id = 'after the base backup'`;
      expect([tasks > 0, organizations]).toEqual([true, [{ id: 'after the base backup' }]]);
    });
    expect(await tidegate(['verify'], { DATABASE_URL: server.url })).toMatchObject({ code: 0, stderr: '' });
  });
});
