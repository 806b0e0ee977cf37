import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { actorOfKey } from '../../api/auth/apiKeys.ts';
import { verifyPassword } from '../../api/auth/password.ts';
import { openDatabase } from '../../db/connection/openDatabase.ts';
import { openSignals } from '../../db/signals/openSignals.ts';
import { openAccounts } from '../../db/accounts/openAccounts.ts';
import { openStore } from '../../db/versions/openStore.ts';
import { testPlaces } from '../../db/testing/testDatabases.ts';
import type { Ports } from '../../schedule/ports.ts';
import { createSchedule } from '../../schedule/schedule.ts';
import { openSchedule, type TestSchedule } from '../../schedule/testing/openSchedule.ts';
import { seedAdministrator } from './seedAdministrator.ts';
import { seedDemo } from './seedDemo.ts';

describe.each(testPlaces())('the first start on $name', (place) => {
  describe.skipIf(place.skipped !== null)('of several nodes at once', () => {
    let opened: TestSchedule;
    const nodes: (Parameters<typeof seedDemo>[0] & Parameters<typeof seedAdministrator>[0])[] = [];
    const close: (() => Promise<void>)[] = [];
    beforeAll(async () => {
      opened = await openSchedule({}, place);
      const { schedule, ports, database } = opened;
      nodes.push({ accounts: ports.accounts, schedule, transaction: ports.transaction });
      for (let i = 0; i < 2; i++) {
        const other = database.url === null ? database.database : await openDatabase({ url: database.url });
        if (database.url !== null) close.push(() => other.close());
        const accounts = openAccounts(other);
        const store = openStore(other, openSignals(other));
        const transaction: Ports['transaction'] = (run) => other.transaction(run);
        nodes.push({ accounts, transaction, schedule: createSchedule({ ...ports, accounts, store, transaction }) });
      }
    });
    afterAll(async () => {
      for (const end of close) await end();
      await opened?.close();
    });

    test('one of them fills the database, and the others start without an error', async () => {
      const demos = await Promise.all(nodes.map((node) => seedDemo(node)));
      expect(demos.filter((demo) => demo !== null)).toHaveLength(1);
      const { accounts, store } = opened.ports;
      expect((await accounts.users()).map(({ email }) => email)).toEqual([demos.find((demo) => demo !== null)!.email]);
      expect(await store.plannings('demo')).toHaveLength(1);
    });

    test('one of them creates the administrator', async () => {
      const made = await Promise.all(nodes.map((node) => seedAdministrator(node, 'root@example.org')));
      expect(made.filter((one) => one !== null)).toHaveLength(1);
    });
  });

  describe.skipIf(place.skipped !== null)('that is interrupted', () => {
    let opened: TestSchedule;
    beforeEach(async () => {
      opened = await openSchedule({}, place);
    });
    afterEach(() => opened.close());

    test('is repeated by the next start, which shows how to log in and has the demo day', async () => {
      const { schedule, ports } = opened;
      const died = new Error('the process was killed');
      const importPlanning: typeof schedule.importPlanning = (scope, organization, document, also) =>
        schedule.importPlanning(scope, organization, document, async (sql) => {
          await also?.(sql);
          throw died;
        });
      const { accounts } = ports;
      await expect(seedDemo({ accounts, schedule: { ...schedule, importPlanning } })).rejects.toThrow();
      const demo = await seedDemo({ accounts, schedule });
      expect(demo).toMatchObject({ planning: 'atl-2008-03-14' });
      expect(await ports.store.plannings('demo')).toHaveLength(1);
      const user = await accounts.userByEmail(demo!.email);
      expect(await verifyPassword(user!.passwordHash, demo!.password)).toBe(true);
      expect(await actorOfKey(accounts, demo!.apiKey, 0)).toMatchObject({
        memberships: [{ organization: 'demo', role: 'admin' }],
      });
    });

    test('is repeated by the next start, which shows the password of the administrator', async () => {
      const { accounts, transaction } = opened.ports;
      const createApiKey = () => Promise.reject(new Error('the process was killed'));
      const dying = { accounts: { ...accounts, createApiKey }, transaction };
      await expect(seedAdministrator(dying, 'root@example.org')).rejects.toThrow('killed');
      const made = await seedAdministrator({ accounts, transaction }, 'root@example.org');
      const user = await accounts.userByEmail('root@example.org');
      expect(await verifyPassword(user!.passwordHash, made!.password)).toBe(true);
    });
  });
});
