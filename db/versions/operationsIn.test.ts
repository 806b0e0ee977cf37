import * as fc from '../../tests/properties.ts';
import { describe, expect, test } from 'vitest';
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
import type { EntityWrite, RangeField } from './store.ts';
import { isInWindow, windowsOf } from './windows.ts';

const HOUR_MS = 3_600_000;
const ORIGIN = 1_700_000_000_000;
const OPERATIONS = 4;
const workspace = 'draft';
const RANGE_FIELDS: readonly RangeField[] = ['expectedTime95Interval', 'expectedTime', 'scheduledTime'];
const WINDOWS = [-1, 0, 1, 2, 4, 6].flatMap((from) => [0, 2].map((hours) => ({ from, to: from + hours })));

/** One change: on the mainline or in the draft, when one side of an operation begins, or that it is deleted. */
const edit = fc.record({
  isDraft: fc.boolean(),
  what: fc.constantFrom('task', 'task', 'task', 'unlink', 'operation', 'delete', 'release'),
  operation: fc.nat(OPERATIONS - 1),
  isInbound: fc.boolean(),
  hour: fc.nat(6),
});
type Edit = typeof edit extends fc.Arbitrary<infer E> ? E : never;

const writesOf = ({ what, operation: index, isInbound, hour, isDraft }: Edit): EntityWrite[] => {
  const operation = `o${index}`;
  const role = isInbound ? 'inbound' : 'outbound';
  const time = ORIGIN + hour * HOUR_MS;
  const id = `${operation}-${role}`;
  switch (what) {
    case 'task': {
      const fields = taskFields(operation, role, time, { expectedTimeP95: time + HOUR_MS, scheduledTime: ORIGIN });
      return [{ entity: 'task', id, fields, reuse: true }];
    }
    case 'unlink':
      return [{ entity: 'task', id, fields: taskFields(null, null, time), reuse: true }];
    case 'operation':
      return [{ entity: 'operation', id: operation, fields: operationFields({ description: `${hour}` }), reuse: true }];
    case 'delete':
      return [
        { entity: 'operation', id: operation, fields: null },
        { entity: 'task', id: `${operation}-inbound`, fields: null },
        { entity: 'task', id: `${operation}-outbound`, fields: null },
      ];
    default:
      if (!isDraft) return [];
      return hour % 2 === 0
        ? [{ entity: 'operation', id: operation, fields: null, release: true }]
        : [{ entity: 'task', id, fields: null, release: true }];
  }
};

const all = (what: 'operation' | 'task', isDraft: boolean): Edit[] =>
  Array.from({ length: OPERATIONS }, (_, operation) =>
    [true, false].map((isInbound) => ({ isDraft, what, operation, isInbound, hour: operation + (isInbound ? 0 : 1) })),
  ).flat();

describe.each(testPlaces())('operations in a window on $name', (place) => {
  describe.skipIf(place.skipped !== null)('by index', () => {
    const opened = useDatabase(place);

    // Guarantee: the index together with the draft's own rows finds what a scan of the state's operations finds.
    test('are those that a scan of the state finds: mainline, draft and published, now and in the past', async () => {
      const { database } = opened;
      await fc.assert(
        fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 14 }), async (edits) => {
          const store = openStore(database, openSignals(database), { scannedOperations: 0 });
          const planning = await addPlanning(store, await addOrganization(database));
          const put = (workspace: string | null, writes: readonly EntityWrite[]) =>
            store.edit(target(planning, workspace), () => ({ writes, result: null }));
          await put(null, [...all('operation', false), ...all('task', false)].flatMap(writesOf));
          await put(null, [{ entity: 'workspace', id: workspace, fields: workspaceFields({ baseChange: 2 }) }]);
          for (const one of edits) await put(one.isDraft ? workspace : null, writesOf(one));
          const draftedAt = await store.head(planning);
          const published = workspaceFields({ state: 'PUBLISHED', publishedChange: draftedAt + 1 });
          await put(null, [{ entity: 'workspace', id: workspace, fields: published }]);
          for (const one of edits) await put(null, writesOf({ ...one, isDraft: false, hour: 6 - one.hour }));

          const points = [{}, { change: draftedAt }, { workspace }, { workspace, change: draftedAt }];
          for (const point of points) {
            const state = await store.state({ planning, ...point });
            for (const rangeField of RANGE_FIELDS) {
              for (const hours of WINDOWS) {
                const window = { rangeField, from: ORIGIN + hours.from * HOUR_MS, to: ORIGIN + hours.to * HOUR_MS };
                const found = await store.operationsIn(state, window);
                const expected = [...state.all('operation')].filter(({ id }) =>
                  isInWindow(windowsOf(state.taskOf(id, 'inbound'), state.taskOf(id, 'outbound')), window),
                );
                expect(found.map(({ id }) => id).sort()).toEqual(expected.map(({ id }) => id).sort());
              }
            }
          }
        }),
        { numRuns: Number(process.env['STORE_RUNS'] ?? 10) },
      );
    });
  });
});
