import * as fc from '../../tests/properties.ts';
import { describe, expect, test } from 'vitest';
import { openSignals } from '../signals/openSignals.ts';
import { Oracle } from '../testing/oracle.ts';
import {
  addOrganization,
  addPlanning,
  assignmentFields,
  locationFields,
  operationFields,
  target,
  taskFields,
  workspaceFields,
} from '../testing/samples.ts';
import { testPlaces } from '../testing/testDatabases.ts';
import { useDatabase } from '../testing/useDatabase.ts';
import { KINDS } from './entities.ts';
import { Budget } from './lru.ts';
import { openStore } from './openStore.ts';
import type { PlanningRef, PlanningState } from './planningState.ts';
import type { CommittedChange, Diff, EntityWrite, RangeField, Store } from './store.ts';
import { StoreError } from '../storeError.ts';

const RANGE_FIELDS: RangeField[] = [
  'expectedTime95Interval',
  'expectedTime90Interval',
  'expectedTime',
  'scheduledTime',
];
const T = 1_700_000_000_000;
const HOUR = 3_600_000;

/** A step as small numbers, so that it shrinks. Ids come from small pools, so that steps interact. */
const item = fc.record({
  what: fc.constantFrom('location', 'operation', 'task', 'assignment', 'assignment', 'task', 'planning'),
  action: fc.constantFrom('put', 'put', 'put', 'delete', 'release'),
  id: fc.nat(5),
  value: fc.nat(5),
  reuse: fc.boolean(),
});
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('write' as const),
      layer: fc.nat(3),
      items: fc.array(item, { maxLength: 5 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('open' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('publish' as const), layer: fc.nat(3) }) },
);

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const put = (id: number, value: number, reuse: boolean) =>
  ({ what: 'assignment', action: 'put', id, value, reuse }) as const;
/** One write creates an assignment, another one in its place, and the first one again. */
const NAMED_TWICE: Step[] = [
  { kind: 'write', layer: 0, items: [put(0, 4, false), put(1, 1, false), put(0, 4, true)] },
  ...Array.from({ length: 4 }, () => ({ kind: 'open' as const })),
];

function writeOf(
  { what, action, id, value, reuse }: typeof item extends fc.Arbitrary<infer I> ? I : never,
  planning: PlanningRef,
): EntityWrite {
  const how = { ...(reuse ? { reuse } : {}), ...(action === 'release' ? { release: true } : {}) };
  const gone = action !== 'put';
  switch (what) {
    case 'location':
      return {
        entity: 'location',
        id: `l${id % 3}`,
        fields: gone ? null : locationFields({ name: `n${value}`, metadata: { b: value, a: [1] } }),
        ...how,
      };
    case 'operation':
      return {
        entity: 'operation',
        id: `o${id % 3}`,
        fields: gone ? null : operationFields({ description: `d${value}`, group: value < 3 ? null : `g${value}` }),
        ...how,
      };
    case 'task': {
      // Each task has its own operation and role, so that no operation gets two tasks of one role; inbound may come after outbound.
      const fields = taskFields(
        value === 5 ? null : `o${id >> 1}`,
        value === 5 ? null : id % 2 === 0 ? 'inbound' : 'outbound',
        T + value * HOUR,
        {
          scheduledTime: T + id * HOUR,
          expectedTimeP05: value % 2 === 0 ? null : T + (value - 1) * HOUR,
          expectedTimeP95: value % 2 === 0 ? null : T + (value + 2) * HOUR,
        },
      );
      return { entity: 'task', id: `t${id}`, fields: gone ? null : fields, ...how };
    }
    case 'assignment':
      return {
        entity: 'assignment',
        id: `a${value % 3}${id % 3}`,
        fields: gone ? null : assignmentFields(`o${value % 3}`, `r${value}`),
        ...how,
      };
    default:
      return { entity: 'planning', id: planning.id, fields: planningRecord(value) };
  }
}
const planningRecord = (value: number) => ({
  name: `p${value}`,
  description: null,
  timezone: 'UTC',
  weights: { conflict: value },
  minimumStaySeconds: 1800,
  metadata: null,
  repairPolicy: null,
});

const read = (state: PlanningState) =>
  new Map(KINDS.flatMap((kind) => [...state.all(kind)].map(({ id, fields }) => [`${kind} ${id}`, fields] as const)));

const inOrder = (diffs: readonly Diff[]) =>
  diffs.map(({ entity, id, action, before, after, changed }) => ({
    entity,
    id,
    action,
    changed: [...changed],
    before: before?.versionId ?? null,
    after: after?.versionId ?? null,
  }));
const summary = (diffs: readonly Diff[]) =>
  inOrder(diffs).sort((a, b) => `${a.entity} ${a.id} ${a.action}`.localeCompare(`${b.entity} ${b.id} ${b.action}`));
const told = ({ changeset, diffs }: CommittedChange) => ({ changeset, diffs: diffs && inOrder(diffs) });

describe.each(testPlaces())('store on $name', (place) => {
  describe.skipIf(place.skipped !== null)('against an oracle', () => {
    const opened = useDatabase(place);

    // Guarantee: after any writes in any layer, every state at every change reads exactly as a full copy of everything would.
    test('every read at every change in every workspace', async () => {
      const { database } = opened;
      const signals = openSignals(database);
      const organization = await addOrganization(database);
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), fc.nat(1000), async (steps, salt) => {
          const warm = openStore(database, signals, { memory: new Budget(20_000), longRows: 4 });
          // A second node, which receives no signals and still must never return outdated data.
          const other = openStore(database, signals);
          const organizationOfRun = steps.length === 0 ? organization : await addOrganization(database);
          const planning = await addPlanning(warm, organizationOfRun);
          const oracle = new Oracle();
          oracle.write(null, [
            { entity: 'planning', id: planning.id, fields: (await warm.state({ planning })).record.fields },
          ]);
          const workspaces: (string | null)[] = [null];
          const outcomes: Diff[][] = [[], []];
          // Each node reads the news now and then; in the end, all of it together must equal what the database has.
          const stories = [warm, other].map((store) => ({ store, changes: [] as CommittedChange[] }));

          for (const [index, current] of steps.entries()) {
            const store = index % 3 === 2 ? other : warm;
            const layer = current.kind === 'open' ? null : (workspaces[current.layer % workspaces.length] ?? null);
            let writes: EntityWrite[];
            if (current.kind === 'open') {
              const id = `w${workspaces.length}`;
              workspaces.push(id);
              writes = [{ entity: 'workspace', id, fields: workspaceFields({ name: id, baseChange: oracle.head }) }];
            } else if (current.kind === 'publish') {
              if (layer === null) continue;
              writes = [
                {
                  entity: 'workspace',
                  id: layer,
                  fields: workspaceFields({ name: layer, state: 'PUBLISHED', publishedChange: oracle.head + 1 }),
                },
              ];
            } else {
              writes = current.items
                .map((one) => writeOf(one, planning))
                .filter(({ release }) => !release || layer !== null);
            }
            const isPublished =
              layer !== null &&
              (await store.state({ planning, workspace: layer })).get('workspace', layer)?.fields.state === 'PUBLISHED';
            const main = await store.state({ planning });
            if (layer !== null && main.get('workspace', layer)?.fields.state === 'PUBLISHED') continue;
            expect(isPublished).toBe(false);
            const expected = oracle.write(current.kind === 'write' ? layer : null, writes);
            const at = target(planning, current.kind === 'write' ? layer : null);
            const verb = (index + salt) % 2 === 0 ? 'edit' : 'write';
            const got = await store[verb](at, () => ({ writes, result: null })).catch((error: unknown) => error);
            if (expected.kind === 'id_taken') {
              expect(got).toBeInstanceOf(StoreError);
              expect((got as StoreError).code).toBe('id_taken');
            } else {
              if (got instanceof Error) throw got;
              const { changeset, diffs } = got as Awaited<ReturnType<Store['write']>>;
              expect(changeset?.change ?? null).toBe(expected.kind === 'written' ? oracle.head : null);
              if (changeset !== null) outcomes.push([...diffs]);
            }
            for (const workspace of workspaces) {
              expect(read(await warm.state({ planning, workspace }))).toEqual(oracle.read(workspace, oracle.head));
              expect(read(await other.state({ planning, workspace }))).toEqual(oracle.read(workspace, oracle.head));
            }
            for (const { store: teller, changes } of stories.slice(0, index % 3)) {
              const news = await teller.news(planning, changes.length, 100);
              changes.push(...news.changes);
              expect([news.head, changes.length]).toEqual([oracle.head, oracle.head]);
              for (const workspace of workspaces) {
                expect(read(await news.state(workspace))).toEqual(oracle.read(workspace, oracle.head));
              }
            }
          }

          const cold = openStore(database, signals);
          const old = (await cold.news(planning, 0, 1000)).changes;
          const story = old.map(told);
          for (const { changeset, before, after } of [...old, ...stories.flatMap(({ changes }) => changes)]) {
            for (const workspace of workspaces) {
              expect(read(await after(workspace))).toEqual(oracle.read(workspace, changeset.change));
              if (changeset.change > 1)
                expect(read(await before(workspace))).toEqual(oracle.read(workspace, changeset.change - 1));
            }
          }
          for (const { changes } of stories) {
            for (const [at, one] of changes.entries()) {
              const { changeset, diffs } = told(one);
              const known = diffs === null && changeset.workspace !== null ? story[at].diffs : diffs;
              expect({ changeset, diffs: known }).toEqual(story[at]);
            }
          }
          for (let change = 1; change <= oracle.head; change++) {
            for (const workspace of workspaces) {
              expect(read(await cold.state({ planning, workspace, change }))).toEqual(oracle.read(workspace, change));
            }
            if (change > 1) expect(summary(await cold.diff(planning, change))).toEqual(summary(outcomes[change] ?? []));
            const rangeField = RANGE_FIELDS[(change + salt) % 4] ?? 'expectedTime';
            const from = T + ((salt % 7) - 1) * HOUR;
            const to = from + (salt % 3) * HOUR;
            expect(await cold.operationsInWindow({ planning, change }, { rangeField, from, to })).toEqual(
              oracle.inWindow(change, rangeField, from, to),
            );
          }
        }),
        { numRuns: Number(process.env['STORE_RUNS'] ?? 15), examples: [[NAMED_TWICE, 0]] },
      );
    });
  });
});
