/** Guarantee: a subscriber who catches up and reads nothing costs the node little, however much it has missed. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openAccounts } from '../../db/accounts/openAccounts.ts';
import { openMarks } from '../../db/runs/openMarks.ts';
import { openRepairs } from '../../db/runs/openRepairs.ts';
import { openRuns } from '../../db/runs/openRuns.ts';
import { openSignals } from '../../db/signals/openSignals.ts';
import { addOrganization, addPlanning, locationFields, target } from '../../db/testing/samples.ts';
import { type TestDatabase, testPlaces } from '../../db/testing/testDatabases.ts';
import { openStore } from '../../db/versions/openStore.ts';
import type { Store } from '../../db/versions/store.ts';
import { createCaches } from '../schedule.ts';
import { resolutionsHere } from '../testing/resolutionsHere.ts';
import { scopeOf } from '../testing/openSchedule.ts';
import { createEvents } from './events.ts';

const clock = (): number => Date.now();
/** More than a node has in memory anyway. */
const MISSED = 150;

describe.each(testPlaces())('a replay on $name', (place) => {
  describe.skipIf(place.skipped !== null)('of many changes', () => {
    let opened: TestDatabase;
    beforeAll(async () => {
      opened = await place.open();
    });
    afterAll(() => opened?.drop());

    test('holds few of them for a client that does not read, and sends all of them to one that does', async () => {
      const { database } = opened;
      const signals = openSignals(database);
      const store = openStore(database, signals);
      let most = 0;
      const noting: Store = {
        ...store,
        async news(planning, after, limit) {
          const news = await store.news(planning, after, limit);
          most = Math.max(most, news.changes.length);
          return news;
        },
      };
      const ports = {
        store: noting,
        runs: openRuns(database, signals),
        marks: openMarks(database, signals),
        repairs: openRepairs(database, signals),
        accounts: openAccounts(database),
        clock,
      };
      const { conflicts } = createCaches({ clock, resolutions: resolutionsHere });
      const hub = await createEvents(ports, { signals, conflicts });
      const organization = await addOrganization(database);
      const planning = await addPlanning(store, organization);
      const put = (ordering: number) =>
        store.write(target(planning), () => ({
          writes: [{ entity: 'location', id: 'l', fields: locationFields({ ordering }), reuse: true }],
          result: null,
        }));
      await put(0);
      const since = (await store.changesetsAfter(planning, 0, 10)).at(-1)?.id ?? null;
      for (let i = 1; i <= MISSED; i++) await put(i);

      const sent: string[] = [];
      let read = (): void => {};
      const reads = new Promise<void>((resolve) => (read = resolve));
      const sink = {
        send: ({ bytes }: { readonly bytes: Buffer }) =>
          void sent.push((JSON.parse(bytes.toString()) as { type: string }).type),
        ready: async () => {
          if (sent.length > 1) await reads;
          return true;
        },
        isBehind: false,
        lose: () => {},
      };
      const scope = scopeOf('u', organization, 'viewer');
      const request = { planning: planning.id, workspace: null, since, batch: true };
      const subscription = await hub.subscribe(scope, request, sink);
      await expect.poll(() => sent).toEqual(['subscribed', 'change']);
      expect(most).toBeLessThanOrEqual(20);
      read();
      await subscription.caughtUp;
      expect(sent).toEqual(['subscribed', ...Array.from({ length: MISSED }, () => 'change'), 'state']);
      subscription.stop();
      await hub.close();
      await signals.close();
    });
  });
});
