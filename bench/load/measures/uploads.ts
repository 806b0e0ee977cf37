import type { Sql } from '../../../db/connection/database.ts';
import { compare, elapsedMs, type Ratio } from '../rounds.ts';
import type { Serving } from '../serving.ts';
import { newPlanning, upload, uploadBody } from './planning.ts';

const TABLES = ['identities', 'operations', 'tasks', 'changesets'] as const;
const BATCH_ROWS = 1000;

/**
 * How much longer does an upload take than inserting its rows? The rows are exactly those that such an upload stores, inserted into
 * tables with the same columns and indexes, in one transaction, a thousand per insert.
 */
export async function measureUploads(
  serving: Serving,
  options: { readonly rounds: number; readonly count: number },
): Promise<Ratio> {
  const { sql } = serving;
  const body = uploadBody(0, options.count);
  const sample = await newPlanning(serving);
  await upload(serving, sample, body);
  const [{ key }] = await sql<{ key: number }[]>`select key from plannings where id = ${sample}`;
  const rows = new Map<string, readonly Record<string, unknown>[]>();
  for (const table of TABLES) {
    rows.set(table, await sql`select * from ${sql(table)} where planning = ${key}`);
    await sql`drop table if exists ${sql(`raw_${table}`)}`;
    await sql`create table ${sql(`raw_${table}`)} (like ${sql(table)} including all)`;
  }
  return compare(
    options.rounds,
    async () => {
      const planning = await newPlanning(serving);
      return elapsedMs(() => upload(serving, planning, body));
    },
    async () => {
      for (const table of TABLES) await sql`truncate ${sql(`raw_${table}`)}`;
      return elapsedMs(() => insertAll(sql, rows));
    },
  );
}

async function insertAll(sql: Sql, tables: ReadonlyMap<string, readonly Record<string, unknown>[]>): Promise<void> {
  await sql.begin(async (tx) => {
    for (const [table, rows] of tables) {
      for (let i = 0; i < rows.length; i += BATCH_ROWS) {
        await tx`insert into ${tx(`raw_${table}`)} ${tx(rows.slice(i, i + BATCH_ROWS))}`;
      }
    }
  });
}
