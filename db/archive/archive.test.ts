/** Guarantee: a moved organization reads as before, including history and drafts, and is never moved in part. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ANNA, writeHistory } from '../testing/history.ts';
import { addPlanning, locationFields, target } from '../testing/samples.ts';
import { problemsIn } from '../testing/problemsIn.ts';
import { type TestDatabase, testPlaces } from '../testing/testDatabases.ts';
import { openSignals } from '../signals/openSignals.ts';
import { openStore } from '../versions/openStore.ts';
import type { PlanningRef } from '../versions/planningState.ts';
import type { Store } from '../versions/store.ts';
import { ARCHIVED, LEFT_OUT } from './archivedTables.ts';
import { exportOrganization } from './exportOrganization.ts';
import { importOrganization } from './importOrganization.ts';

const FRESH = { secret: () => 'whsec_made' };

async function* from(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
}

describe.each(testPlaces())('an organization on $name', (place) => {
  describe.skipIf(place.skipped !== null)('with a history, a draft and runs', () => {
    let old: TestDatabase;
    let fresh: TestDatabase;
    let planning: PlanningRef;
    let lines: string[];
    const storeOf = ({ database }: TestDatabase): Store => openStore(database, openSignals(database));
    const tell = async (): Promise<string[]> => {
      const told: string[] = [];
      await exportOrganization(
        old.database,
        planning.organization,
        async (line) => void told.push(JSON.stringify(line)),
      );
      return told;
    };

    beforeAll(async () => {
      [old, fresh] = [await place.open(), await place.open()];
      planning = await writeHistory(old.database);
      lines = await tell();
    });
    afterAll(() => Promise.all([old?.drop(), fresh?.drop()]));

    test('every table is either archived or left out on purpose', async () => {
      const tables = await old.database.sql<{ name: string }[]>`
        select table_name as name from information_schema.tables where table_schema = 'public'`;
      const known = [...ARCHIVED.map(({ table }) => table), ...LEFT_OUT];
      expect(known.sort()).toEqual(tables.map(({ name }) => name).sort());
    });

    test('no secret is exported', () => {
      expect(lines.join('\n')).not.toMatch(/secret-|whsec/);
    });

    test('is imported unchanged into a database that knows one of its users by another id', async () => {
      const { sql } = fresh.database;
      await sql`insert into users (id, email, name, created_at) values ('anna-here', ${ANNA.toUpperCase()}, 'Anna', 0)`;
      await addPlanning(storeOf(fresh), await addOther(fresh));
      const imported = await importOrganization(fresh.database, from(lines), FRESH);
      expect(imported).toMatchObject({ organization: 'org', rows: lines.length - 2, newUsers: ['left@example.org'] });
      expect(await problemsIn(fresh.database)).toEqual([]);

      const [before, after] = [storeOf(old), storeOf(fresh)];
      const [moved] = await after.plannings('org');
      expect(moved).toMatchObject({ id: planning.id });
      expect(moved?.key).not.toBe(planning.key);
      for (const at of [{}, { workspace: 'w' }, { change: 2 }]) {
        const [was, is] = [await before.state({ planning, ...at }), await after.state({ planning: moved, ...at })];
        expect(is.change).toBe(was.change);
        for (const entity of ['location', 'operation', 'task', 'assignment'] as const)
          expect([...is.all(entity)]).toEqual([...was.all(entity)]);
      }
      const authors =
        await sql`select change::int, author from changesets where planning = ${moved.key} order by change`;
      const hooks =
        await sql`select url, events, enabled, secret, previous_secrets, cursor::int, failures, created_by from webhooks`;
      expect(hooks).toEqual([
        {
          url: 'https://ops.example/',
          events: ['operation.*'],
          enabled: false,
          secret: 'whsec_made',
          previous_secrets: [],
          cursor: 1,
          failures: 0,
          created_by: 'anna-here',
        },
      ]);
      const { record } = await after.state({ planning: moved });
      expect(record.fields.repairPolicy).toEqual({ mode: 'propose', author: 'anna-here' });
      const users = await sql<
        { id: string; email: string; hash: string | null }[]
      >`select id, email, password_hash as hash from users`;
      const left = users.find(({ email }) => email === 'left@example.org');
      expect(left).toMatchObject({ id: 'left', hash: null });
      expect(authors.map(({ author }) => author as string | null)).toEqual([
        null,
        'left',
        ...Array.from({ length: 3 }, () => 'anna-here'),
      ]);
      expect(await sql`select user_id, role from members where organization = 'org'`).toEqual([
        { user_id: 'anna-here', role: 'planner' },
      ]);
      expect(await sql`select id, status, error is not null as told from runs order by id`).toEqual([
        { id: 'done', status: 'SUCCEEDED', told: false },
        { id: 'running', status: 'FAILED', told: true },
      ]);
      // The organization stays usable: a write continues after the last change.
      const { changeset } = await after.write(target(moved), () => ({
        writes: [{ entity: 'location', id: 'b', fields: locationFields() }],
        result: null,
      }));
      expect(changeset?.change).toBe(6);
      expect(await problemsIn(fresh.database)).toEqual([]);
    });

    test.each<[string, (lines: readonly string[]) => readonly string[], RegExp]>([
      ['that already exists', (all) => all, /already exists here/],
      ['that was truncated', (all) => all.slice(0, 6).map((line) => line.replaceAll('"org"', '"org2"')), /truncated/],
      ['that is none', () => ['{}'], /does not begin with/],
      [
        'of another schema',
        ([first = '', ...rest]) => [first.replace('0001_initial', '0001_first'), ...rest],
        /schema/,
      ],
      [
        'with a table of its own',
        ([first = '']) => [first.replace('"org"', '"org2"'), '{"table":"pg_authid","row":{}}'],
        /does not contain the table/,
      ],
      [
        'whose versions already exist',
        (all) => all.map((line) => line.replaceAll('"org"', '"org2"')),
        /A row of changesets already exists here/,
      ],
    ])('%s is refused, and nothing of it is written', async (_, change, message) => {
      const count = async () => (await fresh.database.sql`select count(*)::int as n from organizations`)[0];
      const before = await count();
      await expect(importOrganization(fresh.database, from(change(lines)), FRESH)).rejects.toThrow(message);
      expect(await count()).toEqual(before);
    });
  });
});

/** Uses up keys of plannings. */
const addOther = async ({ database }: TestDatabase): Promise<string> => {
  await database.sql`insert into organizations (id, name, created_at) values ('else', 'Else', 0)`;
  return 'else';
};
