import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../connection/openDatabase.ts';
import type { TransactionSql } from '../connection/database.ts';
import { openSignals } from '../signals/openSignals.ts';
import {
  addOrganization,
  addPlanning,
  operationFields,
  planningFields,
  target,
  taskFields,
} from '../testing/samples.ts';
import { testPlaces } from '../testing/testDatabases.ts';
import { useDatabase } from '../testing/useDatabase.ts';
import { verifyDatabase } from '../verify/verifyDatabase.ts';
import { VERSION_TABLES } from '../schema/versions.ts';
import { KINDS } from './entities.ts';
import { DESCRIPTIONS } from './kinds.ts';
import { openStore } from './openStore.ts';
import { removal } from './stagedChanges.ts';
import type { EntityWrite, Store } from './store.ts';
import { temporaryFolder } from '../../tests/temporaryFolder.ts';

const COUNT = 2500;
const operation = (i: number, description: string): EntityWrite => ({
  entity: 'operation',
  id: `o${i}`,
  fields: operationFields({ description }),
});
const many = (description: string): EntityWrite[] => Array.from({ length: COUNT }, (_, i) => operation(i, description));

describe.each(testPlaces())('long changesets on $name', (place) => {
  describe.skipIf(place.skipped !== null)('beside other requests', () => {
    const opened = useDatabase(place);
    let store: Store;
    let organization: string;
    beforeAll(async () => {
      store = openStore(opened.database, openSignals(opened.database), { longRows: 1000 });
      organization = await addOrganization(opened.database);
    });

    /** Every row of versions and ids, for comparison. */
    const everything = async () => {
      const { sql } = opened.database;
      const tables = [...Object.keys(VERSION_TABLES).map((kind) => DESCRIPTIONS[kind as 'task'].table), 'identities'];
      const rows = [];
      for (const table of tables) {
        const [{ sum }] = await sql.unsafe<[{ sum: string }]>(
          `select count(*) || ' ' || coalesce(sum(hashtext(t::text)::bigint), 0) as sum from ${table} t`,
        );
        rows.push(`${table} ${sum}`);
      }
      return [...rows, ...(await sql`select * from staged_changes`).map((row) => JSON.stringify(row))];
    };

    // Guarantee: other requests run while a long changeset is written, and see all of it or nothing.
    test('others read and write in between, and none sees a part of it', async () => {
      const { sql } = opened.database;
      const planning = await addPlanning(store, organization);
      const [small] = [await addPlanning(store, organization)];
      const other = openStore(opened.database, openSignals(opened.database));
      await other.state({ planning });
      const before = (await store.state({ planning })).change;
      let isDone = false;
      const long = store
        .write(target(planning), () => ({
          writes: [...many('first'), { entity: 'task', id: 't', fields: taskFields('o1', 'inbound', 7) }],
          result: null,
          also: async (tx: TransactionSql) => void (await tx`select 1`),
        }))
        .finally(() => (isDone = true));
      const counts = new Set<number>();
      let heard = 0;
      while (!isDone) {
        const state = await other.state({ planning });
        counts.add(state.count('operation'));
        await store.edit(target(small), () => ({ writes: [operation(COUNT + heard, 'x')], result: null }));
        const tasks = await store.firstTasks(planning, null, ['o1']);
        const now = await store.state({ planning });
        expect([state.count('task'), now.count('task')]).toContain(tasks.length);
        heard++;
      }
      const { changeset, state } = await long;
      expect(changeset?.change).toBe(before + 1);
      expect([...counts].filter((count) => count !== 0 && count !== COUNT)).toEqual([]);
      expect(heard).toBeGreaterThan(0);
      const fresh = await openStore(opened.database, openSignals(opened.database)).state({ planning });
      expect(fresh.count('operation')).toBe(COUNT);
      expect(fresh.get('operation', 'o7')).toEqual(state.get('operation', 'o7'));
      expect(await sql`select * from staged_changes`).toEqual([]);
    });

    // Guarantee: the time to take a change back does not depend on how many ids its organization has.
    test('ids of a change that is taken back are found by the index, also without statistics', async () => {
      const own = await addOrganization(opened.database);
      const planning = await addPlanning(store, own);
      await store.edit(target(planning), () => ({ writes: many('first'), result: null }));
      for (const kind of ['operation', 'task'] as const) {
        const statement = removal(KINDS.indexOf(kind), DESCRIPTIONS[kind].table);
        const plan = await opened.database.sql.unsafe(`explain ${statement}`, [0, own, 0, 0]);
        expect(plan.map((row) => String(row['QUERY PLAN'])).join('\n')).toMatch(
          /Index Cond: \(\(organization = .* AND \(kind = .* AND \(id = gone/,
        );
      }
    });

    test('a write that is refused in the middle leaves nothing behind, and the next one succeeds', async () => {
      const planning = await addPlanning(store, organization);
      const rename = (name: string) =>
        Array.from(
          { length: COUNT },
          (_, i): EntityWrite => ({
            entity: 'operation',
            id: `${planning.id}-${i}`,
            fields: operationFields({ description: name }),
          }),
        );
      await store.edit(target(planning), () => ({ writes: rename('first'), result: null }));
      await store.edit(target(planning), () => ({
        writes: [{ entity: 'operation', id: `${planning.id}-1`, fields: null }],
        result: null,
      }));
      const before = await everything();
      // The last write uses the id of another planning's entity; an earlier one that of a deleted operation of this planning.
      const refused = [
        ...rename('second').map((write) => ({ ...write, reuse: true })),
        operation(0, 'taken'),
      ] as EntityWrite[];
      await expect(store.edit(target(planning), () => ({ writes: refused, result: null }))).rejects.toMatchObject({
        code: 'id_taken',
      });
      await expect(
        store.write(target(planning), () => ({
          writes: rename('third').map((write) => ({ ...write, reuse: true })),
          result: null,
          also: () => Promise.reject(new Error('Not so.')),
        })),
      ).rejects.toThrow('Not so.');
      expect(await everything()).toEqual(before);
      const { state } = await store.edit(target(planning), () => ({
        writes: rename('fourth').map((write) => ({ ...write, reuse: true })),
        result: null,
      }));
      expect(state.get('operation', `${planning.id}-9`)?.fields.description).toBe('fourth');
    });

    test('a planning is created from a long document completely or not at all', async () => {
      const id = `${organization}-imported`;
      const writes = Array.from(
        { length: COUNT },
        (_, i): EntityWrite => ({
          entity: 'operation',
          id: `${id}-${i}`,
          fields: operationFields(),
        }),
      );
      const making = { id, organization, fields: planningFields(), author: null };
      const before = await everything();
      await expect(
        store.createPlanning({ ...making, writes: [...writes, operation(0, 'taken')] }),
      ).rejects.toMatchObject({ code: 'id_taken' });
      expect(await everything()).toEqual(before);
      const { result } = await store.createPlanning({ ...making, writes });
      const state = await openStore(opened.database, openSignals(opened.database)).state({ planning: result });
      expect([state.change, state.count('operation')]).toEqual([1, COUNT]);
      await expect(store.createPlanning({ ...making, writes: [] })).rejects.toMatchObject({ code: 'id_taken' });
      await store.deletePlanning(result);
    });
  });
});

// Guarantee: what a process was writing when it died never becomes visible.
test('an incomplete change of a dead process is removed at the next start', async () => {
  const dataDir = temporaryFolder('staged', onTestFinished);
  const first = await openDatabase({ dataDir });
  // Fails in the middle: after some pieces, nothing more is sent.
  const sent: string[] = [];
  const sql = new Proxy(first.sql, {
    get: (of, name) =>
      name === 'unsafe'
        ? (text: string, ...rest: []) => {
            sent.push(text);
            if (sent.filter((one) => one.includes('insert into "operations"')).length > 2) return new Promise(() => {});
            return of.unsafe(text, ...rest);
          }
        : (Reflect.get(of, name) as unknown),
  });
  const plain = openStore(first, openSignals(first));
  const planning = await addPlanning(plain, await addOrganization(first));
  await plain.write(target(planning), () => ({ writes: [operation(0, 'before')], result: null }));
  const store = openStore({ ...first, sql, transaction: (body) => first.transaction(body) }, openSignals(first));
  void store.write(target(planning), () => ({ writes: many('lost'), result: null }));
  await expect
    .poll(async () => (await first.sql`select 1 from operations where description = 'lost'`).length)
    .toBe(500);
  const verdicts = await verifyDatabase(first);
  expect(verdicts.flatMap(({ findings }) => findings)).toEqual([]);
  expect(verdicts.flatMap(({ remarks }) => remarks)).toHaveLength(1);
  await first.close();
  const second = await openDatabase({ dataDir });
  const after = openStore(second, openSignals(second));
  const state = await after.state({ planning });
  expect([...state.all('operation')].map(({ fields }) => fields.description)).toEqual(['before']);
  expect(await after.taken(planning.organization, 'operation', ['o0', 'o1'])).toEqual(['o0']);
  const { changeset } = await after.write(target(planning), () => ({ writes: many('again'), result: null }));
  expect(changeset?.change).toBe(state.change + 1);
  await second.close();
});
