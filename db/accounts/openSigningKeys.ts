import { ADVISORY_LOCKS } from '../advisoryLocks.ts';
import type { Database, TransactionSql } from '../connection/database.ts';
import { CLOCK, query } from '../query.ts';
import * as tables from '../schema/accounts.ts';
import { selectList } from '../schema/columns.ts';
import type { SigningKey, SigningKeys } from './accounts.ts';

const ALL = `select ${selectList(tables.signingKeys)} from signing_keys order by created_at, id`;

type NewKey = Pick<SigningKey, 'id' | 'privateJwk' | 'publicJwk'>;

/** Without `createdAt`, the key is made now. */
const insert = (tx: TransactionSql, { id, privateJwk, publicJwk }: NewKey, createdAt: number | null = null) =>
  query(
    tx,
    `insert into signing_keys (id, private_jwk, public_jwk, created_at)
      values ($1, $2::text::jsonb, $3::text::jsonb, coalesce($4::bigint, ${CLOCK}))`,
    [id, JSON.stringify(privateJwk), JSON.stringify(publicJwk), createdAt],
  );

export const openSigningKeys = ({ sql }: Database): SigningKeys => {
  /** Runs a change under a lock shared by all nodes, and returns the resulting keys. */
  const changing = async (change: (tx: TransactionSql) => Promise<void>): Promise<SigningKey[]> => {
    const { keys } = await sql.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(${ADVISORY_LOCKS.signingKeys})`;
      await change(tx);
      return { keys: await query<SigningKey>(tx, ALL) };
    });
    return keys;
  };

  return {
    signingKeys: () => query<SigningKey>(sql, ALL),
    addSigningKey: (key, onlyWhenNone) =>
      changing(async (tx) => {
        const existing = await tx`select id from signing_keys where retired_at is null`;
        if (!onlyWhenNone || existing.length === 0) await insert(tx, key);
      }),
    rotateSigningKey: (key, { now, bornBefore }) =>
      changing(async (tx) => {
        const young = await tx`select from signing_keys where retired_at is null and created_at > ${bornBefore}`;
        if (young.length > 0) return;
        await tx`update signing_keys set retired_at = ${now} where retired_at is null`;
        await insert(tx, key, now);
      }),
  };
};
