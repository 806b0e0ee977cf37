import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../connection/openDatabase.ts';
import { openSignals } from '../signals/openSignals.ts';
import { openStore } from '../versions/openStore.ts';
import type { EntityWrite, Store } from '../versions/store.ts';
import {
  addOrganization,
  assignmentFields,
  locationFields,
  operationFields,
  resourceFields,
  target,
  taskFields,
  workspaceFields,
} from '../testing/samples.ts';
import { HALF_WRITTEN, PLANTED_FAULTS } from '../testing/plantedFaults.ts';
import { testPlaces } from '../testing/testDatabases.ts';
import { useDatabase } from '../testing/useDatabase.ts';
import { CHECKS } from './checks.ts';
import { joinWithoutStatistics, type Verdict, verifyDatabase, verifyIn } from './verifyDatabase.ts';

const HOUR = 3_600_000;

describe.each(testPlaces())('verify on $name', (place) => {
  describe.skipIf(place.skipped !== null)('a planning with a draft, a run and an answer', () => {
    const opened = useDatabase(place);
    let store: Store;
    const broken = async (): Promise<Verdict[]> =>
      (await verifyDatabase(opened.database)).filter(({ total }) => total > 0);

    beforeAll(async () => {
      const { database } = opened;
      const { sql } = database;
      store = openStore(database, openSignals(database));
      const organization = await addOrganization(database);
      const { result: planning } = await store.createPlanning({
        id: 'day',
        organization,
        author: null,
        fields: {
          name: 'Day',
          description: null,
          timezone: 'UTC',
          weights: {},
          minimumStaySeconds: 1800,
          metadata: null,
          repairPolicy: null,
        },
        writes: [
          { entity: 'location', id: 'a', fields: locationFields() },
          { entity: 'location', id: 'b', fields: locationFields() },
        ],
      }); // 1
      const write = async (
        writes: readonly EntityWrite[],
        how: {
          readonly workspace?: string;
          readonly source?: 'solver' | 'agent';
          readonly details?: Record<string, string>;
        } = {},
      ) => {
        const { workspace = null, source = 'api', details = {} } = how;
        // Makes times differ.
        await new Promise((resolve) => setTimeout(resolve, 3));
        const { changeset } = await store.write({ ...target(planning, workspace), source }, () => ({
          writes,
          result: null,
          details,
        }));
        return changeset!;
      };
      const record = (id: string, member: 'inbound' | 'outbound', time: number): EntityWrite => ({
        entity: 'task',
        id,
        fields: taskFields('o', member, time),
      });
      await write([
        { entity: 'resource', id: 'r', fields: resourceFields({ location: 'b' }) },
        { entity: 'tag', id: 't', fields: { category: 'size', value: 'wide', required: false, color: null } },
        { entity: 'tag', id: 'u', fields: { category: 'size', value: 'small', required: false, color: null } },
        { entity: 'operation', id: 'o', fields: operationFields() },
        { entity: 'operation', id: 'q', fields: operationFields() },
        record('in', 'inbound', HOUR),
        record('out', 'outbound', 2 * HOUR),
      ]); // 2
      await write([
        { entity: 'location', id: 'a', fields: locationFields({ name: 'second' }) },
        record('in', 'inbound', HOUR + 1),
      ]); // 3
      const answered = await write([{ entity: 'location', id: 'a', fields: locationFields({ name: 'third' }) }]); // 4
      await write([{ entity: 'workspace', id: 'w', fields: workspaceFields({ baseChange: 4 }) }]); // 5
      await write(
        [
          { entity: 'location', id: 'a', fields: locationFields({ name: 'drafted' }) },
          { entity: 'location', id: 'd', fields: locationFields() },
        ],
        { workspace: 'w' },
      ); // 6
      await write([{ entity: 'location', id: 'a', fields: null, release: true }], { workspace: 'w' }); // 7
      await write([{ entity: 'location', id: 'a', fields: locationFields({ name: 'again' }) }], { workspace: 'w' }); // 8
      const assign = (operation: string): EntityWrite => ({
        entity: 'assignment',
        id: randomUUID(),
        fields: assignmentFields(operation, 'r'),
      });
      const applied = await write([assign('o'), assign('q')], {
        source: 'solver',
        details: { task: 'run', proposal: 'p' },
      }); // 9
      await sql`
        insert into runs (id, planning, status, solver, parameters, dry_run, changeset, created_at, finished_at, cancel_apply, attempt)
        values ('run', ${planning.key}, 'SUCCEEDED', 'auto', '{}', false, ${applied.id}, ${applied.at}, ${applied.at}, false, 1)`;
      await sql`
        insert into proposals (id, planning, change, explanation, created_at, changeset)
        values ('p', ${planning.key}, 8, '', ${applied.at}, ${applied.id})`;
      await sql`
        insert into idempotency_records (scope, key, body_hash, status, headers, body, created_at)
        values ('c r', 'k', 'hash', 0, '{}', ${JSON.stringify({ changes: [4], changesets: [answered.id], result: null })}, ${answered.at})`;
    });

    test('is sound', async () => {
      expect(await broken()).toEqual([]);
    });

    // Guarantee: without statistics, as in an embedded or a restored database, no check compares each record with every other.
    test('plans for large tables', async () => {
      await opened.database.transaction(async (sql) => {
        await joinWithoutStatistics(sql);
        for (const { name, sql: query } of CHECKS) {
          const plan = await sql.unsafe<{ 'QUERY PLAN': string }[]>(`explain ${query}`);
          const joins = plan
            .map((line) => line['QUERY PLAN'])
            .filter((line) => /Nested Loop (Anti|Semi|Left)|Merge (\w+ )*Join/.test(line));
          expect(joins, name).toEqual([]);
        }
      });
    });

    const within = async (statements: readonly string[]): Promise<readonly Verdict[]> => {
      const verdicts: Verdict[] = [];
      const planted = opened.database.transaction(async (sql) => {
        for (const statement of statements) await sql.unsafe(statement);
        verdicts.push(...(await verifyIn(sql)));
        throw new Error('taken back');
      });
      await expect(planted).rejects.toThrow('taken back');
      return verdicts;
    };

    // Guarantee: what the next start removes is a remark, not a problem.
    test('is sound with a half-written change, which is a remark', async () => {
      const verdicts = await within(HALF_WRITTEN);
      expect(verdicts.filter(({ total }) => total > 0)).toEqual([]);
      expect(verdicts.flatMap(({ remarks }) => remarks.map(({ problem }) => problem))).toEqual([
        expect.stringMatching(/^Change 10 is half written: 2 rows .* the next start takes them back\.$/),
      ]);
    });

    // Guarantee: each of these faults that a bad restore, a disk or a bug may leave is found by the intended check.
    test.each(PLANTED_FAULTS)('finds $name', async ({ check, problem, statements }) => {
      const verdicts = await within(statements);
      const verdict = verdicts.find(({ name }) => name === check);
      expect(verdict?.findings.map((finding) => finding.problem).join('\n')).toMatch(problem);
    });

    test('is still sound, also after its early history is deleted', async () => {
      expect(await broken()).toEqual([]);
      const [{ at }] = await opened.database.sql<[{ at: number }]>`select at from changesets where change = 7`;
      expect(await store.forget(at + 1)).toBeGreaterThan(0);
      expect(await broken()).toEqual([]);
    });
  });
});

test('a database without any table of Tidegate, such as a wrong one, is one problem', async () => {
  const database = await openDatabase({ memory: true }, { migrate: false });
  const verdicts = await verifyDatabase(database);
  await database.close();
  expect(verdicts).toMatchObject([
    { name: 'schema', total: 1, findings: [{ problem: expect.stringContaining('contains nothing of Tidegate') }] },
  ]);
});
