import type { Sql } from '../connection/database.ts';
import { KINDS } from './entities.ts';
import { exceptDeletedInDrafts } from './deletedOperation.ts';
import { DESCRIPTIONS } from './kinds.ts';

/** Number of rows per statement, so that no statement holds many locks for long. */
const BATCH = 5_000;

/**
 * Deletes history that ended before a time (epoch ms), in every planning: ended versions and changesets, except versions against which an open draft
 * will be merged: those from which its rows branched, and the last ones of operations that it has and the mainline deleted. Returns the number of rows. The latest change is kept, whatever its age. Safe to run beside readers and writers and on several
 * nodes: first it makes that history unreadable, then it deletes the rows.
 */
export async function forgetHistory(sql: Sql, before: number): Promise<number> {
  const plannings = await sql<{ planning: number; last: number }[]>`
    select p.key as planning, c.change as last from plannings p
    cross join lateral (
      select change from changesets where planning = p.key and change < p.head and at < ${before} order by change desc limit 1
    ) c
    where c.change > p.kept_from`;
  let forgotten = 0;
  for (const { planning, last } of plannings) {
    await sql`update plannings set kept_from = ${last} where key = ${planning} and kept_from < ${last}`;
    for (const kind of KINDS) {
      const { table, keyColumn } = DESCRIPTIONS[kind];
      forgotten += await inBatches(
        sql,
        `delete from ${table} where ctid = any (array(
          select t.ctid from ${table} t where t.planning = $1::int and t.to_change <= $2::bigint and not exists (
            select 1 from ${table} d where d.planning = t.planning and d.${keyColumn} = t.${keyColumn} and d.workspace <> 0
              and d.to_change is null and d.base_version = t.version_id)
            ${exceptDeletedInDrafts(kind)}
          limit ${BATCH}))`,
        [planning, last],
      );
    }
    forgotten += await inBatches(
      sql,
      `delete from changesets where ctid = any (array(
        select ctid from changesets where planning = $1::int and change <= $2::bigint limit ${BATCH}))`,
      [planning, last],
    );
  }
  return forgotten;
}

async function inBatches(sql: Sql, statement: string, values: readonly number[]): Promise<number> {
  for (let total = 0; ; ) {
    const { count } = await sql.unsafe(statement, [...values]);
    total += count;
    if (count < BATCH) return total;
  }
}
