import { beforeAll, describe, expect, test } from 'vitest';
import { openSignals } from '../signals/openSignals.ts';
import {
  addOrganization,
  addPlanning,
  operationFields,
  target,
  taskFields,
  workspaceFields,
} from '../testing/samples.ts';
import { testPlaces } from '../testing/testDatabases.ts';
import { useDatabase } from '../testing/useDatabase.ts';
import { openStore } from './openStore.ts';
import type { PlanningRef, PlanningState } from './planningState.ts';
import type { EntityWrite, Store } from './store.ts';

const task = (time: number): EntityWrite => ({ entity: 'task', id: 'in', fields: taskFields('o', 'inbound', time) });
const timeIn = (state: PlanningState): number | undefined => state.taskOf('o', 'inbound')?.fields.expectedTime;

describe.each(testPlaces())('forgotten history on $name', (place) => {
  describe.skipIf(place.skipped !== null)('of one planning', () => {
    const opened = useDatabase(place);
    let store: Store;
    /** The store of another node, which read the planning before most of the deleted history. */
    let stale: Store;
    let planning: PlanningRef;
    let at: number[];
    const write = async (writes: EntityWrite[], workspace: string | null = null): Promise<void> => {
      const { changeset } = await store.write(target(planning, workspace), () => ({ writes, result: null }));
      at[changeset!.change] = changeset!.at;
      // Makes times differ, because history is deleted by time.
      await new Promise((resolve) => setTimeout(resolve, 3));
    };
    beforeAll(async () => {
      store = openStore(opened.database, openSignals(opened.database));
      stale = openStore(opened.database, openSignals(opened.database));
      planning = await addPlanning(store, await addOrganization(opened.database));
      at = [];
      await write([{ entity: 'workspace', id: 'w', fields: workspaceFields() }]); // 2
      await write([{ entity: 'operation', id: 'o', fields: operationFields() }, task(1)]); // 3
      await write([task(2)], 'w'); // 4
      await stale.state({ planning });
      for (const time of [3, 4, 5]) await write([task(time)]); // 5, 6, 7
      await write([{ entity: 'tag', id: 't', fields: { category: 'c', value: 'v', required: false, color: null } }]); // 8
      await write([task(9)]); // 9
    });

    // Guarantee: only ended history is deleted; a node that lags reads correctly; a draft keeps the versions it branched from.
    test('is deleted up to a time, and nothing else is', async () => {
      const draft = (await store.state({ planning, workspace: 'w' })).taskOf('o', 'inbound')!;
      expect(await store.forget(at[7] + 1)).toBeGreaterThan(0);
      expect(await store.forget(at[7] + 1)).toBe(0);

      const fresh = openStore(opened.database, openSignals(opened.database));
      for (const change of [1, 3, 6]) {
        await expect(fresh.state({ planning, change })).rejects.toMatchObject({
          code: 'change_not_found',
          message: expect.stringContaining('was deleted (HISTORY_DAYS)'),
        });
        await expect(fresh.state({ planning, change, workspace: 'w' })).rejects.toMatchObject({
          code: 'change_not_found',
        });
        await expect(fresh.diff(planning, change)).rejects.toMatchObject({ code: 'change_not_found' });
      }
      expect(
        (await fresh.changesets(planning, { workspace: null, limit: 9 })).items.map(({ change }) => change),
      ).toEqual([9, 8]);
      for (const reader of [store, stale, fresh]) {
        expect(timeIn(await reader.state({ planning }))).toBe(9);
        expect((await reader.state({ planning })).get('tag', 't')).toBeDefined();
        expect(timeIn(await reader.state({ planning, workspace: 'w' }))).toBe(2);
        expect(timeIn(await reader.state({ planning, change: 8 }))).toBe(5);
        expect(
          (await reader.diff(planning, 9)).map(({ action, before }) => [
            action,
            (before as typeof draft).fields.expectedTime,
          ]),
        ).toEqual([['updated', 5]]);
      }
      const [base] = await fresh.versions(planning, 'task', [{ key: 'in', versionId: draft.base! }]);
      expect(base?.fields.expectedTime).toBe(1);
      expect((await fresh.taskHistory(planning, null, 'o')).map(({ fields }) => fields.expectedTime)).toEqual([
        1, 5, 9,
      ]);
    });

    test('includes everything but the latest change, whatever its age', async () => {
      await store.forget(at[9] + 1_000_000);
      expect(
        (await store.changesets(planning, { workspace: null, limit: 9 })).items.map(({ change }) => change),
      ).toEqual([9]);
      expect(timeIn(await openStore(opened.database, openSignals(opened.database)).state({ planning }))).toBe(9);
    });
  });
});
