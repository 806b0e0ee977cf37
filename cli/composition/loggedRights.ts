import { currentRequestId } from '../../api/requestScope.ts';
import type { Accounts, User } from '../../db/accounts/accounts.ts';
import type { TransactionSql } from '../../db/connection/database.ts';
import type { Transaction } from '../../schedule/ports.ts';

/** Accounts, and the transactions in which they may be changed. */
interface Rights {
  readonly accounts: Accounts;
  readonly transaction: Transaction;
}

type Write = (about: object, text: string) => void;
interface RightsLog {
  readonly info: Write;
  readonly warn: Write;
}

/**
 * Logs each change of rights that a request makes: of organizations, members, users and API keys. With the id of its request, the line leads to
 * that of the request, which has the caller. What a transaction changes is logged once it is committed; if the answer to its commit was lost, the
 * line says that this is not known. What a server makes when it first starts, it prints.
 */
export const withLoggedRights = ({ accounts, transaction }: Rights, log: RightsLog): Rights => {
  const uncommitted = new WeakMap<TransactionSql, object[]>();
  const note = (change: string, about: object, sql?: TransactionSql): void => {
    const requestId = currentRequestId();
    if (requestId === null) return;
    const line = { requestId, change, ...about };
    const later = sql === undefined ? undefined : uncommitted.get(sql);
    if (later === undefined) log.info(line, 'rights changed');
    else later.push(line);
  };
  return { accounts: noted(accounts, note), transaction: committed(transaction, uncommitted, log) };
};

type Note = (change: string, about: object, sql?: TransactionSql) => void;

/** Transactions that log their notes at the end. */
const committed =
  (transaction: Transaction, uncommitted: WeakMap<TransactionSql, object[]>, log: RightsLog) =>
  async <T>(run: (sql: TransactionSql) => Promise<T>): Promise<T> => {
    const lines: object[] = [];
    let isCommitting = false;
    try {
      const result = await transaction(async (sql) => {
        uncommitted.set(sql, lines);
        const made = await run(sql);
        isCommitting = true;
        return made;
      });
      for (const line of lines) log.info(line, 'rights changed');
      return result;
    } catch (error) {
      if (isCommitting) for (const line of lines) log.warn(line, 'rights may have changed');
      throw error;
    }
  };

const noted = (accounts: Accounts, note: Note): Accounts => {
  return {
    ...accounts,
    async createOrganization(organization, admin, sql) {
      await accounts.createOrganization(organization, admin, sql);
      note('organization created', { organization: organization.id, member: admin?.user }, sql);
    },
    async addMember(organization, member, role, sql) {
      const isAdded = await accounts.addMember(organization, member, role, sql);
      if (isAdded) note('member added', { organization, member, role }, sql);
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
      note('user created', { member: created.id }, sql);
      return created;
    },
    async updateUser(member, change) {
      await accounts.updateUser(member, change);
      for (const what of namesOf(change)) note(what, { member });
    },
    async deleteUser(member) {
      const outcome = await accounts.deleteUser(member);
      if (outcome === 'deleted') note('user deleted', { member });
      return outcome;
    },
    async createApiKey(key, sql) {
      const created = await accounts.createApiKey(key, sql);
      const { id, user, organization, role, madeBy } = created;
      note('API key created', { credential: id, member: user, organization, role, madeBy }, sql);
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
