import type { Database, Sql } from '../connection/database.ts';
import { CLOCK, query, queryOne } from '../query.ts';
import { newId } from '../versions/newId.ts';
import type { Idempotency, Reservation, StoredAnswer } from './accounts.ts';

/** Status of a key that is reserved and has no answer yet. */
const RESERVED = -1;

/** On a server, a request in flight holds a transaction-level advisory lock; the embedded database runs one transaction at a time. */
export function openIdempotency(database: Database): Idempotency {
  const { sql, place } = database;
  return {
    async find(scope, key, maxAgeMs, tx = sql) {
      return queryOne<StoredAnswer>(
        tx,
        `select body_hash as "bodyHash", status, headers, body from idempotency_records
          where scope = $1 and key = $2 and created_at > ${CLOCK} - $3::bigint and status <> ${RESERVED}`,
        [scope, key, maxAgeMs],
      );
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
      await query(
        tx,
        `insert into idempotency_records (scope, key, body_hash, status, headers, body, created_at)
          values ($1, $2, $3, $4::int, $5::text::jsonb, $6, ${CLOCK})
          on conflict (scope, key) do update set body_hash = excluded.body_hash, status = excluded.status,
            headers = excluded.headers, body = excluded.body, created_at = excluded.created_at`,
        [scope, key, answer.bodyHash, answer.status, JSON.stringify(answer.headers), answer.body],
      );
    },
    async reserve(scope, key, { leaseMs, maxAgeMs }) {
      const holder = newId();
      const rows = await query(
        sql,
        `insert into idempotency_records as r (scope, key, body_hash, status, headers, body, created_at)
        values ($1, $2, '', ${RESERVED}, '{}', $3, ${CLOCK})
        on conflict (scope, key) do update set status = excluded.status, body = excluded.body, created_at = excluded.created_at
          where r.created_at <= ${CLOCK} - case when r.status = ${RESERVED} then $4::bigint else $5::bigint end
        returning key`,
        [scope, key, holder, leaseMs, maxAgeMs],
      );
      return rows.length === 0 ? null : reservationOf(sql, [scope, key, holder]);
    },
    async prune(maxAgeMs) {
      const expired = `delete from idempotency_records where created_at <= ${CLOCK} - $1::bigint returning key`;
      const rows = await query(sql, expired, [maxAgeMs]);
      return rows.length;
    },
  };
}

/** A key that is reserved for its holder. */
function reservationOf(sql: Sql, reserved: readonly [scope: string, key: string, holder: string]): Reservation {
  const own = `scope = $1 and key = $2 and status = ${RESERVED} and body = $3`;
  return {
    async renew() {
      await query(sql, `update idempotency_records set created_at = ${CLOCK} where ${own}`, reserved);
    },
    async settle(tx, { bodyHash, status, headers, body }) {
      const settled = await query(
        tx,
        `update idempotency_records set body_hash = $4, status = $5::int, headers = $6::text::jsonb, body = $7, created_at = ${CLOCK}
            where ${own} returning key`,
        [...reserved, bodyHash, status, JSON.stringify(headers), body],
      );
      return settled.length > 0;
    },
    async release() {
      await query(sql, `delete from idempotency_records where ${own}`, reserved);
    },
  };
}
