import type { Logger } from 'pino';
import { currentRequestId } from '../../api/requestScope.ts';
import type { Accounts, User } from '../../db/accounts/accounts.ts';

/**
 * Accounts that log each change of rights that a request makes: of organizations, members, users and API keys. With the id of its request, the line leads
 * to that of the request, which has the caller. What a server makes when it first starts, it prints.
 */
export const withLoggedRights = (accounts: Accounts, log: Pick<Logger, 'info'>): Accounts => {
  const note = (change: string, about: object): void => {
    const requestId = currentRequestId();
    if (requestId !== null) log.info({ requestId, change, ...about }, 'rights changed');
  };

  return {
    ...accounts,
    async createOrganization(organization, admin, sql) {
      await accounts.createOrganization(organization, admin, sql);
      note('organization created', { organization: organization.id, member: admin?.user });
    },
    async addMember(organization, member, role, sql) {
      const isAdded = await accounts.addMember(organization, member, role, sql);
      if (isAdded) note('member added', { organization, member, role });
      return isAdded;
    },
    async changeMember(organization, member, role) {
      const outcome = await accounts.changeMember(organization, member, role);
      if (outcome === 'changed')
        note(role === null ? 'member removed' : 'role changed', { organization, member, role });
      return outcome;
    },
    async createUser(user, sql) {
      const created = await accounts.createUser(user, sql);
      note('user created', { member: created.id });
      return created;
    },
    async updateUser(member, change) {
      await accounts.updateUser(member, change);
      for (const what of namesOf(change)) note(what, { member });
    },
    async createApiKey(key, sql) {
      const created = await accounts.createApiKey(key, sql);
      const { id, user, organization, role, madeBy } = created;
      note('API key created', { credential: id, member: user, organization, role, madeBy });
      return created;
    },
    async deleteApiKey(id) {
      const isDeleted = await accounts.deleteApiKey(id);
      if (isDeleted) note('API key deleted', { credential: id });
      return isDeleted;
    },
    async revokeLogins(member) {
      await accounts.revokeLogins(member);
      note('logins ended', { member });
    },
  };
};

const namesOf = (change: Partial<Pick<User, 'passwordHash' | 'subject' | 'disabledAt'>>): string[] => [
  ...(change.passwordHash === undefined ? [] : [change.passwordHash === null ? 'password removed' : 'password set']),
  ...(change.subject === undefined ? [] : [`single sign-on ${change.subject === null ? 'unlinked' : 'linked'}`]),
  ...(change.disabledAt === undefined ? [] : [change.disabledAt === null ? 'user enabled' : 'user disabled']),
];
