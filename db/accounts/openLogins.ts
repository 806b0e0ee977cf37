import type { Database, TransactionSql } from '../connection/database.ts';
import * as tables from '../schema/accounts.ts';
import { selectList } from '../schema/columns.ts';
import type { Logins, Membership, SigningKey } from './accounts.ts';

const SIGNING_KEY = selectList(tables.signingKeys);
/** The same as where the first key is made. */
const SIGNING_LOCK = 7_430_012;

interface RotatedToken {
  readonly family: string;
  readonly user: string;
  readonly expiresAt: number;
  readonly usedAt: number | null;
  readonly revokedAt: number | null;
  /** The token that was exchanged for it. */
  readonly predecessor: string | null;
  /** It was not taken once more yet, and what it was exchanged for is unused. */
  readonly isFresh: boolean;
}

/** What ends logins and what prolongs them wait for each other: no successor is born of a login that has just ended. */
const lockUserOf = async (tx: TransactionSql, tokenHash: string): Promise<void> => {
  await tx`select from users where id = (select user_id from refresh_tokens where token_hash = ${tokenHash}) for no key update`;
};

export function openLogins({ sql }: Database): Logins {
  return {
    async session(user, family) {
      const rows = await sql<Partial<Membership>[]>`
        select u.id as "user", u.email, u.name, m.organization, o.name as "organizationName", m.role
        from users u left join members m on m.user_id = u.id left join organizations o on o.id = m.organization
        where u.id = ${user} and u.disabled_at is null
          and exists (select from refresh_tokens t where t.family = ${family} and t.user_id = u.id and t.revoked_at is null)
        order by m.organization`;
      if (rows.length === 0) return undefined;
      return rows.filter((row): row is Membership => row.organization !== null);
    },
    async revokeLogins(user) {
      await sql.begin(async (tx) => {
        await tx`select from users where id = ${user} for no key update`;
        await tx`update refresh_tokens set revoked_at = ${Date.now()} where user_id = ${user} and revoked_at is null`;
        await tx`delete from login_grants where user_id = ${user}`;
      });
    },

    async addRefreshToken({ tokenHash, family, user, expiresAt }) {
      await sql`insert into refresh_tokens (token_hash, family, user_id, expires_at)
        values (${tokenHash}, ${family}, ${user}, ${expiresAt})`;
    },
    async rotateRefreshToken(tokenHash, successor, { now, graceMs }) {
      return sql.begin(async (tx) => {
        await lockUserOf(tx, tokenHash);
        const [token] = await tx<RotatedToken[]>`
          select family, user_id as "user", expires_at as "expiresAt", used_at as "usedAt", revoked_at as "revokedAt", predecessor,
            reused_at is null and not exists (select from refresh_tokens s where s.predecessor = t.token_hash and s.used_at is not null) as "isFresh"
          from refresh_tokens t where token_hash = ${tokenHash}`;
        if (token === undefined || token.revokedAt !== null || token.expiresAt <= now) {
          return { outcome: 'invalid' as const };
        }
        const { family, user, usedAt, isFresh, predecessor } = token;
        if (usedAt === null) {
          // Of two successors of one token only one goes on: whoever comes back with the other one is found out.
          await tx`update refresh_tokens set used_at = ${now}
            where used_at is null and (token_hash = ${tokenHash} or predecessor = ${predecessor})`;
        } else if (isFresh && now - usedAt < graceMs) {
          await tx`update refresh_tokens set reused_at = ${now} where token_hash = ${tokenHash}`;
        } else {
          await tx`update refresh_tokens set revoked_at = ${now} where family = ${family} and revoked_at is null`;
          return { outcome: 'reused' as const };
        }
        await tx`insert into refresh_tokens (token_hash, family, user_id, expires_at, predecessor)
          values (${successor.tokenHash}, ${family}, ${user}, ${successor.expiresAt}, ${tokenHash})`;
        return { outcome: 'rotated' as const, user };
      });
    },
    async revokeFamilyOf(tokenHash) {
      await sql.begin(async (tx) => {
        await lockUserOf(tx, tokenHash);
        await tx`update refresh_tokens set revoked_at = ${Date.now()} where revoked_at is null
          and family = (select family from refresh_tokens where token_hash = ${tokenHash})`;
      });
    },

    async attempt(key, rule, now) {
      // One statement decides and counts, so that attempts at once on many nodes cannot all be the first.
      const counted =
        'windowMs' in rule
          ? await sql`
              insert into login_attempts as a (key, count, since, blocked_until, expires_at)
              values (${key}, 1, ${now}, 0, ${now + rule.windowMs})
              on conflict (key) do update set
                count = case when a.expires_at <= ${now} then 1 else a.count + 1 end,
                since = case when a.expires_at <= ${now} then ${now} else a.since end,
                expires_at = case when a.expires_at <= ${now} then excluded.expires_at else a.expires_at end
              where a.expires_at <= ${now} or a.count < ${rule.limit} returning count`
          : await sql`
              insert into login_attempts as a (key, count, since, blocked_until, expires_at)
              values (${key}, 1, ${now}, ${rule.free < 1 ? now + rule.baseMs : 0}, ${now + rule.forgetMs})
              on conflict (key) do update set
                count = case when a.expires_at <= ${now} then 1 else least(a.count + 1, 1000) end,
                since = ${now},
                blocked_until = case when a.expires_at > ${now} and a.count + 1 >= ${rule.free}
                  then ${now} + least(${rule.mostMs}, ${rule.baseMs} * power(2, least(a.count + 1 - ${rule.free}, 40)))::bigint
                  else 0 end,
                expires_at = excluded.expires_at
              where a.expires_at <= ${now} or a.blocked_until <= ${now} returning count`;
      if (counted.length > 0) return null;
      const [row] = await sql<{ blockedUntil: number; expiresAt: number }[]>`
        select blocked_until as "blockedUntil", expires_at as "expiresAt" from login_attempts where key = ${key}`;
      if (row === undefined) return now;
      return 'windowMs' in rule ? row.expiresAt : row.blockedUntil;
    },
    async forgetAttempts(key) {
      await sql`delete from login_attempts where key = ${key}`;
    },
    async remember(key, expiresAt) {
      await sql`insert into login_attempts (key, count, since, blocked_until, expires_at) values (${key}, 0, 0, 0, ${expiresAt})
        on conflict (key) do update set expires_at = excluded.expires_at`;
    },
    async isRemembered(key, now) {
      return (await sql`select from login_attempts where key = ${key} and expires_at > ${now}`).length > 0;
    },

    async useOnce(hash, expiresAt) {
      const rows = await sql`
        insert into used_once (hash, expires_at) values (${hash}, ${expiresAt}) on conflict do nothing returning hash`;
      return rows.length > 0;
    },

    async rotateSigningKey(key, { now, bornBefore }) {
      return sql.begin(async (tx) => {
        await tx`select pg_advisory_xact_lock(${SIGNING_LOCK})`;
        const young = await tx`select from signing_keys where retired_at is null and created_at > ${bornBefore}`;
        if (young.length === 0) {
          await tx`update signing_keys set retired_at = ${now} where retired_at is null`;
          await tx`insert into signing_keys (id, private_jwk, public_jwk, created_at)
            values (${key.id}, ${JSON.stringify(key.privateJwk)}::text::jsonb, ${JSON.stringify(key.publicJwk)}::text::jsonb, ${now})`;
        }
        return tx.unsafe<SigningKey[]>(`select ${SIGNING_KEY} from signing_keys order by created_at, id`);
      });
    },
    async pruneLogins(now, retiredBefore) {
      await sql`delete from refresh_tokens where expires_at <= ${now}`;
      await sql`delete from login_grants where expires_at <= ${now}`;
      await sql`delete from login_attempts where expires_at <= ${now}`;
      await sql`delete from used_once where expires_at <= ${now}`;
      await sql`delete from signing_keys where retired_at <= ${retiredBefore}`;
    },
  };
}
