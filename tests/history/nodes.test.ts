/** Two API processes on one PostgreSQL server. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { problemsIn } from '../../db/testing/problemsIn.ts';
import { type TestDatabase, testPlaces } from '../../db/testing/testDatabases.ts';
import { type Started, start } from '../processes.ts';

const CLIENTS = 16;
const WRITES = 6;
const [, server] = testPlaces();

interface Answer {
  readonly status: number;
  readonly etag: string;
  readonly body: never;
}

describe.skipIf(server.skipped !== null)('sixteen writers on two nodes', () => {
  let database: TestDatabase;
  const nodes: Started[] = [];
  const bases: string[] = [];
  let key: string;
  let planning: string;

  const call = async (
    node: number,
    request: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const [method, path] = request.split(' ') as [string, string];
    const response = await fetch(`${bases[node % bases.length]}${path}`, {
      method,
      headers: { Authorization: `Token ${key}`, 'Content-Type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      etag: response.headers.get('ETag') ?? '',
      body: (text === '' ? null : JSON.parse(text)) as never,
    };
  };

  beforeAll(async () => {
    database = await server.open();
    for (let i = 0; i < 2; i++) {
      const node = start(['serve'], { DATABASE_URL: database.url!, PORT: '0', THREADS: '1' });
      nodes.push(node);
      bases.push((await node.line(/serves (http:\/\/\S+)/))[1]);
      if (i === 0) key = (await node.line(/API key: (tg_\S+)/))[1]!;
    }
    const [organization] = (await call(0, 'GET /v1/organizations/')).body as { id: string }[];
    planning = (
      (await call(0, `POST /v1/organizations/${organization.id}/plannings/`, { name: 'Shared' })).body as {
        id: string;
      }
    ).id;
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

  // Guarantee: an acknowledged write is there on the other node at once, and changes are numbered without a gap.
  test('what is acknowledged is read on either node at once', async () => {
    const before = (await changes()).length;
    await each(async (client) => {
      for (let i = 0; i < WRITES; i++) {
        const id = `l-${client}-${i}`;
        expect((await call(client, 'POST /v1/locations/', { id, planning, name: id })).status).toBe(201);
        expect((await call(client + 1, `GET /v1/locations/${id}/`)).status).toBe(200);
        const listed = (await call(client + 1, `GET /v1/plannings/${planning}/locations/`)).body as { id: string }[];
        expect(listed.map((location) => location.id)).toContain(id);
      }
    });
    expect(await changes()).toEqual(Array.from({ length: before + CLIENTS * WRITES }, (_, i) => i + 1));
    for (const node of [0, 1]) {
      const listed = (await call(node, `GET /v1/plannings/${planning}/changesets/`)).body as unknown[];
      expect(listed).toHaveLength(before + CLIENTS * WRITES);
    }
  });

  // Guarantee: whoever writes what he has read, with If-Match, overwrites nobody.
  test('no update is lost', async () => {
    await call(0, 'POST /v1/locations/', { id: 'counter', planning, name: 'counter', ordering: 0 });
    await each(async (client) => {
      for (let made = 0, turn = client; made < 3; turn++) {
        const { etag, body } = await call(turn, 'GET /v1/locations/counter/');
        const ordering = (body as { ordering: number }).ordering + 1;
        const { status } = await call(
          turn + client,
          'PATCH /v1/locations/counter/',
          { ordering },
          { 'If-Match': etag },
        );
        expect([200, 412]).toContain(status);
        if (status === 200) made++;
      }
    });
    for (const node of [0, 1]) {
      expect((await call(node, 'GET /v1/locations/counter/')).body).toMatchObject({ ordering: CLIENTS * 3 });
    }
    const all = await changes();
    expect(all).toEqual(all.map((_, i) => i + 1));
  });
});
