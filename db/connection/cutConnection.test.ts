/** Guarantee: a statement whose connection the server closed leaves nothing behind for the statements after it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testPlaces, type TestDatabase } from '../testing/testDatabases.ts';
import { type OpenDatabase, openDatabase } from './openDatabase.ts';

const server = testPlaces().find(({ name }) => name === 'PostgreSQL')!;

describe.skipIf(server.skipped !== null)('a connection that is cut in the middle of an answer', () => {
  let own: TestDatabase;
  let database: OpenDatabase;
  beforeAll(async () => {
    own = await server.open();
    database = await openDatabase({ url: own.url ?? '', maxConnections: 1 }, { migrate: false });
  });
  afterAll(async () => {
    await database?.close();
    await own?.drop();
  });

  test('leaves neither its error nor its rows to the next statements', async () => {
    const { sql } = database;
    const [{ pid }] = await sql<[{ pid: number }]>`select pg_backend_pid() as pid`;
    const cut = sql`
      select repeat('x', 2000), case when row = 500 then pg_sleep(60) end from generate_series(1, 1000) as row`.catch(
      (error: { code?: unknown }) => error.code,
    );
    const sleeps = () =>
      own.database.sql`select from pg_stat_activity where pid = ${pid} and wait_event = 'PgSleep'`.then(
        (rows) => rows.length,
      );
    await expect.poll(sleeps).toBe(1);
    await own.database.sql`select pg_terminate_backend(${pid})`;
    expect(await cut).toBe('CONNECTION_CLOSED');
    for (const n of [1, 2, 3]) expect([...(await sql`select ${n}::int as n`)]).toEqual([{ n }]);
  });
});
