/**
 * Guarantee: a database of any version is migrated to this one with all its data, exactly once, whichever node starts it; and it is known who may
 * keep working meanwhile.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeHistory } from '../testing/history.ts';
import { problemsIn } from '../testing/problemsIn.ts';
import { type TestDatabase, testPlaces } from '../testing/testDatabases.ts';
import { openSignals } from '../signals/openSignals.ts';
import { openStore } from '../versions/openStore.ts';
import type { Sql } from './database.ts';
import { keepsEarlier, type Migration, migrate, migrations, migrationState } from './migrate.ts';
import { openDatabase } from './openDatabase.ts';

const KNOWN = migrations();

test.each<[keeps: boolean, text: string]>([
  [true, 'create table t (a int primary key, b text not null unique);'],
  [true, '-- drop table t\nalter table t add column a int;'],
  [true, 'alter table t add column a int not null default 0, add column b text;'],
  [true, 'create index i on t (a);'],
  [false, 'alter table t add column a int, add column b int not null;'],
  [false, 'alter table t drop column a;'],
  [false, 'alter table t rename column a to b;'],
  [false, 'alter table t alter column a type bigint;'],
  [false, 'alter table t alter column a set not null;'],
  [false, 'alter table t add constraint c check (a > 0);'],
  [false, 'create unique index i on t (a);'],
  [
    true,
    '-- Earlier versions keep working: the table is new.\ncreate table t (a int); create unique index i on t (a);',
  ],
])('earlier versions go on: %s with %s', (keeps, text) => {
  expect(keepsEarlier(text)).toBe(keeps);
});

describe.each(testPlaces())('migrations on $name', (place) => {
  describe.skipIf(place.skipped !== null)('of a database', () => {
    let now: TestDatabase;
    let old: TestDatabase;
    beforeAll(async () => {
      [now, old] = [await place.open(), await place.open()];
      await writeHistory(now.database);
    });
    afterAll(() => Promise.all([now?.drop(), old?.drop()]));

    /** Recreates the database of an earlier version: its schema, and its rows as far as it has columns for them. */
    const openEarlier = async (sql: Sql, count: number): Promise<void> => {
      await sql.unsafe('drop schema public cascade; create schema public');
      await migrate(sql, { known: KNOWN.slice(0, count) });
      const tables = await sql<{ name: string }[]>`
        select table_name as name from information_schema.tables where table_schema = 'public' and table_name <> 'schema_migrations'`;
      const waiting = new Set(tables.map(({ name }) => name));
      // Rows are inserted in an order that satisfies foreign keys, which is found by retrying.
      for (let tries = 0; waiting.size > 0 && tries < 10; tries++) {
        for (const name of waiting) {
          const rows = await now.database.sql.unsafe<{ row: unknown }[]>(`select to_jsonb(t) as row from ${name} t`);
          const written = sql.unsafe(
            `insert into ${name} select * from jsonb_populate_recordset(null::${name}, $1::jsonb)`,
            [JSON.stringify(rows.map(({ row }) => row))],
          );
          if (
            await written.then(
              () => true,
              () => false,
            )
          )
            waiting.delete(name);
        }
      }
      expect([...waiting]).toEqual([]);
    };

    test.each(KNOWN.map(({ name }, index) => [name, index + 1] as const))(
      'from %s, with data in it',
      async (_, count) => {
        const { sql } = old.database;
        await openEarlier(sql, count);
        expect(await migrate(sql)).toEqual(KNOWN.slice(count).map(({ name }) => name));
        expect(await migrationState(sql)).toEqual({ missing: [], later: [], tolerated: [] });
        expect(await problemsIn(old.database)).toEqual([]);

        const [was, is] = [now, old].map(({ database }) => openStore(database, openSignals(database)));
        const [planning] = await is.plannings('org');
        for (const at of [{}, { workspace: 'w' }, { change: 2 }]) {
          const [expected, state] = [await was.state({ planning, ...at }), await is.state({ planning, ...at })];
          for (const entity of ['location', 'operation', 'task', 'assignment'] as const)
            expect([...state.all(entity)]).toEqual([...expected.all(entity)]);
        }
      },
    );

    const later = (text: string): Migration[] => [
      ...KNOWN,
      { name: '9999_later', text, checksum: 'later', keepsEarlier: keepsEarlier(text) },
    ];

    test('a later version that only adds is tolerated, one that removes something is not', async () => {
      const { sql } = old.database;
      await openEarlier(sql, KNOWN.length);
      await migrate(sql, { known: later('alter table tasks add column terminal text') });
      expect(await migrate(sql)).toEqual([]);
      expect(await migrationState(sql)).toEqual({ missing: [], later: [], tolerated: ['9999_later'] });
      expect(await problemsIn(old.database)).toEqual([]);

      await openEarlier(sql, KNOWN.length);
      await migrate(sql, { known: later('alter table tasks drop column is_mock') });
      await expect(migrate(sql)).rejects.toThrow(
        'The database has migration 9999_later, which this version does not know.',
      );
      expect(await migrationState(sql)).toMatchObject({ later: ['9999_later'] });
    });

    test('a migration whose text was changed after it was applied is refused', async () => {
      const { sql } = old.database;
      await openEarlier(sql, KNOWN.length);
      const changed = KNOWN.map((one, index) => (index === 1 ? { ...one, checksum: 'other' } : one));
      await expect(migrate(sql, { known: changed })).rejects.toThrow(`Migration ${KNOWN[1].name} was changed`);
    });

    test.skipIf(place.name === 'PGlite')(
      'of nodes that start together one migrates, and what they use is not held up',
      async () => {
        const { sql } = old.database;
        await openEarlier(sql, 1);
        const pools = await Promise.all([1, 2, 3, 4].map(() => openDatabase({ url: old.url! }, { migrate: false })));
        try {
          const applied = await Promise.all(pools.map((pool) => migrate(pool.sql)));
          expect(applied.flat()).toEqual(KNOWN.slice(1).map(({ name }) => name));

          // While a table is being read for some time, the migration waits, but other statements do not wait for the migration.
          const known = later('alter table tasks add column terminal text');
          const [reads, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
          const reading = pools[0].sql.begin(async (tx) => {
            await tx`select 1 from tasks limit 1`;
            reads.resolve();
            await over.promise;
          });
          await reads.promise;
          const migrating = migrate(pools[1].sql, { known, lockMs: 200 });
          for (let asked = 0; asked < 30; asked++) {
            await pools[2].sql`select 1 from tasks limit 1`;
            await sleep(20);
          }
          over.resolve();
          await reading;
          expect(await migrating).toEqual(['9999_later']);
        } finally {
          await Promise.all(pools.map((pool) => pool.close()));
        }
      },
    );
  });
});
