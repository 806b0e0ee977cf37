import type { Database } from '../connection/database.ts';
import type { Idempotency, StoredAnswer } from './accounts.ts';

/** Status of a key that is reserved and has no answer yet. */
const RESERVED = -1;

/** On a server, a request in flight holds a transaction-level advisory lock; the embedded database runs one transaction at a time. */
export function openIdempotency(database: Database): Idempotency {
  const { sql, place } = database;
  return {
    async find(scope, key, maxAgeMs, tx = sql) {
      const [row] = await tx<StoredAnswer[]>`
        select body_hash as "bodyHash", status, headers, body from idempotency_records
        where scope = ${scope} and key = ${key} and created_at > ${Date.now() - maxAgeMs} and status <> ${RESERVED}`;
      return row;
    },
    async tryLock(tx, scope, key) {
      if (place === 'server') {
        const [row] = await tx<
          { locked: boolean }[]
        >`select pg_try_advisory_xact_lock(hashtextextended(${`${scope}\n${key}`}, 0)) as locked`;
        return row?.locked ?? false;
      }
      // Transactions are serialized here, so no other one can be in flight.
      return true;
    },
    async save(tx, scope, key, answer) {
      await tx`
        insert into idempotency_records (scope, key, body_hash, status, headers, body, created_at)
        values (${scope}, ${key}, ${answer.bodyHash}, ${answer.status}, ${JSON.stringify(answer.headers)}::text::jsonb, ${answer.body}, ${Date.now()})
        on conflict (scope, key) do update set body_hash = excluded.body_hash, status = excluded.status,
          headers = excluded.headers, body = excluded.body, created_at = excluded.created_at`;
    },
    async reserve(scope, key, { leaseMs, maxAgeMs }) {
      const now = Date.now();
      const rows = await sql`
        insert into idempotency_records as r (scope, key, body_hash, status, headers, body, created_at)
        values (${scope}, ${key}, '', ${RESERVED}, '{}'::jsonb, '', ${now})
        on conflict (scope, key) do update set status = excluded.status, body = excluded.body, created_at = excluded.created_at
          where r.created_at <= case when r.status = ${RESERVED} then ${now - leaseMs}::bigint else ${now - maxAgeMs}::bigint end
        returning key`;
      return rows.length > 0;
    },
    async release(scope, key) {
      await sql`delete from idempotency_records where scope = ${scope} and key = ${key} and status = ${RESERVED}`;
    },
    async prune(maxAgeMs) {
      const rows =
        await sql`delete from idempotency_records where created_at <= ${Date.now() - maxAgeMs} returning key`;
      return rows.length;
    },
  };
}
