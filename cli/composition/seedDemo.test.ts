import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../db/connection/openDatabase.ts';
import { openSignals } from '../../db/signals/openSignals.ts';
import { openAccounts } from '../../db/accounts/openAccounts.ts';
import { openStore } from '../../db/versions/openStore.ts';
import { testPlaces } from '../../db/testing/testDatabases.ts';
import { createSchedule } from '../../schedule/schedule.ts';
import { openSchedule, type TestSchedule } from '../../schedule/testing/openSchedule.ts';
import { seedAdministrator } from './seedAdministrator.ts';
import { seedDemo } from './seedDemo.ts';

describe.each(testPlaces())('the first start on $name', (place) => {
  describe.skipIf(place.skipped !== null)('of several nodes at once', () => {
    let opened: TestSchedule;
    const nodes: Parameters<typeof seedDemo>[0][] = [];
    const close: (() => Promise<void>)[] = [];
    beforeAll(async () => {
      opened = await openSchedule({}, place);
      const { schedule, ports, database } = opened;
      nodes.push({ accounts: ports.accounts, schedule });
      for (let i = 0; i < 2; i++) {
        const other = database.url === null ? database.database : await openDatabase({ url: database.url });
        if (database.url !== null) close.push(() => other.close());
        const accounts = openAccounts(other);
        const store = openStore(other, openSignals(other));
        nodes.push({ accounts, schedule: createSchedule({ ...ports, accounts, store }) });
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
});
