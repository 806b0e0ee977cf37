import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../connection/openDatabase.ts';
import { openSignals } from '../signals/openSignals.ts';
import { addOrganization, addPlanning, locationFields, planningFields, target } from '../testing/samples.ts';
import { testPlaces } from '../testing/testDatabases.ts';
import { useDatabase } from '../testing/useDatabase.ts';
import { openWebhooks } from '../webhooks/openWebhooks.ts';
import { openStore } from './openStore.ts';
import type { Store } from './store.ts';

const WRITERS = 16;
const WRITES = 12;

describe.each(testPlaces())('concurrent writers on $name', (place) => {
  describe.skipIf(place.skipped !== null)('over two nodes', () => {
    const opened = useDatabase(place);
    const nodes: Store[] = [];
    const close: (() => Promise<void>)[] = [];
    beforeAll(async () => {
      nodes.push(openStore(opened.database, openSignals(opened.database)));
      if (opened.url === null) {
        nodes.push(openStore(opened.database, openSignals(opened.database)));
      } else {
        const second = await openDatabase({ url: opened.url });
        close.push(() => second.close());
        nodes.push(openStore(second, openSignals(second)));
      }
    });
    afterAll(async () => {
      for (const end of close) await end();
    });

    test('webhooks that are created at the same time do not exceed the limit of their planning', async () => {
      const [a] = nodes as [Store, Store];
      const planning = await addPlanning(a, await addOrganization(opened.database));
      const webhooks = openWebhooks(opened.database);
      const webhook = { planning, url: 'https://a.example/', description: null, events: ['*'], enabled: true };
      const made = await Promise.all(
        Array.from({ length: 8 }, (_, i) =>
          opened.database.transaction((tx) =>
            webhooks.create(tx, { ...webhook, id: `w${i}`, secret: 'secret', createdBy: 'somebody', createdAt: 1 }, 3),
          ),
        ),
      );
      expect(made.filter((isMade) => isMade)).toHaveLength(3);
      expect(await webhooks.list(planning)).toHaveLength(3);
    });

    // Guarantee: changes are numbered without gaps, no update is lost, and either node reads an acknowledged write at once.
    test.each(['write', 'edit', 'either'])('leave a gapless order and lose nothing: %s', async (verbs) => {
      const [a, b] = nodes as [Store, Store];
      const planning = await addPlanning(a, await addOrganization(opened.database));
      const increment = async (store: Store, verb: 'write' | 'edit') => {
        const outcome = await store[verb](target(planning), (state) => {
          const count = (state.get('location', 'counter')?.fields.ordering ?? 0) + 1;
          const reuse = count > 1;
          return {
            writes: [{ entity: 'location', id: 'counter', fields: locationFields({ ordering: count }), reuse }],
            result: count,
          };
        });
        const other = store === a ? b : a;
        const seen = await other.state({ planning });
        expect(seen.change).toBeGreaterThanOrEqual(outcome.changeset?.change ?? 0);
        expect(Number(seen.get('location', 'counter')?.fields.ordering)).toBeGreaterThanOrEqual(outcome.result);
        return outcome;
      };
      const outcomes = await Promise.all(
        Array.from({ length: WRITERS }, async (_, writer) => {
          const mine = [];
          for (let index = 0; index < WRITES; index++) {
            const verb = verbs === 'either' ? (index % 3 === 0 ? 'write' : 'edit') : (verbs as 'write' | 'edit');
            mine.push(await increment(writer % 2 === 0 ? a : b, verb));
          }
          return mine;
        }),
      );
      const changes = outcomes.flat().map(({ changeset }) => changeset?.change ?? 0);
      expect(changes.toSorted((x, y) => x - y)).toEqual(
        Array.from({ length: WRITERS * WRITES }, (_, index) => index + 2),
      );
      expect((await b.state({ planning })).get('location', 'counter')?.fields.ordering).toBe(WRITERS * WRITES);
      const times = (await b.changesetsAfter(planning, 0, 1000)).map(({ at }) => at);
      expect(times).toEqual(times.toSorted((x, y) => x - y));
    });

    test('lock several plannings in one order, so that there is no deadlock', async () => {
      const [a, b] = nodes as [Store, Store];
      const organization = await addOrganization(opened.database);
      const one = await addPlanning(a, organization);
      const two = await addPlanning(a, organization);
      const both = (store: Store, order: readonly (typeof one)[], name: string) =>
        store.editAll(
          order.map((planning) => target(planning)),
          (states) =>
            states.map((state) => ({
              writes: [{ entity: 'planning', id: state.planning.id, fields: planningFields({ name }) }],
              result: name,
            })),
        );
      await Promise.all(
        Array.from({ length: 24 }, (_, index) =>
          both(index % 2 === 0 ? a : b, index % 3 === 0 ? [one, two] : [two, one], `n${index}`),
        ),
      );
      expect([await a.head(one), await b.head(two)]).toEqual([25, 25]);
      expect((await a.state({ planning: one })).record.fields.name).toBe(
        (await b.state({ planning: two })).record.fields.name,
      );
    });

    test('a write that fails leaves nothing behind, and the next one succeeds', async () => {
      const [a] = nodes as [Store, Store];
      const planning = await addPlanning(a, await addOrganization(opened.database));
      const put = (id: string, name: string) =>
        a.write(target(planning), () => ({
          writes: [{ entity: 'location', id, fields: locationFields({ name }) }],
          result: null,
        }));
      await put('x', 'first');
      await expect(put('y', 'nul \u0000')).rejects.toMatchObject({ code: 'value_refused' });
      await expect(a.write(target(planning), () => Promise.reject(new Error('verb')))).rejects.toThrow('verb');
      const { changeset } = await put('y', 'second');
      expect(changeset?.change).toBe(3);
      await a.deletePlanning(planning);
      await expect(put('z', 'late')).rejects.toMatchObject({ code: 'planning_not_found' });
      await expect(a.state({ planning })).rejects.toMatchObject({ code: 'planning_not_found' });
    });
  });
});
