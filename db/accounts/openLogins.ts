import type { Database, TransactionSql } from '../connection/database.ts';
import { CLOCK, query, queryOne } from '../query.ts';
import type { Logins, Membership } from './accounts.ts';

interface RotatedToken {
  readonly family: string;
  readonly user: string;
  readonly expiresAt: number;
  readonly usedAt: number | null;
  readonly revokedAt: number | null;
  /** Hash of the token that was exchanged for this one. */
  readonly predecessor: string | null;
  /** Whether it may be accepted once more: it was not accepted a second time yet, and its successor is unused. */
  readonly isFresh: boolean;
}

/** Locks the user, so that revoking and renewing logins are serialized: a login that was just revoked gets no successor. */
const lockUserOf = async (tx: TransactionSql, tokenHash: string): Promise<void> => {
  await tx`select from users where id = (select user_id from refresh_tokens where token_hash = ${tokenHash}) for no key update`;
};

const rotate = async (
  tx: TransactionSql,
  ...[tokenHash, successor, { now, graceMs }]: Parameters<Logins['rotateRefreshToken']>
): ReturnType<Logins['rotateRefreshToken']> => {
  await lockUserOf(tx, tokenHash);
  const [token] = await tx<RotatedToken[]>`
    select family, user_id as "user", expires_at as "expiresAt", used_at as "usedAt", revoked_at as "revokedAt", predecessor,
      reused_at is null and not exists (select from refresh_tokens s where s.predecessor = t.token_hash and s.used_at is not null) as "isFresh"
    from refresh_tokens t where token_hash = ${tokenHash}`;
  if (token === undefined || token.revokedAt !== null || token.expiresAt <= now) {
    return { outcome: 'invalid' };
  }
  const { family, user, usedAt, isFresh, predecessor } = token;
  if (usedAt === null) {
    // Of two successors of one token, only one stays valid: using the other is detected as reuse.
    await tx`update refresh_tokens set used_at = ${now}
      where used_at is null and (token_hash = ${tokenHash} or predecessor = ${predecessor})`;
  } else if (isFresh && now - usedAt < graceMs) {
    await tx`update refresh_tokens set reused_at = ${now} where token_hash = ${tokenHash}`;
  } else {
    await tx`update refresh_tokens set revoked_at = ${now} where family = ${family} and revoked_at is null`;
    return { outcome: 'reused' };
  }
  await tx`insert into refresh_tokens (token_hash, family, user_id, expires_at, predecessor)
    values (${successor.tokenHash}, ${family}, ${user}, ${successor.expiresAt}, ${tokenHash})`;
  return { outcome: 'rotated', user };
};

export const openLogins = ({ sql }: Database): Logins => ({
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
      await query(tx, `update refresh_tokens set revoked_at = ${CLOCK} where user_id = $1 and revoked_at is null`, [
        user,
      ]);
      await tx`delete from login_grants where user_id = ${user}`;
    });
  },

  async addRefreshToken({ tokenHash, family, user, expiresAt }) {
    await sql`insert into refresh_tokens (token_hash, family, user_id, expires_at)
      values (${tokenHash}, ${family}, ${user}, ${expiresAt})`;
  },
  rotateRefreshToken: (tokenHash, successor, age) => sql.begin((tx) => rotate(tx, tokenHash, successor, age)),
  async revokeFamilyOf(tokenHash) {
    await sql.begin(async (tx) => {
      await lockUserOf(tx, tokenHash);
      await query(
        tx,
        `update refresh_tokens set revoked_at = ${CLOCK} where revoked_at is null
          and family = (select family from refresh_tokens where token_hash = $1)`,
        [tokenHash],
      );
    });
  },
  async addLoginGrant(grant) {
    await query(sql, 'insert into login_grants (code_hash, user_id, expires_at) values ($1, $2, $3::bigint)', [
      grant.codeHash,
      grant.user,
      grant.expiresAt,
    ]);
  },
  async takeLoginGrant(codeHash) {
    const grant = await queryOne<{ user: string; isValid: boolean }>(
      sql,
      `delete from login_grants where code_hash = $1 returning user_id as "user", expires_at > ${CLOCK} as "isValid"`,
      [codeHash],
    );
    return grant?.isValid === true ? grant.user : undefined;
  },
  async pruneLogins(now, retiredBefore) {
    const tokens = await sql`delete from refresh_tokens where expires_at <= ${now}`;
    await sql`delete from login_grants where expires_at <= ${now}`;
    await sql`delete from login_attempts where expires_at <= ${now}`;
    await sql`delete from used_once where expires_at <= ${now}`;
    await sql`delete from signing_keys where retired_at <= ${retiredBefore}`;
    return tokens.count;
  },
});
