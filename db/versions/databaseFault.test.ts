/** Guarantee: what others do to the same data is no bug of the service, and no setting of theirs changes what a transaction sees. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OpenDatabase, openDatabase } from '../connection/openDatabase.ts';
import { type TestDatabase, testPlaces } from '../testing/testDatabases.ts';
import { isUnavailable } from './databaseFault.ts';

const server = testPlaces().find(({ name }) => name === 'PostgreSQL')!;

describe.skipIf(server.skipped !== null)('a database that others use and have set up', () => {
  let own: TestDatabase;
  let database: OpenDatabase;
  beforeAll(async () => {
    own = await server.open();
    const { sql } = own.database;
    const [{ name }] = await sql<[{ name: string }]>`select current_database() as name`;
    await sql.unsafe(`alter database "${name}" set default_transaction_isolation = 'serializable'`);
    await sql.unsafe(`alter database "${name}" set lock_timeout = '100ms'`);
    await sql`create table counters (id int primary key, n int)`;
    await sql`insert into counters values (1, 0), (2, 0)`;
    database = await openDatabase({ url: own.url ?? '', maxConnections: 4 }, { migrate: false });
  });
  afterAll(async () => {
    await database?.close();
    await own?.drop();
  });

  /** Two sides, each of which has done its first step before either does its second; what the second steps, or the commits, failed with. */
  const meet = async (...sides: readonly (readonly [first: string, second: string])[]): Promise<unknown[]> => {
    let waiting = sides.length;
    let goOn = (): void => {};
    const all = new Promise<void>((resolve) => void (goOn = resolve));
    const ends = await Promise.allSettled(
      sides.map(([first, second]) =>
        database.sql.begin('isolation level serializable', async (tx) => {
          await tx`set local lock_timeout = 0`;
          await tx.unsafe(first);
          if (--waiting === 0) goOn();
          await all;
          await tx.unsafe(second);
        }),
      ),
    );
    return ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
  };
  const codes = (errors: readonly unknown[]) => errors.map((error) => (error as { code?: unknown }).code);

  test('a transaction sees what was committed while it waited, whatever isolation is set', async () => {
    const seen = await database.transaction(async (tx) => {
      await tx`select n from counters where id = 1`;
      await database.transaction((other) => other`update counters set n = n + 1 where id = 1`);
      const [{ n }] = await tx<[{ n: number }]>`select n from counters where id = 1`;
      await tx`update counters set n = n + 1 where id = 1`;
      return n;
    });
    expect(seen).toBe(1);
    expect([...(await database.sql`select n from counters where id = 1`)]).toEqual([{ n: 2 }]);
  });

  test('a deadlock, a serialization failure and a lock timeout count as unavailable', async () => {
    const [one, two] = [1, 2].map((id) => `update counters set n = n + 1 where id = ${id}`) as [string, string];
    const deadlock = await meet([one, two], [two, one]);
    const [sum, other] = ['select sum(n) from counters', 'update counters set n = 5 where id = '];
    const unordered = await meet([sum, `${other}1`], [sum, `${other}2`]);
    const late = await database.transaction(async (tx) => {
      await tx.unsafe(one);
      return database.sql.unsafe(one).then(
        () => [],
        (error: unknown) => [error],
      );
    });
    const errors = [...deadlock, ...unordered, ...late];
    expect(codes(errors)).toEqual(['40P01', '40001', '55P03']);
    expect(errors.map(isUnavailable)).toEqual([true, true, true]);
  });
});
