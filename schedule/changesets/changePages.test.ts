/** Guarantee: whoever sends past changes one after another reads the history in pages, once for all, and gets every stored change. */
import { describe, expect, test } from 'vitest';
import { openSignals } from '../../db/signals/openSignals.ts';
import { addOrganization, addPlanning, locationFields, target } from '../../db/testing/samples.ts';
import { testPlaces } from '../../db/testing/testDatabases.ts';
import { useDatabase } from '../../db/testing/useDatabase.ts';
import { openStore } from '../../db/versions/openStore.ts';
import { ChangePages } from './changePages.ts';

/** More than a node has in memory anyway. */
const COUNT = 150;

describe.each(testPlaces())('pages of changes on $name', (place) => {
  describe.skipIf(place.skipped !== null)('of one planning', () => {
    const opened = useDatabase(place);

    test('are read once, however many changes are asked for one by one, and again when they have grown', async () => {
      const { database } = opened;
      const store = openStore(database, openSignals(database));
      const planning = await addPlanning(store, await addOrganization(database));
      const put = (ordering: number) =>
        store.write(target(planning), () => ({
          writes: [{ entity: 'location', id: 'l', fields: locationFields({ ordering }), reuse: true }],
          result: null,
        }));
      for (let i = 0; i < COUNT; i++) await put(i);
      let reads = 0;
      const news: typeof store.news = (...asked) => {
        reads++;
        return store.news(...asked);
      };
      const pages = new ChangePages({ news }, (_, change) => ({ change }));
      const numbers = async (from: number): Promise<number[]> =>
        (await pages.from(planning, from)).map(({ change }) => change.changeset.change);

      const head = await store.head(planning);
      const wanted = Array.from({ length: head }, (_, i) => i + 1);
      const asked = [];
      for (const change of wanted) asked.push((await numbers(change))[0]);
      expect(asked).toEqual(wanted);
      expect(reads).toBeLessThanOrEqual(Math.ceil(head / 20));
      // A second reader reads nothing.
      const before = reads;
      expect((await Promise.all(wanted.map(numbers))).map(([first]) => first)).toEqual(wanted);
      expect(reads).toBe(before);

      expect(await numbers(head + 1)).toEqual([]);
      await put(COUNT);
      expect(await numbers(head + 1)).toEqual([head + 1]);
      expect(await numbers(head)).toEqual([head, head + 1]);
    });

    test('have all changes where these are so large that the store reads few of them at a time', async () => {
      const { database } = opened;
      const store = openStore(database, openSignals(database));
      const planning = await addPlanning(store, await addOrganization(database));
      const LARGE = 2000;
      for (let i = 0; i < 6; i++) {
        const writes = Array.from({ length: LARGE }, (_, k) => {
          const fields = locationFields({ ordering: i });
          return { entity: 'location' as const, id: `l${k}`, fields, reuse: true };
        });
        await store.write(target(planning), () => ({ writes, result: null }));
      }
      const fresh = openStore(database, openSignals(database));
      const head = await fresh.head(planning);
      const pages = new ChangePages(fresh, (_, change) => ({ change }));
      for (let change = 1; change <= head; change++) {
        const [first] = await pages.from(planning, change);
        expect(first?.change.changeset.change).toBe(change);
      }
    });
  });
});
