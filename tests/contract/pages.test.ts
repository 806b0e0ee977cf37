/** Pages of lists while others write, and cursors that belong elsewhere. */
import { beforeAll, describe, expect, test } from 'vitest';
import { useApp } from '../../api/testing/useApp.ts';
import { importSmall } from '../../schedule/testing/openSchedule.ts';
import type { Row } from './sample.ts';

let planning: string;
const api = await useApp();
const { organization } = api.admin;
beforeAll(async () => {
  planning = await importSmall(api, api.scope);
});

const post = (path: string, body: unknown): Promise<Row> => api.accepted(`POST /v1/${path}/`, { body });

const page = async (path: string, headers = {}) => {
  const answer = await api.call(`GET ${path}`, { headers });
  expect(answer.status).toBe(200);
  const next = /^<([^>]+)>; rel="next"$/.exec(answer.headers.get('Link') ?? '')?.[1];
  return { rows: answer.body as Row[], next };
};

const MAPPING = { rows: 'operations', fields: [{ field: 'externalId', columns: ['id'] }] };

type Listed = Record<'id' | 'user', string>;

interface Live {
  readonly list: string;
  /** The member that names a row. */
  readonly name: string;
  /** Makes one more row. */
  make(i: number): Promise<unknown>;
  /** The request that takes a row from the list. */
  remove(row: Listed): { readonly request: string; readonly body?: unknown };
}

const lists = (): Record<string, Live> => ({
  plannings: {
    list: `/v1/organizations/${organization}/plannings/`,
    name: 'id',
    make: (i) => post(`organizations/${organization}/plannings`, { id: `paged-${i}`, name: 'Paged' }),
    remove: ({ id }) => ({ request: `DELETE /v1/organizations/${organization}/plannings/${id}/` }),
  },
  members: {
    list: `/v1/organizations/${organization}/members/`,
    name: 'email',
    make: (i) => post(`organizations/${organization}/members`, { email: `a${i}@example.org`, role: 'viewer' }),
    remove: ({ user }) => ({ request: `DELETE /v1/organizations/${organization}/members/${user}/` }),
  },
  'upload mappings': {
    list: `/v1/organizations/${organization}/upload-mappings/`,
    name: 'id',
    make: (i) => post(`organizations/${organization}/upload-mappings`, { ...MAPPING, name: `Paged ${i}` }),
    remove: ({ id }) => ({ request: `DELETE /v1/organizations/${organization}/upload-mappings/${id}/` }),
  },
  keys: {
    list: `/v1/api-keys/?organization=${organization}`,
    name: 'id',
    make: (i) => post('api-keys', { name: `Paged ${i}`, organization, role: 'viewer' }),
    remove: ({ id }) => ({ request: `DELETE /v1/api-keys/${id}/` }),
  },
  runs: {
    list: `/v1/plannings/${planning}/optimization-task-results/`,
    name: 'id',
    make: () => post(`plannings/${planning}/optimize`, { solver: 'external', start: false }),
    remove: ({ id }) => ({ request: `DELETE /v1/plannings/${planning}/optimization-task-results/${id}/` }),
  },
  'operations of a group': {
    list: `/v1/operation-groups/${planning}-paged/`,
    name: 'id',
    async make(i) {
      if (i === 0) await post('operation-groups', { id: `${planning}-paged`, planning, name: 'Paged' });
      const request = `PATCH /v1/operations/${planning}-o${i + 1}/`;
      await api.call(request, { body: { group: `${planning}-paged` } });
    },
    remove: ({ id }) => ({ request: `PATCH /v1/operations/${id}/`, body: { group: null } }),
  },
});

describe('pages of a list', () => {
  test.each(['plannings', 'members', 'upload mappings', 'keys', 'runs', 'operations of a group'])(
    'of %s lose no row when an earlier one goes away in between',
    async (name) => {
      const live = lists()[name];
      for (let i = 0; i < 3; i++) await live.make(i);
      const join = live.list.includes('?') ? '&' : '?';
      const all = (await page(live.list)).rows;
      // The planning, the admin and the admin's key stay.
      const removed = all.findIndex((row) => row['id'] !== planning && row['role'] !== 'admin');
      const first = await page(`${live.list}${join}limit=${removed + 1}`);
      const { request, body } = live.remove(all[removed] as Listed);
      expect((await api.call(request, body === undefined ? {} : { body })).status).toBeLessThan(300);
      const seen = first.rows.map((row) => row[live.name]);
      for (let next = first.next; next !== undefined; ) {
        const more = await page(next);
        seen.push(...more.rows.map((row) => row[live.name]));
        ({ next } = more);
      }
      expect(seen).toEqual(all.map((row) => row[live.name]));
    },
  );
});

describe('a cursor', () => {
  const refused = async (path: string, headers = {}) => {
    const { status, body } = await api.call(`GET ${path}`, { headers });
    expect([path, status, body]).toMatchObject([path, 400, { code: 'invalid_cursor' }]);
  };

  test('belongs to its list, its filters and its workspace, whatever the limit', async () => {
    const list = `/v1/plannings/${planning}/operations/`;
    const cursor = new URL((await page(`${list}?limit=1`)).next!, 'http://localhost').searchParams.get('cursor')!;
    const { id: draft } = await post(`plannings/${planning}/workspaces`, { name: 'Paged' });
    expect((await page(`${list}?cursor=${cursor}`)).rows).toHaveLength(2);
    expect((await page(`${list.slice(0, -1)}?cursor=${cursor}&limit=1`)).rows).toHaveLength(1);
    await refused(`${list}?cursor=${cursor}&version=first`);
    await refused(`${list}?cursor=${cursor}`, { 'X-Workspace-Id': draft });
    await refused(`${list}?cursor=${cursor.slice(0, -1)}`.replace(/\.[^.]*$/, ''));
    for (const other of ['resources', 'assignments', 'conflicts', 'changesets', 'workspaces', 'repairs']) {
      await refused(`/v1/plannings/${planning}/${other}/?cursor=${cursor}`);
    }
    await refused(`/v1/organizations/${organization}/members/?cursor=${cursor}`);
    await refused(`/v1/operations/${planning}-o1/candidates/?cursor=${cursor}`);
  });

  test('of places for an operation shows the places as they were for the first page', async () => {
    const list = `/v1/operations/${planning}-o1/candidates/`;
    const before = (await page(list)).rows.map(({ resource }) => resource);
    const first = await page(`${list}?limit=1`);
    await post('assignments', { operation: `${planning}-o1`, resource: before[1] });
    const rest = (await page(first.next!.replace('limit=1', 'limit=100'))).rows;
    expect([...first.rows, ...rest].map(({ resource }) => resource)).toEqual(before);
  });
});
