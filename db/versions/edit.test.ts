import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '../connection/openDatabase.ts';
import { openSignals } from '../signals/openSignals.ts';
import { addOrganization, addPlanning, locationFields, target } from '../testing/samples.ts';
import { testPlaces } from '../testing/testDatabases.ts';
import { useDatabase } from '../testing/useDatabase.ts';
import { openStore } from './openStore.ts';
import type { PlanningRef, PlanningState } from './planningState.ts';
import type { EntityWrite, Store } from './store.ts';

describe.each(testPlaces())('edits on $name', (place) => {
  describe.skipIf(place.skipped !== null)('while another node writes', () => {
    const opened = useDatabase(place);
    let mine: Store;
    let other: Store;
    let planning: PlanningRef;
    let texts: string[];
    const close: (() => Promise<void>)[] = [];

    beforeAll(async () => {
      const { database } = opened;
      // Records the statements that the store sends, to distinguish the single statement from the lock.
      const sql = new Proxy(database.sql, {
        get: (of, name) =>
          name === 'unsafe'
            ? (text: string, ...rest: []) => {
                texts.push(text);
                return of.unsafe(text, ...rest);
              }
            : (Reflect.get(of, name) as unknown),
      });
      mine = openStore({ ...database, sql, transaction: (body) => database.transaction(body) }, openSignals(database));
      const second = opened.url === null ? database : await openDatabase({ url: opened.url });
      if (second !== database) close.push(() => second.close());
      other = openStore(second, openSignals(second));
    });
    beforeEach(async () => {
      texts = [];
      planning = await addPlanning(mine, await addOrganization(opened.database));
    });
    afterAll(async () => {
      for (const end of close) await end();
    });

    const location = (id: string, name: string): EntityWrite => ({
      entity: 'location',
      id,
      fields: locationFields({ name }),
      reuse: true,
    });
    const put = (store: Store, id: string, name: string) =>
      store.edit(target(planning), () => ({ writes: [location(id, name)], result: null }));
    const nameOf = (state: PlanningState, id: string) => state.get('location', id)?.fields.name;

    test('take one statement if the cached state is the head', async () => {
      await put(mine, 'a', '0');
      texts = [];
      const { changeset } = await put(mine, 'a', '1');
      expect(changeset?.change).toBe(3);
      expect(texts).toHaveLength(1);
      expect(nameOf(await other.state({ planning }), 'a')).toBe('1');
    });

    test('are decided again on what the other node wrote', async () => {
      await put(mine, 'a', '0');
      await put(other, 'a', '1');
      const seen: (string | undefined)[] = [];
      const { changeset, state } = await mine.edit(target(planning), (before) => {
        seen.push(nameOf(before, 'a'));
        return { writes: [location('a', `${nameOf(before, 'a')}+`)], result: null };
      });
      expect(seen).toEqual(['0', '1']);
      expect([changeset?.change, nameOf(state, 'a')]).toEqual([4, '1+']);
    });

    test('are neither refused nor found without a difference because of an outdated state', async () => {
      await put(mine, 'a', '0');
      await put(other, 'b', '1');
      const { result } = await mine.edit(target(planning), (state) => {
        if (!state.has('location', 'b')) throw new Error('There is no b.');
        return { writes: [], result: nameOf(state, 'b') };
      });
      expect(result).toBe('1');
      await put(other, 'a', '2');
      expect((await put(mine, 'a', '0')).changeset?.change).toBe(5);
      await expect(
        mine.edit(target(planning), () => {
          throw new Error('refused');
        }),
      ).rejects.toThrow('refused');
    });

    test('fail for a planning that the other node deleted', async () => {
      await put(mine, 'a', '0');
      await other.deletePlanning(planning);
      await expect(put(mine, 'a', '1')).rejects.toMatchObject({ code: 'planning_not_found' });
    });

    test('have the database’s time, never earlier than the previous change', async () => {
      const { sql } = opened.database;
      await put(mine, 'a', '0');
      const clock = async () => {
        const [{ now }] = await sql<
          { now: number }[]
        >`select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now`;
        return now;
      };
      const before = await clock();
      const first = await put(mine, 'a', '1');
      expect(first.changeset?.at).toBeGreaterThan(before - 1000);
      expect(first.changeset?.at).toBeLessThanOrEqual(await clock());
      const ahead = before + 3_600_000;
      await sql`update plannings set changed_at = ${ahead} where key = ${planning.key}`;
      expect((await put(mine, 'a', '2')).changeset?.at).toBe(ahead);
      expect((await put(other, 'a', '3')).changeset?.at).toBe(ahead);
      expect((await mine.history(planning, null, 'location', 'a')).map(({ validFrom }) => validFrom).at(-1)).toBe(
        ahead,
      );
    });
  });
});
