import { beforeAll, describe, expect, test } from 'vitest';
import { addOrganization, addPlanning } from '../testing/samples.ts';
import { testPlaces } from '../testing/testDatabases.ts';
import { useDatabase } from '../testing/useDatabase.ts';
import { openSignals } from '../signals/openSignals.ts';
import { DESCRIPTIONS, stab } from './kinds.ts';
import { openStore } from './openStore.ts';
import type { RangeField } from './store.ts';
import { windowQuery, windowValues } from './windowReader.ts';

const FIELDS: readonly RangeField[] = [
  'expectedTime95Interval',
  'expectedTime90Interval',
  'expectedTime',
  'scheduledTime',
];
const OPERATIONS = 20_000;
const MINUTE_MS = 60_000;

/** One node of the output of `explain (format json)`. */
interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly Plans?: readonly PlanNode[];
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

describe.each(testPlaces())('windows on $name', (place) => {
  describe.skipIf(place.skipped !== null)('at 20 000 operations and as many past versions', () => {
    const held = useDatabase(place);
    let planning: number;

    beforeAll(async () => {
      const { sql } = held.database;
      const store = openStore(held.database, openSignals(held.database));
      const organization = await addOrganization(held.database);
      planning = (await addPlanning(store, organization)).key;
      // Built over all rows at once, the indexes take a third of the time that they take row by row.
      const indexes = await sql<{ name: string; definition: string }[]>`
        select indexname as name, indexdef as definition from pg_indexes
        where tablename = 'operations' and indexname not in (select conname from pg_constraint)`;
      await sql.unsafe(`drop index ${indexes.map(({ name }) => name).join()}`);
      // Until change 2, each operation was one minute earlier.
      await sql`
        insert into operations (planning, workspace, id, version_id, from_change, to_change, tombstone, released, valid_from, valid_to,
          created_at, is_blocker, is_fixed_to_resource, tags, scheduled_in, scheduled_out, expected_in, expected_out, p10_in, p90_out,
          p05_in, p95_out, window_from, window_to)
        select ${planning}, 0, 'o' || i, gen_random_uuid(), version, case version when 1 then 2 end, false, false, version,
          case version when 1 then 2 end, 1, false, false, '[]', at, at + 3600000, at, at + 3600000, at, at + 3600000, at, at + 3600000,
          at / 1000, at / 1000 + 3600
        from generate_series(1, ${OPERATIONS}::int) i, generate_series(1, 2) version,
          lateral (select i * ${MINUTE_MS}::bigint + (version - 2) * ${MINUTE_MS}::bigint as at) times`;
      for (const { definition } of indexes) await sql.unsafe(definition);
      await sql`update plannings set head = 2 where key = ${planning}`;
      await sql`analyze operations`;
    });

    /** Explains the generic plan, which every execution uses. */
    const planOf = async (query: string, values: readonly (string | number)[]): Promise<PlanNode[]> =>
      held.database.transaction(async (sql) => {
        await sql.unsafe(`set local plan_cache_mode = force_generic_plan`);
        await sql.unsafe(`prepare planned as ${query}`);
        const [row] = await sql.unsafe(
          `explain (format json) execute planned (${values.map((value) => `'${value}'`).join(', ')})`,
        );
        await sql.unsafe('deallocate planned');
        const found = (row as Record<string, unknown>)['QUERY PLAN'];
        const [{ Plan }] = (typeof found === 'string' ? JSON.parse(found) : found) as [{ Plan: PlanNode }];
        return nodesOf(Plan);
      });

    // Guarantee: the cost of a window depends on what is in it, not on the size of the planning or the length of its history.
    test.each(FIELDS)('%s is answered by the time indexes, now and in the past', async (rangeField) => {
      const window = { rangeField, from: 10_000 * MINUTE_MS, to: 10_100 * MINUTE_MS };
      const nodes = await planOf(windowQuery(rangeField), windowValues(planning, 1, window));
      expect(nodes.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([]);
      const indexes = nodes.flatMap((node) => node['Index Name'] ?? []);
      expect(indexes.sort()).toEqual(['operations_closed', 'operations_window']);
    });

    // Guarantee: a past state costs what it contains. The current state is read by a scan if it is most of the table, as it should be.
    test('rows of a past state that are no longer current are found by an index', async () => {
      const nodes = await planOf(DESCRIPTIONS.operation.sql.stateAt, [planning, 0, 1, stab(planning, 1)]);
      const indexes = nodes.flatMap((node) => node['Index Name'] ?? []);
      expect(indexes).toContain('operations_closed');
    });

    // Guarantee: the explained queries are the ones that are used, and they answer as specified.
    test.each(FIELDS)('%s finds what is in the window at each change', async (rangeField) => {
      const store = openStore(held.database, openSignals(held.database));
      const ref = { key: planning, id: 'planning', organization: 'organization' };
      // Both ends are inclusive: the last operation begins where the window ends, and the first ends where it begins.
      const window = { rangeField, from: 1000 * MINUTE_MS, to: 1010 * MINUTE_MS };
      const expected = (first: number) => Array.from({ length: 71 }, (_, i) => `o${first + i}`).sort();
      expect(await store.operationsInWindow({ planning: ref }, window)).toEqual(expected(940));
      expect(await store.operationsInWindow({ planning: ref, change: 1 }, window)).toEqual(expected(941));
    });
  });
});
