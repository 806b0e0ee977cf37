/** What all endpoints have in common. */
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { ROUTES } from '../../api/routes/routes.ts';
import { takesIfMatch } from '../../api/routing/route.ts';
import { useApp } from '../../api/testing/useApp.ts';
import { importSmall } from '../../schedule/testing/openSchedule.ts';

let planning: string;

const api = await useApp({
  config: { bodyLimitBytes: 100_000, bulkLimit: 3, bodyValues: 1000, bodyStallSeconds: 0.05 },
  ports: { limits: { bulk: 3 } },
});
beforeAll(async () => {
  planning = await importSmall(api, api.scope);
});

const tagBody = (value: string): object => ({ planning, category: 'c', value });

describe('credentials', () => {
  test.each([
    undefined,
    '',
    'Token',
    'Basic eDp5',
    'Token nonsense',
    'Token tg_0_0',
    'Bearer a.b.c',
    'Token tg_x_'.padEnd(54, 'a'),
  ])('of %j are refused with a challenge', async (value) => {
    const headers = value === undefined ? {} : { Authorization: value };
    const answer = await api.call('GET /v1/user/current/', { as: null, headers });
    expect([answer.status, answer.headers.get('WWW-Authenticate')]).toEqual([401, 'Token']);
    expect(answer.body).toMatchObject({ code: 'unauthenticated' });
  });

  test('are checked before anything else', async () => {
    expect((await api.call('POST /v1/operations/', { as: null, body: 'not json' })).status).toBe(401);
  });
});

describe('bodies', () => {
  test('of another content type are 415', async () => {
    const answer = await api.call('POST /v1/tags/', { body: 'x', headers: { 'Content-Type': 'text/plain' } });
    expect([answer.status, answer.body]).toMatchObject([415, { code: 'unsupported_media_type' }]);
  });

  test('that are not JSON are 400', async () => {
    const answer = await api.call('POST /v1/tags/', {
      body: '{"a":',
      headers: { 'Content-Type': 'application/json; charset=utf-8' },
    });
    expect([answer.status, answer.body]).toMatchObject([400, { code: 'invalid_json' }]);
  });

  test('that are absent count as {}: every required member is named', async () => {
    const answer = await api.call('POST /v1/tags/');
    expect(answer.body).toMatchObject({
      code: 'validation_failed',
      errors: [{ path: 'planning' }, { path: 'category' }, { path: 'value' }],
    });
  });

  test('that are too large are 413, whether declared or not', async () => {
    const body = JSON.stringify({ ...tagBody('x'), color: 'x'.repeat(200_000) });
    const headers = { 'Content-Type': 'application/json' };
    expect((await api.call('POST /v1/tags/', { body, headers })).status).toBe(413);
    const declared = { ...headers, 'Content-Length': '200000' };
    expect((await api.call('POST /v1/tags/', { body, headers: declared })).status).toBe(413);
  });

  test('for others’ plannings, and without the required role, are refused before they are read', async () => {
    const stranger = await api.newUser('admin');
    const viewer = await api.newUser('viewer', api.admin.organization);
    const garbage = { body: '{', headers: { 'Content-Type': 'application/json' } };
    const upload = `POST /v1/plannings/${planning}/operations/bulk-upload/`;
    expect((await api.call(upload, garbage)).body).toMatchObject({ code: 'invalid_json' });
    expect((await api.call(upload, { ...garbage, as: stranger })).status).toBe(404);
    expect((await api.call(upload, { ...garbage, as: viewer })).status).toBe(403);
    expect((await api.call('POST /v1/plannings/none/operations/bulk-upload/', garbage)).status).toBe(404);
    expect((await api.call('POST /v1/operations/', { ...garbage, as: viewer })).status).toBe(403);
    const creation = `POST /v1/organizations/${api.admin.organization}/plannings/`;
    expect((await api.call(creation, { ...garbage, as: stranger })).status).toBe(404);
    expect((await api.call(creation, { ...garbage, as: viewer })).status).toBe(403);
  });

  test('that nest too deep or have too many values are refused while they arrive', async () => {
    const arriving = async (piece: string): Promise<{ status: number; code: string; taken: number }> => {
      let taken = 0;
      const body = new ReadableStream<Uint8Array>({
        pull(controller) {
          taken++;
          controller.enqueue(Buffer.from(piece));
        },
      });
      const headers = { Authorization: `Token ${api.admin.key}`, 'Content-Type': 'application/json' };
      const response = await api.app.request('/v1/tags/', {
        method: 'POST',
        headers,
        body,
        duplex: 'half',
      });
      return { status: response.status, code: ((await response.json()) as { code: string }).code, taken };
    };
    const deep = await arriving('[[[[[[[[[[');
    expect(deep).toMatchObject({ status: 400, code: 'too_deep' });
    expect(deep.taken).toBeLessThan(15);
    expect(await arriving('['.padEnd(4_001, '1,'))).toMatchObject({ status: 400, code: 'too_many_values' });
    const many = await api.call('POST /v1/rules/', {
      body: { parameters: Array.from({ length: 1001 }, () => 0) },
    });
    expect(many.body).toMatchObject({ code: 'too_many_values' });
  });

  test('that break off or stall are the client’s fault, not a server error', async () => {
    const breaking = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.error(new Error('aborted'));
      },
    });
    const headers = { Authorization: `Token ${api.admin.key}`, 'Content-Type': 'application/json' };
    const request = { method: 'POST', headers, body: breaking, duplex: 'half' } as const;
    const broken = await api.app.request('/v1/tags/', request);
    expect([broken.status, await broken.json()]).toMatchObject([408, { code: 'body_incomplete' }]);
    const silent = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(Buffer.from('{"planning":'));
      },
    });
    const stalled = await api.app.request('/v1/tags/', { ...request, body: silent });
    expect([stalled.status, await stalled.json()]).toMatchObject([408, { code: 'body_incomplete' }]);
    expect(api.failures).toEqual([]);
  });

  test('have at most 100 tags', async () => {
    const tags = Array.from({ length: 101 }, (_, i) => `t${i}`);
    for (const [path, body] of [
      ['operations', { planning, tags, inboundTask: {}, outboundTask: {} }],
      ['resources', { planning, name: 'x', location: `${planning}-apron`, tags }],
      ['tasks', { planning, tags }],
    ] as const) {
      const { status, text } = await api.call(`POST /v1/${path}/`, { body });
      expect([status, text]).toEqual([400, expect.stringMatching(/"path":"tags","code":"too_big"/)]);
    }
  });

  test('that go into several plannings count for each', async () => {
    const other = await importSmall(api, api.scope);
    const task = { taskName: 'x', plannedTime: '2026-11-20T08:00:00Z', expectedTime: '2026-11-20T08:00:00Z' };
    const operations = ['a', 'b'].map((externalId) => ({ externalId, inboundTask: task, outboundTask: task }));
    const body = { plannings: [other], operations };
    const refused = await api.call(`POST /v1/plannings/${planning}/operations/bulk-upload/`, { body });
    expect([refused.status, refused.body]).toMatchObject([400, { code: 'too_many_items' }]);
    expect(refused.text).toContain('2 records into 2 plannings exceed the limit of 3 per request');
  });

  test('must be small for logins, and where none is needed', async () => {
    const body = JSON.stringify({ email: 'a@b.c', password: 'x'.repeat(70_000) });
    const headers = { 'Content-Type': 'application/json' };
    expect((await api.call('POST /auth/login/', { body, headers, as: null })).status).toBe(413);
    for (const request of [`DELETE /v1/tags/none/`, `POST /v1/workspaces/none/archive/`]) {
      expect((await api.call(request, { body, headers })).status).toBe(413);
      expect((await api.call(request, { body: '{}', headers })).status).toBe(404);
    }
  });

  test('with more items than the limit are 400', async () => {
    for (const body of [[1, 2, 3, 4], { operations: [1, 2, 3, 4] }]) {
      expect((await api.call('POST /v1/operations/bulk/', { body })).body).toMatchObject({ code: 'too_many_items' });
    }
  });
});

describe('versions', () => {
  test('are the ETag; If-Match guards PATCH and DELETE', async () => {
    const created = await api.call('POST /v1/tags/', { body: tagBody('versioned') });
    const { uuid, versionId } = created.body as { uuid: string; versionId: string };
    expect(created.headers.get('ETag')).toBe(`"${versionId}"`);
    const patch = (version: string) =>
      api.call(`PATCH /v1/tags/${uuid}/`, { body: { color: '#000000' }, headers: { 'If-Match': version } });
    expect((await patch('"other"')).status).toBe(412);
    for (const malformed of ['a b', '', '"a",'])
      expect((await patch(malformed)).body).toMatchObject({ code: 'invalid_header' });
    const patched = await patch(`W/"${versionId}"`);
    expect(patched.status).toBe(200);
    expect(patched.headers.get('ETag')).not.toBe(`"${versionId}"`);
    expect((await api.call(`DELETE /v1/tags/${uuid}/`, { headers: { 'If-Match': `"${versionId}"` } })).status).toBe(
      412,
    );
    expect((await api.call(`DELETE /v1/tags/${uuid}/`, { headers: { 'If-Match': '*' } })).status).toBe(204);
    expect((await api.call(`GET /v1/tags/${uuid}/`)).status).toBe(404);
  });

  test('are the ETag of a compressed response, too', async () => {
    const headers = { 'Accept-Encoding': 'gzip', Authorization: `Token ${api.admin.key}` };
    for (const path of [`operations/${planning}-o1/`, `plannings/${planning}/export/`]) {
      const tag = (await api.call(`GET /v1/${path}`)).headers.get('ETag');
      const compressed = await api.app.request(`/v1/${path}`, { headers });
      expect(compressed.headers.get('Content-Encoding')).toBe('gzip');
      expect(tag).toMatch(/^"[^"]+"$/);
      expect(compressed.headers.get('ETag')).toBe(tag);
    }
  });

  // Guarantee: a condition is checked or refused, never ignored.
  test('are refused where a write could not check them', async () => {
    const writes = ROUTES.map(({ spec }) => spec).filter((spec) => spec.method !== 'get' && !takesIfMatch(spec));
    expect(writes.length).toBeGreaterThan(50);
    const as = await api.loggedIn(api.admin);
    for (const { method, path, basedOn } of writes) {
      const { status, body } = await api.call(`${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, 'x')}`, {
        as,
        headers: { 'If-Match': '"x"' },
      });
      expect([path, status, body]).toMatchObject([path, 400, { code: 'invalid_header' }]);
      expect((body as { detail: string }).detail.includes('basedOn')).toBe(basedOn === 'items');
    }
  });

  test('that the client has are not sent again', async () => {
    const path = `GET /v1/locations/${planning}-apron/`;
    const tag = (await api.call(path)).headers.get('ETag')!;
    expect((await api.call(path, { headers: { 'If-None-Match': `"x", W/${tag}` } })).status).toBe(304);
    expect((await api.call(path, { headers: { 'If-None-Match': '"x"' } })).status).toBe(200);
  });
});

describe('Idempotency-Key', () => {
  test('replays the first answer, and refuses another body', async () => {
    const headers = { 'Idempotency-Key': 'k1' };
    const first = await api.call('POST /v1/tags/', { body: tagBody('once'), headers });
    const again = await api.call('POST /v1/tags/', { body: tagBody('once'), headers });
    expect([first.status, first.headers.get('Idempotency-Replayed')]).toEqual([201, null]);
    expect([again.status, again.headers.get('Idempotency-Replayed')]).toEqual([201, 'true']);
    expect(again.body).toEqual(first.body);
    const other = await api.call('POST /v1/tags/', { body: tagBody('twice'), headers });
    expect([other.status, other.body]).toMatchObject([422, { code: 'idempotency_reused' }]);
    const tags = (await api.call(`GET /v1/plannings/${planning}/tags/`)).body as { value: string }[];
    expect(tags.filter(({ value }) => value === 'once')).toHaveLength(1);
  });

  test('distinguishes bodies that differ in a member called password inside metadata', async () => {
    const headers = { 'Idempotency-Key': 'passwords' };
    const resource = (password: string): object => ({
      planning,
      name: 'Gate of metadata',
      location: `${planning}-apron`,
      metadata: { password },
    });
    expect((await api.call('POST /v1/resources/', { body: resource('a'), headers })).status).toBe(201);
    expect((await api.call('POST /v1/resources/', { body: resource('b'), headers })).status).toBe(422);
    const members = `POST /v1/organizations/${api.admin.organization}/members/`;
    const member = (password: string): object => ({ email: 'fresh@example.org', role: 'viewer', password });
    expect((await api.call(members, { body: member('a long password'), headers })).status).toBe(201);
    const again = await api.call(members, { body: member('another password'), headers });
    expect([again.status, again.headers.get('Idempotency-Replayed')]).toEqual([201, 'true']);
  });

  test('has 1 to 255 characters', async () => {
    const headers = { 'Idempotency-Key': 'x'.repeat(256) };
    expect((await api.call('POST /v1/tags/', { body: tagBody('long'), headers })).body).toMatchObject({
      code: 'invalid_header',
    });
  });
});

describe('lists', () => {
  test('are complete without a limit, and pages are linked by Link', async () => {
    const whole = (await api.call(`GET /v1/plannings/${planning}/operations/`)).body as { id: string }[];
    const seen: string[] = [];
    let path: string | undefined = `/v1/plannings/${planning}/operations/?limit=1`;
    while (path !== undefined) {
      const page = await api.call(`GET ${path}`);
      seen.push(...(page.body as { id: string }[]).map(({ id }) => id));
      path = /^<([^>]+)>; rel="next"$/.exec(page.headers.get('Link') ?? '')?.[1];
    }
    expect(seen).toEqual(whole.map(({ id }) => id));
    expect(seen).toHaveLength(3);
  });

  test.each(['cursor=nonsense', 'limit=0', 'limit=10001', 'limit=ten', 'limit=1.5'])(
    'with %s are 400',
    async (query) => {
      for (const list of [
        `plannings/${planning}/operations`,
        `plannings/${planning}/tags`,
        'organizations',
        `operations/${planning}-o1/tasks`,
      ]) {
        expect((await api.call(`GET /v1/${list}/?${query}`)).status).toBe(400);
      }
    },
  );
});

describe('answers', () => {
  test('carry the request id, adopting a valid one', async () => {
    const given = await api.call('GET /healthz', { headers: { 'X-Request-Id': 'abc-1' } });
    expect(given.headers.get('X-Request-Id')).toBe('abc-1');
    const odd = await api.call('GET /healthz', { headers: { 'X-Request-Id': 'a b' } });
    expect(odd.headers.get('X-Request-Id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('over 1 KiB are compressed if the client accepts it', async () => {
    const request = (path: string) =>
      api.app.request(path, { headers: { 'Accept-Encoding': 'gzip', Authorization: `Token ${api.admin.key}` } });
    const large = await request(`/v1/plannings/${planning}/operations/`);
    expect(large.headers.get('Content-Encoding')).toBe('gzip');
    expect(JSON.parse(gunzipSync(Buffer.from(await large.arrayBuffer())).toString())).toHaveLength(3);
    expect((await request('/v1/user/current/')).headers.get('Content-Encoding')).toBeNull();
  });

  test('have security headers', async () => {
    for (const path of ['/v1/user/current/', '/v1/nothing/', '/healthz']) {
      const { headers } = await api.call(`GET ${path}`);
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
      expect(headers.get('Content-Security-Policy')).toBe("default-src 'none'; frame-ancestors 'none'");
      expect(headers.get('Cache-Control')).toBe('no-store');
    }
  });

  test('allow other origins only when they are listed', async () => {
    const preflight = (origin: string) =>
      api.app.request('/v1/operations/', {
        method: 'OPTIONS',
        headers: { Origin: origin, 'Access-Control-Request-Method': 'POST' },
      });
    const listed = await preflight('https://board.example.org');
    expect(listed.headers.get('Access-Control-Allow-Origin')).toBe('https://board.example.org');
    expect(listed.headers.get('Access-Control-Allow-Headers')).toContain('If-Match');
    expect((await preflight('https://evil.example')).headers.get('Access-Control-Allow-Origin')).toBeNull();
  });
});

test('programs that ask for / get where the documentation is', async () => {
  const answer = await api.call('GET /', { as: null });
  expect([answer.status, answer.headers.get('Vary')]).toEqual([200, expect.stringContaining('Accept')]);
  const { documentation, openapi, health } = answer.body as Record<string, string>;
  for (const at of [documentation, openapi, health]) {
    expect((await api.call(`GET ${at}`, { as: null })).status).toBe(200);
  }
});

describe('a missing record', () => {
  test('looks the same whether it is absent, malformed, or another organization’s', async () => {
    const stranger = await api.newUser('admin');
    const answers = await Promise.all(
      [`${planning}-o1`, 'absent', 'not%20an%20id', '%00', 'x'.repeat(100)].map((id) =>
        api.call(`GET /v1/operations/${id}/`, { as: stranger }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    expect(new Set(answers.map(({ body }) => (body as { code: string }).code))).toEqual(new Set(['not_found']));
  });

  test('may be an unknown workspace', async () => {
    for (const id of ['absent', 'not an id']) {
      const answer = await api.call(`GET /v1/plannings/${planning}/operations/`, { headers: { 'X-Workspace-Id': id } });
      expect(answer.status).toBe(404);
    }
  });
});

describe('roles', () => {
  test('viewers read, planners write', async () => {
    const viewer = await api.newUser('viewer', api.admin.organization);
    const planner = await api.newUser('planner', api.admin.organization);
    expect((await api.call(`GET /v1/plannings/${planning}/tags/`, { as: viewer })).status).toBe(200);
    expect((await api.call('POST /v1/tags/', { as: viewer, body: tagBody('v') })).body).toMatchObject({
      code: 'forbidden',
    });
    expect((await api.call('POST /v1/tags/', { as: planner, body: tagBody('p') })).status).toBe(201);
    expect(
      (await api.call(`DELETE /v1/organizations/${api.admin.organization}/plannings/${planning}/`, { as: planner }))
        .status,
    ).toBe(403);
  });
});
