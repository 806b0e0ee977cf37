/** Two API processes on one PostgreSQL server. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accepted, dataOf, openTidegate, type Tidegate } from '../../client/tidegate.ts';
import { problemsIn } from '../../db/testing/problemsIn.ts';
import { type TestDatabase, testPlaces } from '../../db/testing/testDatabases.ts';
import { type Started, start } from '../processes.ts';

const CLIENTS = 16;
const WRITES = 6;
const [, server] = testPlaces();

describe.skipIf(server.skipped !== null)('sixteen writers on two nodes', () => {
  let database: TestDatabase;
  const nodes: Started[] = [];
  const bases: string[] = [];
  let key: string;
  let planning: string;

  const at = (node: number): Tidegate => openTidegate({ url: bases[node % bases.length], token: key });

  beforeAll(async () => {
    database = await server.open();
    for (let i = 0; i < 2; i++) {
      const node = start(['serve'], { DATABASE_URL: database.url!, PORT: '0', THREADS: '1' });
      nodes.push(node);
      bases.push((await node.line(/serves (http:\/\/\S+)/))[1]);
      if (i === 0) key = (await node.line(/API key: (tg_\S+)/))[1]!;
    }
    const { GET, POST } = at(0);
    const [{ id }] = await dataOf(GET('/v1/organizations/'));
    const [params, body] = [{ path: { org_pk: id } }, { name: 'Shared' }];
    planning = (await dataOf(POST('/v1/organizations/{org_pk}/plannings/', { params, body }))).id;
  });
  afterAll(async () => {
    for (const node of nodes) await node.end('SIGKILL');
    const problems = database === undefined ? [] : await problemsIn(database.database);
    await database?.drop();
    expect(problems).toEqual([]);
  });

  const each = <T>(run: (client: number) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: CLIENTS }, (_, client) => run(client)));
  const changes = async (): Promise<number[]> => {
    const rows = await database.database.sql<{ change: number }[]>`
      select c.change from changesets c join plannings p on p.key = c.planning where p.id = ${planning} order by c.change`;
    return rows.map(({ change }) => change);
  };

  // Guarantee: an acknowledged write is visible on the other node at once, and changes are numbered without gaps.
  test('an acknowledged write can be read on either node at once', async () => {
    const before = (await changes()).length;
    await each(async (client) => {
      for (let i = 0; i < WRITES; i++) {
        const id = `l-${client}-${i}`;
        await accepted(at(client).POST('/v1/locations/', { body: { id, planning, name: id } }));
        const { GET } = at(client + 1);
        await accepted(GET('/v1/locations/{id}/', { params: { path: { id } } }));
        const listed = await dataOf(GET('/v1/plannings/{id}/locations/', { params: { path: { id: planning } } }));
        expect(listed.map((location) => location.id)).toContain(id);
      }
    });
    expect(await changes()).toEqual(Array.from({ length: before + CLIENTS * WRITES }, (_, i) => i + 1));
    for (const node of [0, 1]) {
      const params = { path: { id: planning } };
      expect(await dataOf(at(node).GET('/v1/plannings/{id}/changesets/', { params }))).toHaveLength(
        before + CLIENTS * WRITES,
      );
    }
  });

  // Guarantee: a writer that uses If-Match with what it has read overwrites nobody.
  test('no update is lost', async () => {
    const counter = { id: 'counter', planning, name: 'counter', ordering: 0 };
    await accepted(at(0).POST('/v1/locations/', { body: counter }));
    const path = { id: 'counter' };
    await each(async (client) => {
      for (let made = 0, turn = client; made < 3; turn++) {
        const { data, response } = await accepted(at(turn).GET('/v1/locations/{id}/', { params: { path } }));
        const params = { path, header: { 'If-Match': response.headers.get('ETag')! } };
        const body = { ordering: data.ordering! + 1 };
        const { status } = (await at(turn + client).PATCH('/v1/locations/{id}/', { params, body })).response;
        expect([200, 412]).toContain(status);
        if (status === 200) made++;
      }
    });
    for (const node of [0, 1]) {
      const { ordering } = await dataOf(at(node).GET('/v1/locations/{id}/', { params: { path } }));
      expect(ordering).toBe(CLIENTS * 3);
    }
    const all = await changes();
    expect(all).toEqual(all.map((_, i) => i + 1));
  });
});
