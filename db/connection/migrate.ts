import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { StoreError } from '../storeError.ts';
import type { Sql, TransactionSql } from './database.ts';

export interface Migration {
  /** Four digits, a name: `0001_initial`. Applied in order. */
  readonly name: string;
  readonly text: string;
  readonly checksum: string;
}

const DIRECTORY = fileURLToPath(new URL('../migrations/', import.meta.url));
/** Any constant of ours: names the lock that keeps two nodes from migrating at once. */
const LOCK_KEY = 7_430_011;

export function migrations(): Migration[] {
  return readdirSync(DIRECTORY)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => {
      const text = readFileSync(`${DIRECTORY}${file}`, 'utf8');
      return { name: file.slice(0, -4), text, checksum: createHash('sha256').update(text).digest('hex') };
    });
}

/** What this program has and the database lacks, and the other way around; all is missing from a database that is none of Tidegate's. */
export async function migrationState(
  sql: Sql | TransactionSql,
): Promise<{ readonly missing: readonly string[]; readonly later: readonly string[] }> {
  const known = migrations().map(({ name }) => name);
  const [{ exists }] = await sql<[{ exists: boolean }]>`select to_regclass('schema_migrations') is not null as exists`;
  const rows = exists ? await sql<{ name: string }[]>`select name from schema_migrations order by name` : [];
  const applied = rows.map(({ name }) => name);
  return {
    missing: known.filter((name) => !applied.includes(name)),
    later: applied.filter((name) => !known.includes(name)),
  };
}

/**
 * Applies what is missing, in one transaction under an advisory lock; answers the names applied.
 * Throws database_failed when the database is newer than this program, or an applied migration's text has changed.
 */
export async function migrate(sql: Sql): Promise<string[]> {
  const known = migrations();
  return sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${LOCK_KEY})`;
    await tx`create table if not exists schema_migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`;
    const rows = await tx<
      { name: string; checksum: string }[]
    >`select name, checksum from schema_migrations order by name`;
    for (const row of rows) {
      const migration = known.find(({ name }) => name === row.name);
      if (migration === undefined)
        throw new StoreError(
          'database_failed',
          `The database has migration ${row.name}, which this version does not know. Update Tidegate.`,
        );
      if (migration.checksum !== row.checksum)
        throw new StoreError(
          'database_failed',
          `Migration ${row.name} was changed after it was applied. Restore its text.`,
        );
    }
    const missing = known.filter(({ name }) => !rows.some((row) => row.name === name));
    for (const { name, text, checksum } of missing) {
      await tx.unsafe(text).simple();
      await tx`insert into schema_migrations (name, checksum) values (${name}, ${checksum})`;
    }
    return missing.map(({ name }) => name);
  });
}
