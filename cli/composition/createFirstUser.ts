import type { Accounts, User } from '../../db/accounts/accounts.ts';
import { StoreError } from '../../db/storeError.ts';

/** Of an empty database: all nodes that find it empty name the same user, so one of them makes it. Null for the others. */
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
