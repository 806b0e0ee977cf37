import type { Accounts, User } from '../../db/accounts/accounts.ts';
import { StoreError } from '../../db/storeError.ts';

/**
 * Creates the first user of an empty database. Several nodes may find it empty; all but one of them get null, since they use the same email address.
 */
export const createFirstUser = async (
  accounts: Pick<Accounts, 'createUser'>,
  user: Parameters<Accounts['createUser']>[0],
): Promise<User | null> => {
  try {
    return await accounts.createUser(user);
  } catch (error) {
    if (error instanceof StoreError && error.code === 'id_taken') return null;
    throw error;
  }
};
