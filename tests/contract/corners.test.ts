/** Corner cases of the contract: outdated copies, outdated records, unusual ids, times and encodings. */
import { describe, expect, test } from 'vitest';
import { inbound, openSample, type Operation, outbound, problemsIn, type Row } from './sample.ts';

const { api, p, create, operation, changes } = await openSample();

const post = (path: string, body: unknown): Promise<Row> => api.accepted(`POST ${path}`, { body });
const assign = (body: Row): Promise<Row> => post('/v1/assignments/', body);

// Guarantee: a client that sends If-None-Match never keeps a copy that a plain read would contradict.
describe("a client's copy", () => {
  const stale = async (path: string, disturb: () => Promise<unknown>): Promise<void> => {
    const first = await api.call(`GET ${path}`);
    await disturb();
    const plain = await api.call(`GET ${path}`);
    expect(plain.text).not.toBe(first.text);
    const headers = { 'If-None-Match': first.headers.get('ETag')! };
    const asked = await api.call(`GET ${path}`, { headers });
    expect([asked.status, asked.text]).toEqual([200, plain.text]);
  };

  test('of a group’s operations is outdated when one of them changes', async () => {
    const group = (await post('/v1/operation-groups/', { planning: p, name: 'Call' }))['id'] as string;
    const { id } = await create({ group });
    await stale(`/v1/operation-groups/${group}/`, () =>
      api.call(`PATCH /v1/operations/${id}/`, { body: { description: 'new' } }),
    );
    await stale(`/v1/operations/${id}/`, () => create({ group }));
  });

  test('of an assignment is outdated when it is deactivated', async () => {
    const { id } = await create();
    const assignment = (await assign({ operation: id, resource: `${p}-r1` }))['id'] as string;
    await stale(`/v1/assignments/${assignment}/`, () => api.call(`POST /v1/assignments/${assignment}/deactivate/`));
  });

  test('is outdated when a tag that it shows changes', async () => {
    const tag = (await post('/v1/tags/', { planning: p, category: 'c', value: 'shown' }))['uuid'] as string;
    const { id, inboundTask } = await create({ tags: [tag], inboundTask: { ...inbound, tags: [tag] } });
    const resource = (await post('/v1/resources/', { name: 'R', location: `${p}-apron`, tags: [tag] }))['id'] as string;
    let shade = 0x10_00_00;
    const recolor = () => api.call(`PATCH /v1/tags/${tag}/`, { body: { color: `#${(shade++).toString(16)}` } });
    for (const path of [`operations/${id}`, `resources/${resource}`, `tasks/${inboundTask.id}`, `tags/${tag}`]) {
      await stale(`/v1/${path}/`, recolor);
    }
  });

  test('of a planning is outdated by the next change', async () => {
    await stale(`/v1/plannings/${p}/`, () => create());
  });
});

describe('If-Match', () => {
  test('may name several versions', async () => {
    const location = await post('/v1/locations/', { planning: p, name: 'Pier' });
    const patch = (versions: string, name: string) =>
      api.call(`PATCH /v1/locations/${location['id'] as string}/`, {
        body: { name },
        headers: { 'If-Match': versions },
      });
    const version = location['versionId'] as string;
    expect((await patch('"x", "y"', 'A')).status).toBe(412);
    expect((await patch(`"x",W/"${version}" , "y"`, 'A')).status).toBe(200);
    expect((await patch('"x", "', 'B')).body).toMatchObject({ code: 'invalid_header' });
  });
});

describe('Idempotency-Key', () => {
  test('in another workspace makes another request', async () => {
    const draft = (await post(`/v1/plannings/${p}/workspaces/`, { name: 'D' }))['id'] as string;
    const body = { planning: p, name: 'Once' };
    const key = { 'Idempotency-Key': 'corner-1' };
    expect((await api.call('POST /v1/locations/', { body, headers: key })).status).toBe(201);
    const elsewhere = await api.call('POST /v1/locations/', { body, headers: { ...key, 'X-Workspace-Id': draft } });
    expect([elsewhere.status, elsewhere.body]).toMatchObject([422, { code: 'idempotency_reused' }]);
  });

  test('of a webhook says something else in a new planning with the id of a deleted one', async () => {
    const organization = `/v1/organizations/${api.admin.organization}/plannings/`;
    const subscribe = () =>
      api.call('POST /v1/plannings/reborn/webhooks/', {
        body: { url: 'https://ops.example/', events: ['*'] },
        headers: { 'Idempotency-Key': 'reborn' },
      });
    await post(organization, { id: 'reborn', name: 'Day' });
    expect([(await subscribe()).status, (await subscribe()).status]).toEqual([201, 201]);
    await api.call(`DELETE ${organization}reborn/`);
    await post(organization, { id: 'reborn', name: 'Day' });
    expect(await subscribe()).toMatchObject({ status: 422, body: { code: 'idempotency_reused' } });
  });

  test.each([
    ['plannings', () => `/v1/organizations/${api.admin.organization}/plannings/`, { name: 'Once' }],
    ['organizations', () => '/v1/organizations/', { name: 'Once' }],
    [
      'members',
      () => `/v1/organizations/${api.admin.organization}/members/`,
      { email: 'once@a.example', role: 'viewer' },
    ],
    ['API keys', () => '/v1/api-keys/', { name: 'Once', role: 'viewer' }],
  ])('makes one of %s, however many ask at once', async (kind, path, more) => {
    const body = kind === 'API keys' ? { ...more, organization: api.admin.organization } : more;
    const as = kind === 'organizations' ? await api.loggedIn(api.admin) : api.admin;
    const ask = () => api.call(`POST ${path()}`, { as, body, headers: { 'Idempotency-Key': 'at-once' } });
    const answers = await Promise.all([ask(), ask(), ask(), ask()]);
    const ids = answers.flatMap(({ status, body: made }) => {
      const row = made as Row;
      if (status === 409) expect(row).toMatchObject({ code: 'idempotency_in_flight' });
      else expect(status).toBe(201);
      return status === 201 ? [row['id'] ?? row['user']] : [];
    });
    expect(new Set(ids).size).toBe(1);
    const again = await ask();
    expect([again.status, again.headers.get('Idempotency-Replayed')]).toEqual([201, 'true']);
  });

  // Guarantee: a refusal never reports the work of an earlier request with the same key.
  test('that others repeat before it is answered never gets a refusal because of what it did itself', async () => {
    const { id } = await create();
    const assigned = await api.call('POST /v1/assignments/', { body: { operation: id, resource: `${p}-r1` } });
    const task = await post('/v1/tasks/', { planning: p, ...inbound });
    const deleted = (await create()).id;
    const writes: [path: string, body: Row, more?: Record<string, string>][] = [
      ['/v1/tags/', { planning: p, category: 'repeated', value: 'once' }],
      ['/v1/operations/', operation({ id: 'repeated-1' })],
      ['/v1/operations/', operation({ inboundTask: { id: task['id'] } })],
      ['/v1/assignments/', { operation: id, resource: `${p}-r2` }, { 'If-Match': assigned.headers.get('ETag')! }],
      [`/v1/plannings/${p}/edits/`, { delete: { operations: [deleted] } }],
    ];
    for (const [i, [path, body, more]] of writes.entries()) {
      const headers = { 'Idempotency-Key': `repeated-${i}`, ...more };
      const ask = () => api.call(`POST ${path}`, { body, headers });
      const answers = await Promise.all([ask(), ask(), ask(), ask()]);
      const refused = answers.filter(({ status }) => status !== 201 && status !== 409);
      expect(refused.map(({ text }) => text)).toEqual([]);
      expect(new Set(answers.flatMap(({ status, text }) => (status === 201 ? [text] : []))).size).toBe(1);
    }
  });

  test('of an optimization replays the task, whatever became of the draft', async () => {
    const draft = (await post(`/v1/plannings/${p}/workspaces/`, { name: 'D' }))['id'] as string;
    const headers = { 'Idempotency-Key': 'optimize-once', 'X-Workspace-Id': draft };
    const ask = () => api.call(`POST /v1/plannings/${p}/optimize/`, { body: { solver: 'external' }, headers });
    const first = await ask();
    await post(`/v1/workspaces/${draft}/publish/`, {});
    const again = await ask();
    expect([again.status, again.headers.get('Idempotency-Replayed')], again.text).toEqual([202, 'true']);
    expect((again.body as Row)['id']).toBe((first.body as Row)['id']);
  });

  test('of a planning replays the response, whatever became of the planning', async () => {
    const base = `/v1/organizations/${api.admin.organization}/plannings/`;
    const ask = () => api.call(`POST ${base}`, { body: { name: 'First' }, headers: { 'Idempotency-Key': 'planning' } });
    const first = await ask();
    const path = `${base}${(first.body as Row)['id'] as string}/`;
    await api.call(`PATCH ${path}`, { body: { name: 'Second' } });
    expect((await ask()).body).toEqual(first.body);
    await api.call(`DELETE ${path}`);
    expect((await ask()).body).toEqual(first.body);
  });

  test('of a failed request may be reused', async () => {
    const path = `POST /v1/organizations/${api.admin.organization}/plannings/`;
    const headers = { 'Idempotency-Key': 'failed-first' };
    expect((await api.call(path, { body: { name: 'x', id: p }, headers })).body).toMatchObject({ code: 'id_taken' });
    expect((await api.call(path, { body: { name: 'x' }, headers })).status).toBe(201);
  });
});

describe('ended assignments', () => {
  test('are the same record wherever they are read', async () => {
    const { id: operationId } = await create();
    const { id } = await assign({ operation: operationId, resource: `${p}-r1` });
    const ended = (await api.call(`POST /v1/assignments/${id as string}/deactivate/`)).body as Row;
    const read = (await api.call(`GET /v1/assignments/${id as string}/`)).body;
    const listed = await api.call(`GET /v1/plannings/${p}/assignments/?active=false&operation=${operationId}`);
    expect(read).toEqual(ended);
    expect(listed.body).toEqual([ended]);
  });

  test('sent back in bulk do not affect the one that came after them', async () => {
    const { id: operationId } = await create();
    await assign({ operation: operationId, resource: `${p}-r1` });
    const current = await assign({ operation: operationId, resource: `${p}-r2` });
    const ended = (await api.call(`GET /v1/plannings/${p}/assignments/?active=false&operation=${operationId}`))
      .body as Row[];
    const before = await changes();
    const sent = await api.call('POST /v1/assignments/bulk/', { body: { assignments: ended } });
    expect([sent.status, sent.body]).toEqual([201, ended]);
    expect(await changes()).toBe(before);
    expect((await api.call(`GET /v1/operations/${operationId}/assignment/`)).body).toEqual(current);
  });
});

describe('a part', () => {
  // Guarantee: the list includes an assignment wherever its parts cause conflicts.
  test('is listed at the time that it actually occupies', async () => {
    const { id } = await create({ inboundTask: inbound, outbound: undefined, outboundTask: outbound });
    await assign({
      operation: id,
      parts: [
        { resource: `${p}-r1`, endAt: '2026-11-20T12:30:00Z' },
        { resource: `${p}-r2`, startAt: '2026-11-20T12:40:00Z', endAt: '2026-11-20T13:00:00Z' },
      ],
    });
    const within = async (from: string, to: string): Promise<boolean> => {
      const [start, end] = [from, to].map((time) => Date.parse(`2026-11-20T${time}:00Z`) / 1000);
      const list = await api.call(
        `GET /v1/plannings/${p}/assignments/?operation=${id}&start_timestamp=${start}&end_timestamp=${end}`,
      );
      return (list.body as Row[]).length === 1;
    };
    expect(await within('12:20', '12:35')).toBe(true);
    expect(await within('12:31', '12:39')).toBe(false);
    // The last part lasts until the end of the operation.
    expect(await within('13:30', '13:40')).toBe(true);
    expect(await within('14:00', '14:10')).toBe(false);
  });
});

describe('ids', () => {
  test.each(['.', '..'])('%j is refused, because no URL can contain it', async (id) => {
    const refused = await api.call('POST /v1/locations/', { body: { planning: p, name: 'x', id } });
    expect(problemsIn(refused.body)).toEqual(['id: id_reserved']);
  });
});

describe('times', () => {
  const read = async (expectedTime: string): Promise<unknown> => {
    const body = { planning: p, taskName: 't', plannedTime: '2026-11-20T09:00:00Z', expectedTime };
    return (await post('/v1/tasks/', body))['expectedTime'];
  };

  test.each([
    '2026-11-20T09:30:00Z',
    '20261120T093000Z',
    '20261120T1030+0100',
    '2026-W47-5T09:30:00Z',
    '2026W475T0930Z',
    '2026-324T09:30Z',
    '2026324T09,5Z',
    '2026-11-20T09:30,0Z',
    '2026-11-20T04:30:00\u221205:00',
  ])('%s is an instant', async (text) => {
    expect(await read(text)).toBe('2026-11-20T09:30:00.000Z');
  });
});

describe('a window that ends before it starts', () => {
  const WINDOW = 'start_timestamp=1795000001&end_timestamp=';
  test.each([
    ...['metrics', 'operations', 'assignments', 'conflicts'].map((list) => [`${list}/?${WINDOW}`, 'end_timestamp']),
    ...['changesets', 'metrics/history'].map((list) => [`${list}/?from=1795000001&to=`, 'to']),
  ])('is refused by %s', async (query, path) => {
    const ending = (end: number) => api.call(`GET /v1/plannings/${p}/${query}${end}`);
    expect(problemsIn((await ending(1_795_000_000)).body)).toEqual([`${path}: invalid_value`]);
    expect((await ending(1_795_000_001)).status).toBe(200);
  });

  test('is refused by an upload', async () => {
    const upload = (days: string) =>
      api.call(`POST /v1/plannings/${p}/operations/bulk-upload/?${days}`, { body: { operations: [] } });
    expect(problemsIn((await upload('from=2026-11-22&to=2026-11-21')).body)).toEqual(['to: invalid_value']);
    expect((await upload('from=22.11.2026')).body).toMatchObject({
      errors: [{ path: 'from', code: 'invalid_format', message: 'must be a day of the calendar, such as 2026-11-20' }],
    });
    expect((await upload('from=2026-11-22&to=2026-11-22')).status).toBe(200);
  });

  test('is refused by the update of tasks', async () => {
    const refused = await api.call(`PATCH /v1/operations/tasks/bulk/?${WINDOW}0`, { body: { operations: [] } });
    expect(problemsIn(refused.body)).toEqual(['end_timestamp: invalid_value']);
  });
});

describe('a window', () => {
  const lists = ['metrics', 'operations', 'assignments', 'conflicts'];
  const askFor = (list: string, start: number | string, end: number | string) =>
    api.call(`GET /v1/plannings/${p}/${list}/?start_timestamp=${start}&end_timestamp=${end}`);

  test.each(lists)('may reach far beyond all times of operations: %s', async (list) => {
    expect((await askFor(list, -9_999_999_999, 9_999_999_999)).status).toBe(200);
    const window = { start_timestamp: -9_999_999_999, end_timestamp: 9_999_999_999 };
    const run = { solver: 'external', start: false, parameters: { window } };
    expect((await api.call(`POST /v1/plannings/${p}/optimize/`, { body: run })).status).toBe(202);
    expect((await askFor(list, 0, 1_795_000_000_000)).body).toMatchObject({
      errors: [{ path: 'end_timestamp', message: 'must be Unix seconds, not milliseconds' }],
    });
  });

  test.each(lists)('with a malformed end is refused for that end alone: %s', async (list) => {
    expect(problemsIn((await askFor(list, 'z', 1)).body)).toEqual(['start_timestamp: invalid_format']);
    expect(problemsIn((await askFor(list, 1, 'a')).body)).toEqual(['end_timestamp: invalid_format']);
    const both = ['start_timestamp: invalid_format', 'end_timestamp: invalid_format'];
    expect(problemsIn((await askFor(list, 'z', 'a')).body)).toEqual(both);
  });
});

test('a mark that is set only where there is none keeps the one that somebody set meanwhile', async () => {
  const assignments = ['o1', 'o2'].map((name) => ({ operation: `${p}-${name}`, resource: `${p}-r1` }));
  await api.call('POST /v1/assignments/bulk/', { body: { assignments } });
  const [{ id }] = (await api.call(`GET /v1/plannings/${p}/conflicts/`)).body as [{ id: string }];
  const mark = async (body: object) =>
    (await api.call(`PUT /v1/plannings/${p}/conflicts/${id}/mark/`, { body })).body as Row;
  const seen = { state: 'seen', onlyIfUnmarked: true };
  expect(await mark(seen)).toMatchObject({ conflict: id, mark: { state: 'seen' } });
  const accepted = await mark({ state: 'accepted', note: 'Agreed' });
  expect(await mark(seen)).toEqual(accepted);
  expect(await mark({ state: 'seen' })).toMatchObject({ mark: { state: 'seen', note: null } });
});

test('a virtual state that names an operation twice is refused, because only one of both could count', async () => {
  const { id } = await create();
  const assignments = ['r1', 'r2'].map((resource) => ({ operation: id, resource: `${p}-${resource}` }));
  const operations = ['12:00', '12:30'].map((time) => ({
    id,
    inboundTask: { expectedTime: `2026-11-20T${time}:00Z` },
  }));
  const refused = await api.call(`POST /v1/plannings/${p}/score/`, {
    body: { virtualState: { assignments, operations } },
  });
  expect(problemsIn(refused.body)).toEqual([
    'virtualState.assignments.1.operation: duplicate',
    'virtualState.operations.1.id: duplicate',
  ]);
});

describe('bodies', () => {
  test.each([
    ['application/json', `{"planning":"PLANNING","name":"Z\u00fcrich"}`, 'locations/'],
    ['text/csv', 'externalId\nZ\u00fcrich', 'plannings/PLANNING/operations/bulk-upload/'],
  ])('of %s that are not UTF-8 are refused, not garbled', async (type, text, path) => {
    const response = await api.app.request(`/v1/${path.replace('PLANNING', p)}`, {
      method: 'POST',
      headers: { Authorization: `Token ${api.admin.key}`, 'Content-Type': type },
      body: Buffer.from(text.replace('PLANNING', p), 'latin1'),
    });
    expect([response.status, await response.json()]).toMatchObject([400, { code: 'invalid_encoding' }]);
  });
});

test('a compressed body is 415, with an explanation', async () => {
  const body = { planning: p, name: 'x' };
  const refused = await api.call('POST /v1/locations/', { body, headers: { 'Content-Encoding': 'gzip' } });
  expect([refused.status, refused.body]).toMatchObject([415, { code: 'unsupported_media_type' }]);
  expect((await api.call('POST /v1/locations/', { body, headers: { 'Content-Encoding': 'identity' } })).status).toBe(
    201,
  );
});

describe('problems', () => {
  test('report what a task lacks together with what is wrong with it', async () => {
    const body = operation({ inboundTask: { taskName: '', nonsense: 1 }, outboundTask: { ...outbound, sigma: 'x' } });
    const found = problemsIn((await api.call('POST /v1/operations/', { body })).body);
    expect(found.sort()).toEqual([
      'inboundTask.expectedTime: required',
      'inboundTask.nonsense: unknown_member',
      'inboundTask.scheduledTime: required',
      'inboundTask.taskName: too_small',
      'outboundTask.sigma: invalid_type',
    ]);
    const empty = await api.call('POST /v1/assignments/', { body: { metadata: 1, colour: 'red' } });
    expect(problemsIn(empty.body).sort()).toEqual([
      'colour: unknown_member',
      'operation: required',
      'resource: required',
    ]);
  });

  test('name their path once, in one style', async () => {
    const { id } = await create();
    const gone = await api.call('POST /v1/assignments/bulk/', {
      body: { assignments: [{ operation: id, resource: 'ghost' }] },
    });
    expect(gone.body).toMatchObject({
      detail: 'assignments.0.resource: names no resource: ghost',
      errors: [{ path: 'assignments.0.resource', message: 'names no resource: ghost' }],
    });
    const { inboundTask } = (await api.call(`GET /v1/operations/${id}/`)).body as Operation;
    await api.call(`DELETE /v1/tasks/${inboundTask.id}/`);
    const half = await api.call(`PATCH /v1/operations/${id}/`, {
      body: { inboundTask: { plannedTime: '2026-11-20T12:00:00Z', expectedTime: '2026-11-20T12:00:00Z' } },
    });
    expect(half.body).toMatchObject({
      detail: 'inboundTask.taskName: is required',
      errors: [{ path: 'inboundTask.taskName', message: 'is required' }],
    });
  });
});

test('a number that a client has written is returned as it was written', async () => {
  const limits = { probabilityThreshold: 5e-324, maxLoss: 1e-9, implausibleShare: 0.123456789 };
  const put = await api.call(`PUT /v1/plannings/${p}/repair-policy/`, { body: { mode: 'off', ...limits } });
  expect(put).toMatchObject({ status: 200, body: limits });
});
