import { codeOf } from '../../engine/messageOf.ts';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ADVISORY_LOCKS } from '../advisoryLocks.ts';
import { StoreError } from '../storeError.ts';
import type { Sql, TransactionSql } from './database.ts';

export interface Migration {
  /** Four digits and a name, such as `0001_initial`. Applied in this order. */
  readonly name: string;
  readonly text: string;
  readonly checksum: string;
  /** Whether nodes of the previous version keep working with it, and may start. */
  readonly keepsEarlier: boolean;
}

const DIRECTORY = fileURLToPath(new URL('../migrations/', import.meta.url));

export function migrations(): Migration[] {
  return readdirSync(DIRECTORY)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => {
      const text = readFileSync(`${DIRECTORY}${file}`, 'utf8');
      const checksum = createHash('sha256').update(text).digest('hex');
      return { name: file.slice(0, -4), text, checksum, keepsEarlier: keepsEarlier(text) };
    });
}

/** Statements that take something away from earlier versions, or require more of what they write. */
const NARROWING =
  /\b(?:drop|rename|truncate|set\s+not\s+null)\b|\balter\s+column\s+\S+\s+(?:set\s+data\s+)?type\b|\badd\s+(?:constraint|check|unique|primary|foreign)\b|\bcreate\s+unique\b/i;
/** A migration that matches NARROWING but is harmless, because it narrows only its own tables, says so in this comment and gives the reason. */
const DECLARED = /^-- Earlier versions keep working: \S/m;

/** Whether a migration only adds: tables, indexes, and columns that are nullable or have a default. */
export function keepsEarlier(text: string): boolean {
  if (DECLARED.test(text)) return true;
  const statements = text.replaceAll(/--.*$/gm, '');
  const demands = [...statements.matchAll(/\badd\s+column\b([^;,]*)/gi)].some(
    ([, column = '']) => /\bnot\s+null\b/i.test(column) && !/\bdefault\b/i.test(column),
  );
  return !demands && !NARROWING.test(statements);
}

/** How the schema of the database compares to this program's. */
export interface MigrationState {
  /** Migrations of this program that the database lacks; all of them if it is not a Tidegate database. */
  readonly missing: readonly string[];
  /** Migrations of a later version that this program cannot work with. */
  readonly later: readonly string[];
  /** Migrations of a later version that only add to what this program knows. */
  readonly tolerated: readonly string[];
}

interface Applied {
  readonly name: string;
  readonly checksum: string;
  readonly keepsEarlier: boolean;
}

/** The applied migrations in order; empty without the table. Where the table lacks the column `keeps_earlier`, it counts as false. */
async function applied(sql: Sql | TransactionSql): Promise<readonly Applied[]> {
  const columns = await sql<{ name: string }[]>`
    select attname as name from pg_attribute where attrelid = to_regclass('schema_migrations') and attnum > 0`;
  if (columns.length === 0) return [];
  const says = columns.some(({ name }) => name === 'keeps_earlier') ? sql`keeps_earlier` : sql`false`;
  return sql<Applied[]>`select name, checksum, ${says} as "keepsEarlier" from schema_migrations order by name`;
}

export async function migrationState(sql: Sql | TransactionSql): Promise<MigrationState> {
  const known = migrations().map(({ name }) => name);
  const rows = await applied(sql);
  const unknown = rows.filter(({ name }) => !known.includes(name));
  return {
    missing: known.filter((name) => !rows.some((row) => row.name === name)),
    later: unknown.filter((row) => !row.keepsEarlier).map(({ name }) => name),
    tolerated: unknown.filter((row) => row.keepsEarlier).map(({ name }) => name),
  };
}

/**
 * How long an `alter table` waits for a lock, in milliseconds. Later statements queue behind it, so it gives up after this time, lets them run, and
 * tries again.
 */
const LOCK_MS = 2_000;
const TRIES = 30;

/**
 * Applies missing migrations in one transaction under an advisory lock, so that one node applies them and the others find them applied. Returns the
 * applied names. A limit of the session on statements does not count here. Throws database_failed if the database is too new for this program, or if the
 * text of an applied migration has changed.
 */
export async function migrate(
  sql: Sql,
  { known = migrations(), lockMs = LOCK_MS }: { readonly known?: readonly Migration[]; readonly lockMs?: number } = {},
): Promise<string[]> {
  for (let tries = 1; ; tries++) {
    try {
      return await migrateOnce(sql, known, lockMs);
    } catch (error) {
      if (codeOf(error) !== LOCK_NOT_AVAILABLE || tries === TRIES) throw error;
      await sleep(lockMs / 2);
    }
  }
}

const LOCK_NOT_AVAILABLE = '55P03';

const migrateOnce = (sql: Sql, known: readonly Migration[], lockMs: number): Promise<string[]> =>
  sql.begin(async (tx) => {
    await tx`select set_config('statement_timeout', '0', true)`;
    await tx`select pg_advisory_xact_lock(${ADVISORY_LOCKS.migration})`;
    const rows = await applied(tx);
    judge(rows, known);
    const missing = known.filter(({ name }) => !rows.some((row) => row.name === name));
    if (missing.length === 0) return [];
    await tx`select set_config('lock_timeout', ${`${lockMs}ms`}, true)`;
    await tx`create table if not exists schema_migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`;
    await tx`alter table schema_migrations add column if not exists keeps_earlier boolean not null default false`;
    for (const { name, text, checksum, keepsEarlier: keeps } of missing) {
      await tx.unsafe(text).simple();
      await tx`insert into schema_migrations (name, checksum, keeps_earlier) values (${name}, ${checksum}, ${keeps})`;
    }
    return missing.map(({ name }) => name);
  });

const judge = (rows: readonly Applied[], known: readonly Migration[]): void => {
  for (const row of rows) {
    const migration = known.find(({ name }) => name === row.name);
    if (migration === undefined) {
      if (row.keepsEarlier) continue;
      throw new StoreError(
        'database_failed',
        `The database has migration ${row.name}, which this version does not know. Update Tidegate, or restore a backup from before that migration.`,
      );
    }
    if (migration.checksum !== row.checksum)
      throw new StoreError(
        'database_failed',
        `Migration ${row.name} was changed after it was applied. Restore its text.`,
      );
  }
};
