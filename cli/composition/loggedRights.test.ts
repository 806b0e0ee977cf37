import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { inRequest } from '../../api/requestScope.ts';
import { openAccounts } from '../../db/accounts/openAccounts.ts';
import { addOrganization } from '../../db/testing/samples.ts';
import { present } from '../../engine/present.ts';
import { testPlaces } from '../../db/testing/testDatabases.ts';
import { useDatabase } from '../../db/testing/useDatabase.ts';
import type { Transaction } from '../../schedule/ports.ts';
import { withLoggedRights } from './loggedRights.ts';

// Guarantee: the log names only changes of rights that happened, and says of those of a lost commit that this is not known.
const opened = useDatabase(present(testPlaces()[0]));
let organization: string;
let lines: (readonly [string, unknown])[] = [];
beforeAll(async () => {
  organization = await addOrganization(opened.database);
});
beforeEach(() => void (lines = []));

const begin: Transaction = (run) => opened.database.transaction(run);

const rights = (transaction = begin) => {
  const write = (about: object, text: string) => void lines.push([text, (about as { change: unknown }).change]);
  return withLoggedRights({ accounts: openAccounts(opened.database), transaction }, { info: write, warn: write });
};

/** Creates a user who is a member; `last` is the last step of the transaction. */
const addUser = (transaction: Transaction = begin, last = async (): Promise<void> => {}) => {
  const { accounts, transaction: run } = rights(transaction);
  const id = randomUUID();
  const user = { id, email: `${id}@example.com`, name: 'Name', passwordHash: null, subject: null };
  return inRequest('r1', () =>
    run(async (sql) => {
      await accounts.createUser(user, sql);
      await accounts.addMember(organization, id, 'viewer', sql);
      await last();
      expect(lines).toEqual([]);
    }),
  );
};

test('a change is logged once it is committed', async () => {
  await addUser();
  expect(lines).toEqual([
    ['rights changed', 'user created'],
    ['rights changed', 'member added'],
  ]);
});

test('a change that is rolled back is not logged', async () => {
  const refused = addUser(begin, () => Promise.reject(new Error('The key is in flight.')));
  await expect(refused).rejects.toThrow('in flight');
  expect(lines).toEqual([]);
});

test('a change whose commit got no answer is logged as unknown', async () => {
  const cutOff: Transaction = async (run) => {
    await begin(run);
    throw new Error('The connection was cut.');
  };
  await expect(addUser(cutOff)).rejects.toThrow('cut');
  expect(lines).toEqual([
    ['rights may have changed', 'user created'],
    ['rights may have changed', 'member added'],
  ]);
});

test('a change outside of a transaction is logged at once', async () => {
  const { accounts } = rights();
  await inRequest('r2', () => accounts.createOrganization({ id: randomUUID(), name: 'New' }));
  expect(lines).toEqual([['rights changed', 'organization created']]);
});
