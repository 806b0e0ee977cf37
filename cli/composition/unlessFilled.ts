import type { Accounts } from '../../db/accounts/accounts.ts';

/**
 * Runs what fills an empty database, which must create the first user in its last transaction: then a first start that is interrupted is repeated by
 * the next one. Several nodes may find the database empty; all but one of them get null.
 */
export const unlessFilled = async <T>(
  accounts: Pick<Accounts, 'isEmpty'>,
  fill: () => Promise<T>,
): Promise<T | null> => {
  try {
    return await fill();
  } catch (error) {
    if (await accounts.isEmpty()) throw error;
    return null;
  }
};
