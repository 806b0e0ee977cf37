import { getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { describe, expect, test } from 'vitest';
import { testPlaces } from '../testing/testDatabases.ts';
import { useDatabase } from '../testing/useDatabase.ts';
import * as accounts from './accounts.ts';
import { columnsOf } from './columns.ts';
import * as plannings from './plannings.ts';
import * as runs from './runs.ts';
import * as versions from './versions.ts';
import * as webhooks from './webhooks.ts';

const tables = [accounts, plannings, runs, versions, webhooks].flatMap((room) =>
  Object.values(room).filter((value) => is(value, PgTable)),
);

describe.each(testPlaces())('schema on $name', (place) => {
  describe.skipIf(place.skipped !== null)('migrated', () => {
    const opened = useDatabase(place);

    // Guarantee: the migrations create exactly the schema that the code expects.
    test('has exactly the tables and columns of the code', async () => {
      const rows = await opened.database.sql<{ table: string; column: string; type: string; nullable: boolean }[]>`
        select c.relname as "table", a.attname as "column", format_type(a.atttypid, a.atttypmod) as type, not a.attnotnull as nullable
        from pg_class c join pg_attribute a on a.attrelid = c.oid
        where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and c.relname <> 'schema_migrations'`;
      const actual = rows.map(({ table, column, type }) => `${table}.${column} ${type}`).sort();
      const expected = tables
        .flatMap((table) => columnsOf(table).map(({ name, type }) => `${getTableName(table)}.${name} ${type}`))
        .sort();
      expect(actual).toEqual(expected);
    });
  });
});
