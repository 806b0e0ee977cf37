import type { Sql } from '../connection/database.ts';
import { openDatabase } from '../connection/openDatabase.ts';
import type { Pglite } from '../connection/pglite.ts';

/** Hash of the schema that migrations produce; the same for the whole process. */
let original: string | null = null;

/** The tables of the queue, which the template has, and which whoever opens the queue creates where they are missing. */
const WITHOUT_QUEUE = 'drop schema if exists pgboss cascade';

/** Remembers the schema of a database that was just started. */
export const rememberNew = async (pglite: Pglite): Promise<void> => {
  original ??= await during(pglite, async (sql) => {
    await sql.unsafe(WITHOUT_QUEUE);
    return schemaOf(sql);
  });
};

/** Empties an embedded database that has no open session. Returns false if its schema was changed, in which case it must be discarded. */
export const makeNew = (pglite: Pglite): Promise<boolean> =>
  during(pglite, async (sql) => {
    for (const statement of ['rollback', WITHOUT_QUEUE, 'discard all']) await sql.unsafe(statement);
    if ((await schemaOf(sql)) !== original) return false;
    const tables = await sql<{ name: string }[]>`
      select quote_ident(relname) as name from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'schema_migrations'`;
    await sql.unsafe(`truncate ${tables.map(({ name }) => name).join()} restart identity`);
    return true;
  }).catch(() => false);

/** A handle whose `close` leaves the cluster running. */
export const kept = (pglite: Pglite): Pglite => ({ ...pglite, close: async () => {} });

const during = async <T>(pglite: Pglite, work: (sql: Sql) => Promise<T>): Promise<T> => {
  const database = await openDatabase({ pglite: kept(pglite) }, { migrate: false });
  try {
    return await work(database.sql);
  } finally {
    await database.close();
  }
};

/** A hash of everything that a test may have changed besides rows. */
const schemaOf = async (sql: Sql): Promise<string> => {
  const [{ schema }] = await sql<[{ schema: string }]>`
    select md5(string_agg(line, chr(10) order by line)) as schema from (
      select format('schema %s', nspname) as line from pg_namespace where nspname !~ '^pg_'
      union all
      select format('column %s %s %s %s %s', c.oid::regclass, attnum, attname, format_type(atttypid, atttypmod), row(attnotnull, attstorage, c.relkind))
        from pg_attribute join pg_class c on c.oid = attrelid where relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped
      union all
      select format('default %s %s', adrelid::regclass, pg_get_expr(adbin, adrelid)) from pg_attrdef
      union all
      select format('constraint %s %s %s', conrelid::regclass, pg_get_constraintdef(oid), convalidated) from pg_constraint where conrelid <> 0
      union all
      select format('index %s %s', pg_get_indexdef(indexrelid), indisvalid) from pg_index join pg_class c on c.oid = indexrelid
        where relnamespace = 'public'::regnamespace
      union all
      select format('trigger %s %s', pg_get_triggerdef(oid), tgenabled) from pg_trigger
      union all
      select format('function %s', pg_get_functiondef(oid)) from pg_proc where pronamespace = 'public'::regnamespace and prokind in ('f', 'p')
      union all
      select format('setting %s', setconfig) from pg_db_role_setting
      union all
      select format('migration %s %s', name, checksum) from schema_migrations
    ) as lines`;
  return schema;
};
