import type { Database } from '../connection/database.ts';
import type { Attempts } from './accounts.ts';

/** Attempts that were counted this long after now were counted before the database's clock was set back, and are forgotten. */
const SET_BACK_MS = 60_000;

export const openAttempts = ({ sql }: Database): Attempts => ({
  async attempt(key, rule, now) {
    const isOver = sql`(a.expires_at <= ${now} or a.since > ${now + SET_BACK_MS})`;
    // A single statement decides and counts, so that concurrent attempts on several nodes cannot all pass.
    const counted =
      'windowMs' in rule
        ? await sql`
            insert into login_attempts as a (key, count, since, blocked_until, expires_at)
            values (${key}, 1, ${now}, 0, ${now + rule.windowMs})
            on conflict (key) do update set
              count = case when ${isOver} then 1 else a.count + 1 end,
              since = case when ${isOver} then ${now} else a.since end,
              expires_at = case when ${isOver} then excluded.expires_at else a.expires_at end
            where ${isOver} or a.count < ${rule.limit} returning count`
        : await sql`
            insert into login_attempts as a (key, count, since, blocked_until, expires_at)
            values (${key}, 1, ${now}, ${rule.free < 1 ? now + rule.baseMs : 0}, ${now + rule.forgetMs})
            on conflict (key) do update set
              count = case when ${isOver} then 1 else least(a.count + 1, 1000) end,
              since = ${now},
              blocked_until = case when not ${isOver} and a.count + 1 >= ${rule.free}
                then ${now} + least(${rule.mostMs}, ${rule.baseMs} * power(2, least(a.count + 1 - ${rule.free}, 40)))::bigint
                else 0 end,
              expires_at = excluded.expires_at
            where ${isOver} or a.blocked_until <= ${now} returning count`;
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
});
