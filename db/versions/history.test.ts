import { beforeAll, describe, expect, test } from 'vitest';
import { openSignals } from '../signals/openSignals.ts';
import {
  addOrganization,
  addPlanning,
  assignmentFields,
  operationFields,
  target,
  taskFields,
  workspaceFields,
} from '../testing/samples.ts';
import { testPlaces } from '../testing/testDatabases.ts';
import { useDatabase } from '../testing/useDatabase.ts';
import { openStore } from './openStore.ts';
import type { Fields } from './entities.ts';
import type { PlanningRef } from './planningState.ts';
import type { EntityWrite, Store } from './store.ts';

const task = (id: string, time: number, role: 'inbound' | 'outbound' = 'inbound'): EntityWrite => ({
  entity: 'task',
  id,
  fields: taskFields('o', role, time),
});

describe.each(testPlaces())('history on $name', (place) => {
  describe.skipIf(place.skipped !== null)('of one planning', () => {
    const opened = useDatabase(place);
    let store: Store;
    let organization: string;
    let planning: PlanningRef;
    const write = (writes: EntityWrite[], workspace: string | null = null) =>
      store.write(target(planning, workspace), () => ({ writes, result: null }));
    beforeAll(async () => {
      store = openStore(opened.database, openSignals(opened.database));
      organization = await addOrganization(opened.database);
      planning = await addPlanning(store, organization);
      await write([{ entity: 'workspace', id: 'w', fields: workspaceFields() }]);
      await write([
        { entity: 'operation', id: 'o', fields: operationFields() },
        task('in', 1),
        task('out', 9, 'outbound'),
      ]);
    });

    const times = async (workspace: string | null) =>
      (await store.taskHistory(planning, workspace, 'o')).map(({ id, workspace: layer, fields }) => [
        id,
        layer,
        fields.expectedTime,
      ]);

    test("a draft's task history is the mainline's up to its base, then its own", async () => {
      const before = await store.state({ planning });
      await write([task('in', 2)]);
      await write([task('in', 3)], 'w');
      await write([task('in', 4)]);
      await write([task('in', 5)], 'w');
      expect(await times(null)).toEqual([
        ['in', null, 1],
        ['out', null, 9],
        ['in', null, 2],
        ['in', null, 4],
      ]);
      expect(await times('w')).toEqual([
        ['in', null, 1],
        ['out', null, 9],
        ['in', null, 2],
        ['in', 'w', 3],
        ['in', 'w', 5],
      ]);
      const [first, , second, ...later] = await store.taskHistory(planning, null, 'o');
      expect(first).toMatchObject({ validTo: second?.validFrom, createdAt: first?.validFrom });
      expect(later.at(-1)).toMatchObject({ validTo: null, createdAt: first?.validFrom });
      expect(await store.versions(planning, 'task', [{ key: 'in', versionId: second?.versionId ?? '' }])).toEqual([
        second,
      ]);
      expect((await store.firstTasks(planning, 'w', ['o', 'none'])).map(({ versionId }) => versionId)).toEqual([
        first?.versionId,
        before.get('task', 'out')?.versionId,
      ]);
    });

    test('a draft ends the version that it changes or deletes, so that one version at most is current', async () => {
      const versions = (workspace: string | null) => store.taskHistory(planning, workspace, 'o');
      const current = async () => (await versions('v')).filter(({ validTo }) => validTo === null);
      await write([{ entity: 'workspace', id: 'v', fields: workspaceFields() }]);
      const live = (await versions(null)).filter(({ validTo }) => validTo === null);
      expect(await current()).toEqual(live);
      await write([task('in', 7)], 'v');
      const [own] = (await versions('v')).filter(({ workspace }) => workspace === 'v');
      await write([task('in', 8)]);
      const inbound = (await versions('v')).filter(({ id }) => id === 'in');
      expect(inbound.at(-1)).toEqual(own);
      expect(inbound.slice(0, -1).map(({ validTo }) => validTo)).toEqual(
        inbound.slice(1).map(({ validFrom }) => validFrom),
      );
      await write([{ entity: 'task', id: 'in', fields: null }], 'v');
      expect((await current()).map(({ id }) => id)).toEqual(['out']);
      expect((await versions('v')).filter(({ id }) => id === 'in')).toHaveLength(inbound.length);
      await write([{ entity: 'task', id: 'out', fields: null }], 'v');
      await write([task('out', 10, 'outbound')]);
      expect(await current()).toEqual([]);
      expect((await versions('v')).map(({ fields }) => fields.expectedTime)).not.toContain(10);
    });

    test('a changed task makes a new version of its operation, which no diff shows', async () => {
      const before = await store.state({ planning });
      const { state, diffs, changeset } = await write([task('in', 6)]);
      expect(state.get('operation', 'o')?.versionId).not.toBe(before.get('operation', 'o')?.versionId);
      expect(state.get('operation', 'o')?.fields).toEqual(before.get('operation', 'o')?.fields);
      expect(diffs.map(({ entity, changed }) => [entity, changed])).toEqual([
        ['task', ['scheduledTime', 'expectedTime']],
      ]);
      expect(changeset?.counts).toEqual({ task: { created: 0, updated: 1, deleted: 0 } });
    });

    test('ended assignments are found, with the layer that ended them', async () => {
      const ids = async (workspace: string | null) =>
        (await store.inactiveAssignments({ planning, workspace }, { operation: 'o' })).map(({ version }) => version.id);
      await write([{ entity: 'assignment', id: 'a', fields: assignmentFields('o', 'r1') }]);
      expect(await ids(null)).toEqual([]);
      await write([{ entity: 'assignment', id: 'b', fields: assignmentFields('o', 'r2') }]);
      expect(await ids(null)).toEqual(['a']);
      await write([{ entity: 'assignment', id: 'b', fields: null }], 'w');
      expect(await ids(null)).toEqual(['a']);
      expect((await store.state({ planning, workspace: 'w' })).assignmentOf('o')).toBeUndefined();
      expect((await ids('w')).sort()).toEqual(['a', 'b']);
      await write([{ entity: 'assignment', id: 'b', fields: null }]);
      expect((await ids(null)).sort()).toEqual(['a', 'b']);
    });

    test('changesets are listed newest first by layer, and oldest first for replay', async () => {
      const head = await store.head(planning);
      const all = await store.changesetsAfter(planning, 0, 1000);
      expect(all.map(({ change }) => change)).toEqual(Array.from({ length: head }, (_, index) => index + 1));
      const own = all.filter(({ workspace }) => workspace === 'w').toReversed();
      const first = await store.changesets(planning, { workspace: 'w', limit: 2 });
      const rest = await store.changesets(planning, { workspace: 'w', limit: 9, before: first.next ?? 0 });
      expect([...first.items, ...rest.items]).toEqual(own);
      expect(rest.next).toBeNull();
      expect(await store.changeset(planning, own[0]?.id ?? '')).toEqual(own[0]);
      const other = await addPlanning(store, organization);
      expect(await store.changeset(other, own[0]?.id ?? '')).toBeUndefined();
      expect(await store.changeset(planning, 'no uuid')).toBeUndefined();
    });

    test('the planning that was written last is found', async () => {
      // Times of writes are kept in milliseconds: what is written within one of them has no order.
      const nextMillisecond = () => new Promise((resolve) => setTimeout(resolve, 5));
      await write([task('in', 20)]);
      await nextMillisecond();
      const second = await addPlanning(store, await addOrganization(opened.database));
      expect(await store.lastChanged()).toEqual(second);
      await nextMillisecond();
      await write([task('in', 21)]);
      expect(await store.lastChanged()).toEqual(planning);
    });

    test('an id is found in the given organizations only', async () => {
      const elsewhere = await addOrganization(opened.database);
      const other = await addPlanning(store, elsewhere);
      expect(await store.locate([organization, elsewhere], 'operation', 'o')).toEqual({ found: 'one', planning });
      expect(await store.locate([elsewhere], 'operation', 'o')).toEqual({ found: 'none' });
      expect(await store.locate([organization], 'task', 'o')).toEqual({ found: 'none' });
      await store.write(target(other), () => ({
        writes: [{ entity: 'operation', id: 'o', fields: operationFields() }],
        result: null,
      }));
      expect(await store.locate([organization, elsewhere], 'operation', 'o')).toEqual({
        found: 'ambiguous',
        organizations: [organization, elsewhere].sort(),
      });
      expect(await store.taken(elsewhere, 'operation', ['o', 'x'])).toEqual(['o']);
      expect(await store.locate([elsewhere], 'planning', other.id)).toEqual({ found: 'one', planning: other });
    });

    // Guarantee: a past state costs what differs, not the size of the planning.
    test('a past state shares with the current one whatever has not changed since', async () => {
      const other = await addPlanning(store, organization);
      const inbound = (time: number): EntityWrite => ({
        entity: 'task',
        id: 'shared-in',
        fields: taskFields('shared', 'inbound', time),
      });
      const later = (fields: Fields['operation'] | null): EntityWrite => ({ entity: 'operation', id: 'later', fields });
      const steps: EntityWrite[][] = [
        [
          { entity: 'operation', id: 'shared', fields: operationFields() },
          inbound(1),
          { entity: 'task', id: 'shared-out', fields: taskFields('shared', 'outbound', 9) },
        ],
        [later(operationFields()), inbound(0)],
        [later(null)],
        [inbound(1)],
      ];
      for (const writes of steps) await store.write(target(other), () => ({ writes, result: null }));
      // A store of another process, which has cached nothing.
      const reader = openStore(opened.database, openSignals(opened.database));
      const now = await reader.state({ planning: other });
      const states = [
        ...(await Promise.all([3, 2, 1].map((ago) => reader.state({ planning: other, change: now.change - ago })))),
        now,
      ];
      expect(new Set(states.map((state) => state.get('task', 'shared-out'))).size).toBe(1);
      expect(states.map((state) => state.has('operation', 'later'))).toEqual([false, true, false, false]);
      expect(states.map((state) => state.get('task', 'shared-in')?.fields.expectedTime)).toEqual([1, 0, 0, 1]);
      expect(states.map((state) => state.taskOf('shared', 'inbound')?.id)).toEqual(states.map(() => 'shared-in'));
      expect(states.map((state) => state.count('operation'))).toEqual([1, 2, 1, 1]);
    });
  });
});
