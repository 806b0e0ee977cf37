import { randomUUID } from 'node:crypto';
import { issueApiKey } from '../../api/auth/apiKeys.ts';
import { hashPassword } from '../../api/auth/password.ts';
import type { Ports } from '../../schedule/ports.ts';
import { generatePassword } from '../generatePassword.ts';
import type { Service } from './openService.ts';
import { unlessFilled } from './unlessFilled.ts';

export interface Administrator {
  readonly email: string;
  /** Generated, and shown only once. */
  readonly password: string;
  /** `tg_…`, shown only once. */
  readonly apiKey: string;
}

const ORGANIZATION = { id: 'main', name: 'Main' };

/** Creates an administrator and an organization in an empty database. Returns null when another node was first. */
export const seedAdministrator = async (
  { accounts, transaction }: Pick<Service, 'accounts'> & Pick<Ports, 'transaction'>,
  email: string,
): Promise<Administrator | null> => {
  const password = generatePassword();
  const id = randomUUID();
  const passwordHash = await hashPassword(password);
  const user = { id, email: email.toLowerCase(), name: 'Administrator', passwordHash, subject: null };
  const key = { name: 'First key', user: id, organization: ORGANIZATION.id, role: 'admin' as const, expiresAt: null };
  return unlessFilled(accounts, () =>
    transaction(async (sql) => {
      await accounts.createUser(user, sql);
      await accounts.createOrganization(ORGANIZATION, { user: id }, sql);
      const apiKey = await issueApiKey({ createApiKey: (made) => accounts.createApiKey(made, sql) }, key);
      return { email: user.email, password, apiKey };
    }),
  );
};
