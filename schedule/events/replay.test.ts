/** Guarantee: subscribers who catch up cost the node little, however many they are, however much they missed, and even if they read nothing. */
import { describe, expect, test } from 'vitest';
import { openAccounts } from '../../db/accounts/openAccounts.ts';
import { openMarks } from '../../db/runs/openMarks.ts';
import { openRepairs } from '../../db/runs/openRepairs.ts';
import { openRuns } from '../../db/runs/openRuns.ts';
import { openSignals } from '../../db/signals/openSignals.ts';
import type { Signals } from '../../db/signals/signals.ts';
import type { OpenDatabase } from '../../db/connection/openDatabase.ts';
import type { PlanningRef } from '../../db/versions/planningState.ts';
import { addOrganization, addPlanning, locationFields, target } from '../../db/testing/samples.ts';
import { testPlaces } from '../../db/testing/testDatabases.ts';
import { useDatabase } from '../../db/testing/useDatabase.ts';
import { openStore } from '../../db/versions/openStore.ts';
import type { Store } from '../../db/versions/store.ts';
import { createCaches } from '../schedule.ts';
import { resolutionsHere } from '../testing/resolutionsHere.ts';
import { scopeOf } from '../testing/openSchedule.ts';
import { createEvents, type Events } from './events.ts';

const clock = (): number => Date.now();
/** More than a node has in memory anyway. */
const MISSED = 150;

const openHub = (database: OpenDatabase, store: Store, signals: Signals): Promise<Events> => {
  const ports = {
    store,
    runs: openRuns(database, signals),
    marks: openMarks(database, signals),
    repairs: openRepairs(database, signals),
    accounts: openAccounts(database),
    clock,
  };
  const { conflicts } = createCaches({ clock, resolutions: resolutionsHere });
  return createEvents(ports, { signals, conflicts });
};

const put = (store: Store, planning: PlanningRef, ordering: number) =>
  store.write(target(planning), () => ({
    writes: [{ entity: 'location', id: 'l', fields: locationFields({ ordering }), reuse: true }],
    result: null,
  }));

describe.each(testPlaces())('a replay on $name', (place) => {
  describe.skipIf(place.skipped !== null)('of many changes', () => {
    const opened = useDatabase(place);

    test('reads the changes that many missed once for all of them, from wherever each begins', async () => {
      const { database } = opened;
      const signals = openSignals(database);
      const store = openStore(database, signals);
      const reads = { pages: 0, diffs: 0 };
      const counting: Store = {
        ...store,
        async news(planning, after, limit) {
          const news = await store.news(planning, after, limit);
          if (news.changes.length > 0) reads.pages++;
          return news;
        },
        diff(planning, change) {
          reads.diffs++;
          return store.diff(planning, change);
        },
      };
      const hub = await openHub(database, counting, signals);
      const organization = await addOrganization(database);
      const planning = await addPlanning(store, organization);
      for (let i = 0; i <= MISSED; i++) await put(store, planning, i);
      const changes = (await store.changesetsAfter(planning, 0, MISSED + 2)).map(({ id }) => id);
      const scope = scopeOf('u', organization, 'viewer');
      const caughtUp = async (since: string | null, batch: boolean): Promise<string[]> => {
        const heard: string[] = [];
        const send = ({ bytes }: { readonly bytes: Buffer }): void => {
          const { type, change } = JSON.parse(bytes.toString()) as { type: string; change: string };
          if (type !== 'subscribed' && type !== 'state') heard.push(change);
        };
        const sink = { send, ready: async () => true, isBehind: false, lose: () => {} };
        const request = { planning: planning.id, workspace: null, since, batch };
        const subscription = await hub.subscribe(scope, request, sink);
        await subscription.caughtUp;
        subscription.stop();
        return heard;
      };
      // The first subscription keeps the feed; the others begin at five changes.
      const missing = Array.from({ length: 60 }, (_, i) => i % 5);
      const all = await Promise.all(missing.map((first, i) => caughtUp(changes[first] ?? null, i % 2 === 0)));
      expect(all).toEqual(missing.map((first) => changes.slice(first + 1)));
      // Eight or nine pages of 20, the first one at each of five changes, and what the feed itself reads at first.
      expect(reads.pages).toBeLessThanOrEqual(9 + 5 + 1);
      expect(reads.diffs).toBeLessThanOrEqual(changes.length);
      await hub.close();
      await signals.close();
    });

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
      const hub = await openHub(database, noting, signals);
      const organization = await addOrganization(database);
      const planning = await addPlanning(store, organization);
      await put(store, planning, 0);
      const since = (await store.changesetsAfter(planning, 0, 10)).at(-1)?.id ?? null;
      for (let i = 1; i <= MISSED; i++) await put(store, planning, i);

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
