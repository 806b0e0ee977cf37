/** X-Workspace-Id over HTTP: every endpoint for versioned records honors it, including lists and nested lists. */
import { beforeAll, describe, expect, test } from 'vitest';
import { ROUTES } from '../../api/routes/routes.ts';
import { useApp } from '../../api/testing/useApp.ts';

const api = await useApp();
let p: string;
let workspace: string;
let headers: Record<string, string>;

beforeAll(async () => {
  const path = `/v1/organizations/${api.admin.organization}/plannings/`;
  p = ((await api.call(`POST ${path}`, { body: { name: 'P' } })).body as { id: string }).id;
  workspace = (await api.call(`POST /v1/plannings/${p}/workspaces/`, { body: { name: 'W' } })).body['id'];
  headers = { 'X-Workspace-Id': workspace };
});

const T = '2026-11-20T08:00:00.000Z';
const U = '2026-11-20T09:00:00.000Z';
const task = (time: string) => ({ taskName: 'n', plannedTime: time, expectedTime: time });

/** For each kind: its path, how one is created, and how it is changed. */
const KINDS = [
  { path: 'locations', body: () => ({ planning: p, name: 'L' }), patch: { name: 'M' } },
  { path: 'resources', body: () => ({ location: 'base-l', name: 'R' }), patch: { name: 'M' } },
  { path: 'tags', body: () => ({ planning: p, category: 'c', value: 'draft' }), patch: { value: 'other' } },
  { path: 'rules', body: () => ({ planning: p, name: 'x', kind: 'usage', weight: 1 }), patch: { weight: 2 } },
  { path: 'operation-groups', body: () => ({ planning: p, name: 'G' }), patch: { name: 'M' } },
  {
    path: 'operations',
    body: () => ({ planning: p, inboundTask: task(T), outboundTask: task(U) }),
    patch: { description: 'M' },
  },
  { path: 'tasks', body: () => ({ planning: p, externalId: 't', ...task(T) }), patch: { taskName: 'M' } },
] as const;

describe.each(KINDS)('$path', ({ path, body, patch }) => {
  const list = `/v1/plannings/{p}/${path}/${path === 'tasks' ? '?external_id=t' : ''}`;
  const ids = async (within: Record<string, string>): Promise<string[]> => {
    const answer = await api.call(`GET ${list.replace('{p}', p)}`, { headers: within });
    return (answer.body as { id?: string; uuid?: string }[]).map(({ id, uuid }) => id ?? uuid ?? '');
  };
  const one = (id: string) => `/v1/${path}/${id}/`;
  const isGroup = path === 'operation-groups';

  beforeAll(async () => {
    if (path === 'resources')
      await api.call('POST /v1/locations/', { body: { id: 'base-l', planning: p, name: 'Base' } });
  });

  test('created in a workspace, it exists only there', async () => {
    const made = await api.call(`POST /v1/${path}/`, { body: body(), headers });
    expect(made.status).toBe(201);
    const { id, uuid, workspace: place } = made.body as { id?: string; uuid?: string; workspace: string };
    const key = id ?? uuid ?? '';
    expect(place).toBe(workspace);
    expect((await api.call(`GET ${one(key)}`, { headers })).status).toBe(200);
    expect((await api.call(`GET ${one(key)}`)).status).toBe(404);
    expect((await api.call(`PATCH ${one(key)}`, { body: patch })).status).toBe(404);
    expect((await api.call(`DELETE ${one(key)}`)).status).toBe(404);
    expect(await ids(headers)).toContain(key);
    expect(await ids({})).not.toContain(key);
  });

  test('changed and deleted in a workspace, it stays on the mainline', async () => {
    const value = path === 'tags' ? { value: 'live' } : {};
    const made = await api.call(`POST /v1/${path}/`, { body: { ...body(), ...value } });
    const { id, uuid } = made.body as { id?: string; uuid?: string };
    const key = id ?? uuid ?? '';
    expect((await api.call(`PATCH ${one(key)}`, { body: patch, headers })).body).toMatchObject({ ...patch, workspace });
    if (!isGroup) {
      expect((await api.call(`GET ${one(key)}`)).body).not.toMatchObject(patch);
      expect((await api.call(`GET ${one(key)}`, { headers })).body).toMatchObject(patch);
    }
    expect((await api.call(`DELETE ${one(key)}`, { headers })).status).toBe(204);
    expect((await api.call(`GET ${one(key)}`, { headers })).status).toBe(404);
    expect((await api.call(`GET ${one(key)}`)).status).toBe(200);
    expect(await ids(headers)).not.toContain(key);
    expect(await ids({})).toContain(key);
  });
});

test('the nested list of locations shows the draft’s resources', async () => {
  const nested = async (within: Record<string, string>) => {
    const { body } = await api.call(`GET /v1/plannings/${p}/locations/`, { headers: within });
    return (body as { id: string; resources: { workspace: string | null }[] }[]).flatMap(({ resources }) => resources);
  };
  expect((await nested(headers)).some((resource) => resource.workspace === workspace)).toBe(true);
  expect((await nested({})).every((resource) => resource.workspace === null)).toBe(true);
});

test('assignments, conflicts, metrics, score, export and changesets are the draft’s', async () => {
  await api.call('POST /v1/resources/', { body: { id: 'stand', location: 'base-l', name: 'S' } });
  const made = await Promise.all(
    [0, 1].map(() =>
      api.call('POST /v1/operations/', { body: { planning: p, inboundTask: task(T), outboundTask: task(U) } }),
    ),
  );
  const assignments = made.map(({ body }) => ({ operation: (body as { id: string }).id, resource: 'stand' }));
  expect((await api.call('POST /v1/assignments/bulk/', { body: { assignments }, headers })).status).toBe(201);
  const read = async (path: string, within: Record<string, string>): Promise<never> =>
    (await api.call(`GET /v1/plannings/${p}/${path}`, { headers: within })).body;
  for (const [within, count, pairs] of [
    [headers, 2, 1],
    [{}, 0, 0],
  ] as const) {
    expect(await read('assignments/', within)).toHaveLength(count);
    expect(await read('conflicts/', within)).toHaveLength(pairs);
    expect(await read('metrics/', within)).toMatchObject({ assigned: count });
    expect((await read('export/', within))['assignments']).toHaveLength(count);
    const { body } = await api.call(`POST /v1/plannings/${p}/score/`, { body: { virtualState: {} }, headers: within });
    expect(body).toMatchObject({ metrics: { assigned: count }, delta: 0 });
    for (const { operation } of assignments) {
      const { status } = await api.call(`GET /v1/operations/${operation}/assignment/`, { headers: within });
      expect(status).toBe(count === 0 ? 404 : 200);
    }
  }
  expect(await read('metrics/?mainline=true', headers)).toMatchObject({ assigned: 0, workspace: null });
  const [last] = (await read('changesets/', headers)) as { id: string; status: string }[];
  expect(last).toMatchObject({ workspace, status: 'draft', counts: { assignment: { created: 2 } } });
  expect(await read('metrics/', headers)).toMatchObject({ change: last.id });
  const [mainline] = (await read('changesets/', {})) as { id: string }[];
  expect(await read('metrics/', {})).toMatchObject({ change: mainline.id, workspace: null });
  expect((await api.call(`GET /v1/plannings/${p}/metrics/?change_id=${last.id}`)).status).toBe(404);
  expect(await read(`metrics/?change_id=${mainline.id}`, headers)).toMatchObject({ assigned: 0, workspace });
});

test('a planning’s own fields can be changed in a draft', async () => {
  const path = `/v1/organizations/${api.admin.organization}/plannings/${p}/`;
  expect((await api.call(`PATCH ${path}`, { body: { name: 'Draft' }, headers })).body).toMatchObject({ name: 'Draft' });
  expect((await api.call(`GET /v1/plannings/${p}/`)).body).toMatchObject({ name: 'P' });
  expect((await api.call(`GET /v1/plannings/${p}/`, { headers })).body).toMatchObject({ name: 'Draft' });
});

test('publishing and reverting are replayed by their keys, and report clashes with both sides', async () => {
  const { id } = (await api.call(`POST /v1/plannings/${p}/workspaces/`, { body: { name: 'X' } })).body as {
    id: string;
  };
  const within = { 'X-Workspace-Id': id };
  await api.call('PATCH /v1/locations/base-l/', { body: { name: 'ours' }, headers: within });
  await api.call('PATCH /v1/locations/base-l/', { body: { name: 'theirs' } });
  const publish = `POST /v1/workspaces/${id}/publish/`;
  const refused = await api.call(publish);
  expect(refused.status).toBe(409);
  expect(refused.body).toMatchObject({
    code: 'clash',
    clashes: [
      {
        entity: 'location',
        id: 'base-l',
        fields: ['name'],
        base: { name: 'Base' },
        ours: { name: 'ours' },
        theirs: { name: 'theirs' },
      },
    ],
  });
  const keyed = { 'Idempotency-Key': 'k' };
  const published = await api.call(publish, { body: { strategy: 'ours' }, headers: keyed });
  expect(published.status).toBe(201);
  expect((await api.call(publish, { body: { strategy: 'ours' }, headers: keyed })).body).toEqual(published.body);
  expect((await api.call(publish)).body).toMatchObject({ code: 'workspace_not_draft' });
  const revert = `POST /v1/plannings/${p}/changesets/${(published.body as { id: string }).id}/revert/`;
  const reverted = await api.call(revert, { headers: keyed });
  expect(reverted.body).toMatchObject({ source: 'revert', diffs: [{ after: { name: 'theirs' } }] });
  expect((await api.call(revert, { headers: keyed })).body).toEqual(reverted.body);
  expect((await api.call(revert)).status).toBe(409);
  const first = ((await api.call(`GET /v1/plannings/${p}/changesets/`)).body as { id: string }[]).at(-1)!;
  expect((await api.call(`POST /v1/plannings/${p}/changesets/${first.id}/revert/`)).body).toMatchObject({
    code: 'not_revertible',
  });
});

test('tasks of an optimization are those of the draft', async () => {
  const start = async (within: Record<string, string>): Promise<string> =>
    (await api.call(`POST /v1/plannings/${p}/optimize/`, { body: { solver: 'external' }, headers: within })).body['id'];
  const made = await api.call(`POST /v1/plannings/${p}/workspaces/`, { body: { name: 'Other' } });
  const { id: other } = made.body as { id: string };
  const elsewhere = { 'X-Workspace-Id': other };
  const [live, draft] = [await start({}), await start(headers)];
  const tasks = `/v1/plannings/${p}/optimization-task-results/`;
  const listed = async (within: Record<string, string>): Promise<string[]> => {
    const { body } = await api.call(`GET ${tasks}`, { headers: within });
    return (body as { id: string }[]).map(({ id }) => id);
  };
  expect(await listed({})).toEqual([draft, live]);
  expect(await listed(headers)).toEqual([draft]);
  expect(await listed(elsewhere)).toEqual([]);
  const statusOf = async (request: string, within: Record<string, string>): Promise<number> =>
    (await api.call(request, { headers: within })).status;
  for (const [id, others] of [
    [live, [headers, elsewhere]],
    [draft, [elsewhere]],
  ] as const) {
    for (const within of others) {
      for (const path of ['', 'data/', 'result/', 'stream/']) {
        expect(await statusOf(`GET ${tasks}${id}/${path}`, within)).toBe(404);
      }
      for (const path of ['cancel/', 'apply/']) {
        expect(await statusOf(`POST ${tasks}${id}/${path}`, within)).toBe(404);
      }
      expect(await statusOf(`PATCH ${tasks}${id}/`, within)).toBe(404);
      expect(await statusOf(`DELETE ${tasks}${id}/`, within)).toBe(404);
    }
    expect((await api.call(`GET ${tasks}${id}/`)).body).toMatchObject({ id, status: 'STARTING' });
  }
  expect(await statusOf(`GET ${tasks}${draft}/`, headers)).toBe(200);
  expect((await api.call(`POST ${tasks}${draft}/cancel/`, { headers })).body).toMatchObject({ status: 'CANCELLED' });
  expect((await api.call(`POST ${tasks}${live}/cancel/`)).body).toMatchObject({ status: 'CANCELLED' });
  await api.call(`POST /v1/workspaces/${other}/archive/`);
  expect(await statusOf(`GET ${tasks}`, elsewhere)).toBe(404);
});

test('routes that concern the mainline only refuse the header, and do nothing', async () => {
  const { organization } = api.admin;
  for (const { spec } of ROUTES.filter(({ spec }) => spec.mainlineOnly)) {
    const path = spec.path.replace('{org_pk}', organization).replaceAll('{id}', p);
    const { status, body } = await api.call(`${spec.method.toUpperCase()} ${path}`, { headers });
    expect([path, status, body]).toMatchObject([path, 400, { code: 'invalid_header' }]);
  }
  expect((await api.call(`GET /v1/plannings/${p}/`)).status).toBe(200);
});

test('the routes that ignore the header concern no versioned records', () => {
  const blind = ROUTES.filter(({ spec }) => !spec.workspaceAware && !spec.mainlineOnly).map(({ spec }) => spec.path);
  const outside =
    /^\/(?:auth|\.well-known)\/|\/(?:organizations|members|api-keys|workspaces|preferences|user|webhooks)\/|\{task_id\}\/result\/$/;
  expect(blind.filter((path) => !outside.test(path))).toEqual([]);
});
