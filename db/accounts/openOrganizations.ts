import type { Database, TransactionSql } from '../connection/database.ts';
import { CLOCK, query, queryOne } from '../query.ts';
import type { Membership, Organization, Organizations, Role } from './accounts.ts';
import { refuseTaken } from './refuseTaken.ts';

const MEMBERSHIP = `u.id as "user", u.email, u.name, m.organization, o.name as "organizationName", m.role
  from members m join users u on u.id = m.user_id join organizations o on o.id = m.organization`;

export const openOrganizations = ({ sql }: Database): Organizations => ({
  async createOrganization(organization, admin, within) {
    const create = async (tx: TransactionSql): Promise<void> => {
      const { id, name } = organization;
      await query(tx, `insert into organizations (id, name, created_at) values ($1, $2, ${CLOCK})`, [id, name]);
      if (admin !== undefined)
        await tx`insert into members (organization, user_id, role) values (${organization.id}, ${admin.user}, 'admin')`;
    };
    await (within === undefined ? sql.begin(create) : create(within)).catch(
      refuseTaken('organization', organization.id),
    );
  },
  organizations: (ids) =>
    query<Organization>(
      sql,
      `select id, name from organizations
        where $1::text is null or id = any (array(select json_array_elements_text($1::text::json))) order by id`,
      [ids === undefined ? null : JSON.stringify(ids)],
    ),
  organization: (id) => queryOne<Organization>(sql, 'select id, name from organizations where id = $1', [id]),
  memberships: (user) =>
    query<Membership>(sql, `select ${MEMBERSHIP} where m.user_id = $1 order by m.organization`, [user]),
  members: (organization) =>
    query<Membership>(sql, `select ${MEMBERSHIP} where m.organization = $1 order by u.email`, [organization]),
  async addMember(organization, user, role, within = sql) {
    const rows = await query(
      within,
      'insert into members (organization, user_id, role) values ($1, $2, $3) on conflict do nothing returning role',
      [organization, user, role],
    );
    return rows.length > 0;
  },
  async changeMember(organization, user, role) {
    return sql.begin(async (tx) => {
      // Serializes changes of an organization's members, so that two admins cannot remove each other at the same time.
      await tx`select from organizations where id = ${organization} for no key update`;
      const [member] = await tx<{ role: Role }[]>`
        select role from members where organization = ${organization} and user_id = ${user}`;
      if (member === undefined) return 'absent' as const;
      if (member.role === 'admin' && role !== 'admin') {
        const others = await tx`
          select from members m join users u on u.id = m.user_id and u.disabled_at is null
          where m.organization = ${organization} and m.role = 'admin' and m.user_id <> ${user} limit 1`;
        if (others.length === 0) return 'last_admin' as const;
      }
      await (role === null
        ? tx`delete from members where organization = ${organization} and user_id = ${user}`
        : tx`update members set role = ${role} where organization = ${organization} and user_id = ${user}`);
      return 'changed' as const;
    });
  },
});
