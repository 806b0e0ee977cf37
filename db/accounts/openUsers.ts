import type { Database } from '../connection/database.ts';
import { present } from '../../engine/present.ts';
import { CLOCK, query, queryOne } from '../query.ts';
import * as tables from '../schema/accounts.ts';
import { selectList } from '../schema/columns.ts';
import type { User, Users } from './accounts.ts';
import { refuseTaken } from './refuseTaken.ts';

const USER = selectList(tables.users);

export const openUsers = ({ sql }: Database): Users => ({
  async isEmpty() {
    return (await query(sql, 'select from users limit 1')).length === 0;
  },
  async createUser(user, within = sql) {
    const [row] = await query<User>(
      within,
      `insert into users (id, email, name, password_hash, subject, created_at) values ($1, lower($2), $3, $4, $5, ${CLOCK})
        returning ${USER}`,
      [user.id, user.email, user.name, user.passwordHash, user.subject],
    ).catch(refuseTaken('user', user.email));
    return present(row);
  },
  user: (id) => queryOne<User>(sql, `select ${USER} from users where id = $1`, [id]),
  users: () => query<User>(sql, `select ${USER} from users order by email`),
  userByEmail: (email) => queryOne<User>(sql, `select ${USER} from users where lower(email) = lower($1)`, [email]),
  userBySubject: (subject) => queryOne<User>(sql, `select ${USER} from users where subject = $1`, [subject]),
  firstAdministrator: (organization) =>
    queryOne<User>(
      sql,
      `select ${USER} from users
        where id in (select user_id from members where role = 'admin' and organization = coalesce($1, organization))
        order by disabled_at is not null, created_at, id limit 1`,
      [organization ?? null],
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
  async deleteUser(id) {
    return sql.begin(async (tx) => {
      // As for a change of members: two admins cannot be deleted at the same time.
      await tx`select from organizations where id in (select organization from members where user_id = ${id} and role = 'admin')
        order by id for no key update`;
      const left = await tx`
        select from members own where own.user_id = ${id} and own.role = 'admin' and not exists (
          select from members m join users u on u.id = m.user_id and u.disabled_at is null
            where m.organization = own.organization and m.role = 'admin' and m.user_id <> ${id}) limit 1`;
      if (left.length > 0) return 'last_admin' as const;
      // Memberships, credentials, logins and preferences go with the row.
      const deleted = await tx`delete from users where id = ${id} returning id`;
      return deleted.length > 0 ? ('deleted' as const) : ('absent' as const);
    });
  },
});
