/** Tags, locations, resources, rules, tasks, groups, preferences, plannings, organizations over HTTP. */
import { describe, expect, test } from 'vitest';
import { inbound, openSample, type Operation, problemsIn, type Row } from './sample.ts';

const { api, p, create, changes } = await openSample();

describe('every other record', () => {
  const records: [string, string, () => Row, Row][] = [
    [
      'tags',
      'uuid',
      () => ({ planning: p, category: 'airline', value: 'TG', required: false, color: '#112233' }),
      { color: '#445566' },
    ],
    ['locations', 'id', () => ({ planning: p, name: 'Pier', ordering: 2, metadata: { a: 1 } }), { name: 'Pier B' }],
    [
      'resources',
      'id',
      () => ({ name: 'Stand 9', location: `${p}-apron`, adjacent: [`${p}-r1`], tags: [`${p}-wide`] }),
      { tags: [] },
    ],
    [
      'rules',
      'id',
      () => ({ planning: p, name: 'r', kind: 'buffer', weight: 5, parameters: { seconds: 900 } }),
      { parameters: { seconds: 600 } },
    ],
    ['tasks', 'id', () => ({ planning: p, externalId: 'free', ...inbound }), { expectedTime: '2026-11-20T12:20:00Z' }],
  ];

  test.each(records)('%s: create, read, send back, edit, list, delete', async (kind, key, body, edit) => {
    const made = await api.call(`POST /v1/${kind}/`, { body: body() });
    expect(made.status, made.text).toBe(201);
    const id = (made.body as Row)[key] as string;
    expect((await api.call(`GET /v1/${kind}/${id}/`)).body).toEqual(made.body);
    const before = await changes();
    expect((await api.call(`PATCH /v1/${kind}/${id}/`, { body: made.body })).body).toEqual(made.body);
    expect(await changes()).toBe(before);
    const edited = await api.call(`PATCH /v1/${kind}/${id}/`, { body: edit });
    expect([edited.status, edited.headers.get('ETag') === made.headers.get('ETag')]).toEqual([200, false]);
    const list = await api.call(`GET /v1/plannings/${p}/${kind}/${kind === 'tasks' ? '?external_id=free' : ''}`);
    expect(JSON.stringify(list.body)).toContain(id);
    expect((await api.call(`DELETE /v1/${kind}/${id}/`)).status).toBe(204);
    expect((await api.call(`GET /v1/${kind}/${id}/`)).status).toBe(404);
    const foreign = { ...body(), planning: 'absent', location: 'absent' };
    const unknown = await api.call(`POST /v1/${kind}/`, {
      body: kind === 'resources' ? foreign : { ...body(), planning: 'absent' },
    });
    expect([unknown.status, problemsIn(unknown.body).every((line) => line.endsWith('unknown_reference'))]).toEqual([
      400,
      true,
    ]);
  });

  test('operation groups list their operations, and release them when deleted', async () => {
    const group = (await api.call('POST /v1/operation-groups/', { body: { planning: p, name: 'Call' } })).body as Row;
    const id = group['id'] as string;
    const [a, b] = [await create({ group: id }), await create({ group: id })];
    const listed = await api.call(`GET /v1/operation-groups/${id}/`);
    expect((listed.body as Operation[]).map((one) => one.id).sort()).toEqual([a.id, b.id].sort());
    expect(listed.headers.get('ETag')).toBe(`"${group['versionId'] as string}"`);
    expect((listed.body as Row[])[0]['operationDependencies']).toHaveLength(1);
    expect((await api.call(`PATCH /v1/operation-groups/${id}/`, { body: { name: 'Port call' } })).body).toMatchObject({
      name: 'Port call',
    });
    expect((await api.call(`DELETE /v1/operation-groups/${id}/`)).status).toBe(204);
    expect((await api.call(`GET /v1/operations/${a.id}/`)).body).toMatchObject({ group: null });
  });

  test('upload mappings are saved by name, replaced and deleted', async () => {
    const mappings = `/v1/organizations/${api.admin.organization}/upload-mappings/`;
    const body = { name: 'Flights', rows: 'operations', fields: [{ field: 'externalId', columns: ['id'] }] };
    const made = (await api.call(`POST ${mappings}`, { body })).body as Row;
    expect(made).toMatchObject({
      ...body,
      delimiter: ',',
      encoding: 'utf-8',
      timeFormat: 'iso',
      createdBy: api.admin.user,
    });
    const taken = await api.call(`POST ${mappings}`, { body });
    expect([taken.status, taken.body]).toMatchObject([400, { code: 'name_taken', errors: [{ path: 'name' }] }]);
    const one = `${mappings}${made['id'] as string}/`;
    expect((await api.call(`PUT ${one}`, { body: { ...made, name: 'Renamed' } })).body).toMatchObject({
      ...body,
      name: 'Renamed',
    });
    expect((await api.call(`GET ${mappings}`)).body).toMatchObject([{ name: 'Renamed' }]);
    expect((await api.call(`DELETE ${one}`)).status).toBe(204);
    expect((await api.call(`GET ${one}`)).status).toBe(404);
  });

  test('preferences store any JSON object, and nothing else', async () => {
    const path = `/v1/plannings/${p}/preferences/`;
    const as = await api.newUser('viewer', api.admin.organization);
    const text = '{"data":{"__proto__":{"x":1},"constructor":2,"":[null]}}';
    const headers = { 'Content-Type': 'application/json' };
    expect((await api.call(`PUT ${path}`, { as, body: text, headers })).status).toBe(200);
    const { data } = (await api.call(`GET ${path}`, { as })).body as { data: object };
    expect(new Map(Object.entries(data))).toEqual(
      new Map<string, unknown>([
        ['', [null]],
        ['__proto__', { x: 1 }],
        ['constructor', 2],
      ]),
    );
    for (const [body, code] of [
      [{}, 'required'],
      [{ data: [] }, 'invalid_type'],
      [{ data: null }, 'invalid_type'],
    ] as const) {
      expect((await api.call(`PUT ${path}`, { as, body })).body).toMatchObject({ errors: [{ path: 'data', code }] });
    }
  });

  test('preferences belong to one user', async () => {
    const path = `/v1/plannings/${p}/preferences/`;
    expect((await api.call(`GET ${path}`)).body).toMatchObject({ data: {}, user: api.admin.user });
    const data = { theme: 'dark', nested: [{ a: null }] };
    const put = (await api.call(`PUT ${path}`, { body: { data } })).body as Row;
    expect((await api.call(`PUT ${path}`, { body: put })).body).toMatchObject({ data });
    const other = await api.newUser('viewer', api.admin.organization);
    expect((await api.call(`GET ${path}`, { as: other })).body).toMatchObject({ data: {} });
  });
});

describe('plannings and organizations', () => {
  test('a planning is created, changed, exported, imported and deleted', async () => {
    const base = `/v1/organizations/${api.admin.organization}/plannings/`;
    const made = (
      await api.call(`POST ${base}`, { body: { name: 'New', timezone: 'Europe/Berlin', weights: { conflict: 3000 } } })
    ).body as Row;
    const path = `${base}${made['id'] as string}/`;
    expect((await api.call(`PATCH ${path}`, { body: made })).body).toEqual(made);
    expect((await api.call(`PATCH ${path}`, { body: { timezone: 'Mars/Olympus' } })).status).toBe(400);
    const exported = (await api.call(`GET /v1/plannings/${p}/export/`)).body as Row;
    const imported = await api.call(`POST ${base}import/`, { body: exported });
    expect(imported.status, imported.text).toBe(201);
    expect((imported.body as Row)['ids']).toMatchObject({ planning: { [p]: expect.any(String) as string } });
    const copy = ((imported.body as Row)['planning'] as Row)['id'] as string;
    const again = (await api.call(`GET /v1/plannings/${copy}/export/`)).body as Row;
    expect((again['operations'] as Row[]).length).toBe((exported['operations'] as Row[]).length);
    const broken = { ...exported, operations: [{ id: 'x' }], resources: [{ id: 'r', name: 'R' }] };
    expect(problemsIn((await api.call(`POST ${base}import/`, { body: broken })).body)).toEqual([
      'resources.0.location: required',
      'operations.0.inboundTask: required',
      'operations.0.outboundTask: required',
    ]);
    expect((await api.call(`DELETE ${path}`)).status).toBe(204);
    expect((await api.call(`GET /v1/plannings/${made['id'] as string}/`)).status).toBe(404);
  });

  test('members are added, changed and removed; an organization keeps an admin', async () => {
    // The id is read-only, so it does not reveal whether another organization has it.
    const as = await api.loggedIn(api.admin);
    const body = { name: 'Port', id: api.admin.organization };
    const made = (await api.call('POST /v1/organizations/', { as, body })).body as Row;
    expect([made['name'], made['id'] === body.id]).toEqual(['Port', false]);
    const base = `/v1/organizations/${made['id'] as string}/members/`;
    const email = `${p}@example.org`;
    const added = await api.call(`POST /v1/organizations/${api.admin.organization}/members/`, {
      body: { email, role: 'viewer', name: 'V', password: 'a long enough password' },
    });
    expect([added.status, added.body]).toMatchObject([201, { email, role: 'viewer' }]);
    const user = (added.body as Row)['user'] as string;
    const path = `/v1/organizations/${api.admin.organization}/members/${user}/`;
    expect((await api.call(`PATCH ${path}`, { body: { role: 'planner' } })).body).toMatchObject({ role: 'planner' });
    expect((await api.call(`DELETE ${path}`)).status).toBe(204);
    expect(
      (await api.call(`DELETE /v1/organizations/${api.admin.organization}/members/${api.admin.user}/`)).body,
    ).toMatchObject({ code: 'last_admin' });
    expect((await api.call(`GET ${base}`)).status).toBe(404);
  });
});

test('a deleted tag leaves the parameters of rules, and a list that loses its last tag matches nothing', async () => {
  const answered = async (request: string, body?: Row): Promise<Row> => {
    const { status, text, body: answer } = await api.call(request, body === undefined ? {} : { body });
    expect(status, text).toBeLessThan(300);
    return answer;
  };
  const evening = '2026-11-20T20:00:00Z';
  const late = { taskName: 'L', plannedTime: evening, expectedTime: evening };
  for (const operation of [
    await create(),
    await create({ inboundTask: late, outboundTask: { ...late, expectedTime: '2026-11-20T21:00:00Z' } }),
  ]) {
    await answered('POST /v1/assignments/', { operation: operation.id, resource: `${p}-r1` });
  }
  const { uuid } = await answered('POST /v1/tags/', { planning: p, category: 'kind', value: 'cargo' });
  const parameters = { seconds: 80_000, nextTags: [uuid] };
  const rule = { planning: p, name: 'R', kind: 'buffer', weight: 5, parameters };
  const { id } = await answered('POST /v1/rules/', rule);
  const path = `/v1/rules/${String(id)}/`;
  const penalty = async (): Promise<unknown> => {
    const { rules } = await answered(`GET /v1/plannings/${p}/metrics/`);
    return (rules as Row[]).find((one) => one['id'] === id)?.['penalty'];
  };
  await api.call(`DELETE /v1/tags/${String(uuid)}/`);
  const read = (await answered(`GET ${path}`))['parameters'] as Row;
  expect(read).toEqual({ seconds: 80_000, nextTags: [] });
  await answered(`PATCH ${path}`, { parameters: { ...read, seconds: 70_000 } });
  expect([(await answered(`GET ${path}`))['parameters'], await penalty()]).toEqual([
    { seconds: 70_000, nextTags: [] },
    0,
  ]);
  await answered(`PATCH ${path}`, { parameters: { seconds: 70_000 } });
  expect(await penalty()).toBe(5);
});
