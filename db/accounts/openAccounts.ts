import { query } from '../query.ts';
import type { Database } from '../connection/database.ts';
import { selectList } from '../schema/columns.ts';
import * as tables from '../schema/accounts.ts';
import type { Accounts, ApiKey, Membership, Organization, Role, SigningKey, User } from './accounts.ts';
import { openLogins } from './openLogins.ts';
import { StoreError } from '../storeError.ts';

const USER = selectList(tables.users);
const API_KEY = selectList(tables.apiKeys, 'k');
const SIGNING_KEY = selectList(tables.signingKeys);
const MEMBERSHIP = `u.id as "user", u.email, u.name, m.organization, o.name as "organizationName", m.role
  from members m join users u on u.id = m.user_id join organizations o on o.id = m.organization`;
/** Any constant of ours. */
const SIGNING_LOCK = 7_430_012;

export function openAccounts(database: Database): Accounts {
  const { sql } = database;
  const first = async <T extends object>(text: string, values: readonly (string | number | null)[]) =>
    (await query<T>(sql, text, values))[0];

  return {
    ...openLogins(database),
    async isEmpty() {
      return (await query(sql, 'select from users limit 1')).length === 0;
    },

    async createOrganization(organization, admin) {
      await sql
        .begin(async (tx) => {
          await tx`insert into organizations (id, name, created_at) values (${organization.id}, ${organization.name}, ${Date.now()})`;
          if (admin !== undefined)
            await tx`insert into members (organization, user_id, role) values (${organization.id}, ${admin.user}, 'admin')`;
        })
        .catch(refuseTaken('organization', organization.id));
    },
    organizations: () => query<Organization>(sql, 'select id, name from organizations order by id'),
    organization: (id) => first<Organization>('select id, name from organizations where id = $1', [id]),

    async createUser(user) {
      const [row] = await query<User>(
        sql,
        `insert into users (id, email, name, password_hash, subject, created_at) values ($1, lower($2), $3, $4, $5, $6::bigint)
          returning ${USER}`,
        [user.id, user.email, user.name, user.passwordHash, user.subject, Date.now()],
      ).catch(refuseTaken('user', user.email));
      return present(row);
    },
    user: (id) => first<User>(`select ${USER} from users where id = $1`, [id]),
    users: () => query<User>(sql, `select ${USER} from users order by email`),
    userByEmail: (email) => first<User>(`select ${USER} from users where lower(email) = lower($1)`, [email]),
    userBySubject: (subject) => first<User>(`select ${USER} from users where subject = $1`, [subject]),
    firstAdministrator: () =>
      first<User>(
        `select ${USER} from users where disabled_at is null
          and id in (select user_id from members where role = 'admin') order by created_at, id limit 1`,
        [],
      ),
    async updateUser(id, change) {
      await query(
        sql,
        `update users set name = coalesce($2, name), password_hash = case when $3 then $4 else password_hash end,
          subject = case when $5 then $6 else subject end,
          disabled_at = case when $7 then $8::bigint else disabled_at end where id = $1`,
        [
          id,
          change.name ?? null,
          change.passwordHash !== undefined,
          change.passwordHash ?? null,
          change.subject !== undefined,
          change.subject ?? null,
          change.disabledAt !== undefined,
          change.disabledAt ?? null,
        ],
      );
    },

    memberships: (user) =>
      query<Membership>(sql, `select ${MEMBERSHIP} where m.user_id = $1 order by m.organization`, [user]),
    members: (organization) =>
      query<Membership>(sql, `select ${MEMBERSHIP} where m.organization = $1 order by u.email`, [organization]),
    async addMember(organization, user, role) {
      const rows = await query(
        sql,
        'insert into members (organization, user_id, role) values ($1, $2, $3) on conflict do nothing returning role',
        [organization, user, role],
      );
      return rows.length > 0;
    },
    async changeMember(organization, user, role) {
      return sql.begin(async (tx) => {
        // Whoever changes members of an organization waits here: two admins cannot each judge by the other one's role.
        await tx`select from organizations where id = ${organization} for no key update`;
        const [member] = await tx<{ role: Role }[]>`
          select role from members where organization = ${organization} and user_id = ${user}`;
        if (member === undefined) return 'absent' as const;
        if (member.role === 'admin' && role !== 'admin') {
          const others = await tx`
            select from members where organization = ${organization} and role = 'admin' and user_id <> ${user} limit 1`;
          if (others.length === 0) return 'last_admin' as const;
        }
        await (role === null
          ? tx`delete from members where organization = ${organization} and user_id = ${user}`
          : tx`update members set role = ${role} where organization = ${organization} and user_id = ${user}`);
        return 'changed' as const;
      });
    },

    async createApiKey(key) {
      const [row] = await query<ApiKey>(
        sql,
        `insert into api_keys as k (id, name, user_id, organization, role, secret_hash, expires_at, created_at, made_by)
          values ($1, $2, $3, $4, $5, $6, $7::bigint, $8::bigint, $9) returning ${API_KEY}`,
        [key.id, key.name, key.user, key.organization, key.role, key.secretHash, key.expiresAt, Date.now(), key.madeBy],
      ).catch(refuseGone);
      return present(row);
    },
    apiKey: (id) =>
      first<ApiKey & { memberRole: Role | null }>(
        `select ${API_KEY}, m.role as "memberRole" from api_keys k
          left join (members m join users u on u.id = m.user_id and u.disabled_at is null)
            on m.organization = k.organization and m.user_id = k.user_id where k.id = $1`,
        [id],
      ),
    apiKeys: (user) =>
      query<ApiKey>(sql, `select ${API_KEY} from api_keys k where k.user_id = $1 order by k.created_at, k.id`, [user]),
    async deleteApiKey(id) {
      return (await query(sql, 'delete from api_keys where id = $1 returning id', [id])).length > 0;
    },
    async touchApiKey(id) {
      const now = Date.now();
      await query(
        sql,
        'update api_keys set last_used_at = $2::bigint where id = $1 and (last_used_at is null or last_used_at < $2::bigint - 60000)',
        [id, now],
      );
    },

    async addLoginGrant(grant) {
      await query(sql, 'insert into login_grants (code_hash, user_id, expires_at) values ($1, $2, $3::bigint)', [
        grant.codeHash,
        grant.user,
        grant.expiresAt,
      ]);
    },
    async takeLoginGrant(codeHash) {
      const grant = await first<{ user: string; expiresAt: number }>(
        'delete from login_grants where code_hash = $1 returning user_id as "user", expires_at as "expiresAt"',
        [codeHash],
      );
      return grant !== undefined && grant.expiresAt > Date.now() ? grant.user : undefined;
    },

    signingKeys: () => query<SigningKey>(sql, `select ${SIGNING_KEY} from signing_keys order by created_at, id`),
    async addSigningKey(key, onlyWhenNone) {
      return sql.begin(async (tx) => {
        await tx`select pg_advisory_xact_lock(${SIGNING_LOCK})`;
        const existing = await tx`select id from signing_keys where retired_at is null`;
        if (!onlyWhenNone || existing.length === 0) {
          await tx`insert into signing_keys (id, private_jwk, public_jwk, created_at)
            values (${key.id}, ${JSON.stringify(key.privateJwk)}::text::jsonb, ${JSON.stringify(key.publicJwk)}::text::jsonb, ${Date.now()})`;
        }
        return tx.unsafe<SigningKey[]>(`select ${SIGNING_KEY} from signing_keys order by created_at, id`);
      });
    },
    async retireSigningKey(id) {
      await query(sql, 'update signing_keys set retired_at = $2::bigint where id = $1 and retired_at is null', [
        id,
        Date.now(),
      ]);
    },

    async preferences(planningKey, user) {
      await query(
        sql,
        `insert into preferences (planning, user_id, data, updated_at) values ($1::int, $2, '{}', $3::bigint) on conflict do nothing`,
        [planningKey, user, Date.now()],
      );
      const found = await first<{ data: Record<string, never>; updatedAt: number }>(
        'select data, updated_at as "updatedAt" from preferences where planning = $1::int and user_id = $2',
        [planningKey, user],
      );
      if (found === undefined)
        throw new StoreError('planning_not_found', 'The planning was deleted meanwhile.', { planningKey });
      return found;
    },
    async setPreferences(planningKey, user, data) {
      const updatedAt = Date.now();
      await query(
        sql,
        `insert into preferences (planning, user_id, data, updated_at) values ($1::int, $2, $3::text::jsonb, $4::bigint)
          on conflict (planning, user_id) do update set data = excluded.data, updated_at = excluded.updated_at`,
        [planningKey, user, JSON.stringify(data), updatedAt],
      );
      return { updatedAt };
    },
  };
}

const refuseTaken =
  (kind: string, id: string) =>
  (error: unknown): never => {
    if (error instanceof Error && 'code' in error && error.code === '23505')
      throw new StoreError('id_taken', `The ${kind} ${id} exists already.`, { kind, id }, error);
    throw error;
  };

const refuseGone = (error: unknown): never => {
  if (error instanceof Error && 'code' in error && error.code === '23503')
    throw new StoreError('reference_gone', 'What this belongs to ended in the meantime.', {}, error);
  throw error;
};

function present<T>(row: T | undefined): T {
  if (row === undefined) throw new Error('An insert answers its row.');
  return row;
}
