/** The API as a whole: what is specified, mounted and documented must agree. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useApp } from '../../api/testing/useApp.ts';
import { openEventServer } from './eventServer.ts';
import { SPECIFIED_ENDPOINTS } from './specifiedEndpoints.ts';

interface Document {
  openapi: string;
  info: { version: string };
  paths: Record<
    string,
    Record<
      string,
      {
        operationId: string;
        parameters: { name?: string; in?: string; schema?: { type?: string } }[];
        responses: Record<string, unknown>;
      }
    >
  >;
  components: Record<string, Record<string, unknown>>;
}

const api = await useApp();
/** An app with all features of a server. */
const { app, close } = await openEventServer(api);
afterAll(close);
let document: Document;
let documented: string[];

beforeAll(async () => {
  document = (await (await app.request('/openapi.json')).json()) as Document;
  documented = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
});

test('every specified endpoint is documented', () => {
  expect(SPECIFIED_ENDPOINTS.filter((endpoint) => !documented.includes(endpoint))).toEqual([]);
});

test('the mounted and the documented endpoints are the same', () => {
  const mounted = app.routes
    .filter(({ method, path }) => method !== 'ALL' && /^\/(?:v1|auth|\.well-known)\//.test(path))
    .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`);
  const slashed = documented.map((endpoint) => endpoint.replace(/(\/auth\/.*[^/])$/, '$1/'));
  expect(mounted.sort()).toEqual(slashed.sort());
});

test('without events, none are documented', async () => {
  const { paths } = (await api.call('GET /openapi.json', { as: null })).body as Document;
  expect(Object.keys(document.paths).filter((path) => !(path in paths))).toEqual(['/v1/events/']);
  expect((await api.call('GET /v1/events/')).status).toBe(404);
});

describe('the document', () => {
  test('has the version of the API', () => {
    expect([document.openapi, document.info.version]).toEqual(['3.1.0', '1.0.0']);
  });

  test('has all schemas that it refers to, and no others', () => {
    const text = JSON.stringify(document);
    const references = new Set([...text.matchAll(/"\$ref":"#\/components\/([^"]+)"/g)].map(([, name]) => name));
    const defined = Object.entries(document.components)
      .filter(([kind]) => kind !== 'securitySchemes')
      .flatMap(([kind, members]) => Object.keys(members).map((name) => `${kind}/${name}`));
    expect([...references].sort()).toEqual(defined.sort());
  });

  test('lists each operation once, with its path parameters and its errors', () => {
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.values(methods).map((operation) => ({ path, ...operation })),
    );
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { path, parameters, responses } of operations) {
      const inPath = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => `{${name}}`);
      expect(path.match(/\{\w+\}/g) ?? []).toEqual(inPath);
      if (path.startsWith('/v1/'))
        expect(Object.keys(responses)).toEqual(expect.arrayContaining(['400', '401', '403', '404', '500']));
    }
  });

  test('states the limits of every whole number in a query', () => {
    const numbers = Object.values(document.paths)
      .flatMap((methods) => Object.values(methods))
      .flatMap(({ parameters }) => parameters)
      .filter((parameter) => parameter.schema?.type === 'integer');
    expect(numbers.length).toBeGreaterThan(20);
    for (const { name, schema } of numbers)
      expect(schema, name).toMatchObject({ minimum: expect.any(Number), maximum: expect.any(Number) });
  });
});

describe('paths', () => {
  test('work with and without the trailing slash', async () => {
    const [slashed, bare] = [await api.call('GET /v1/user/current/'), await api.call('GET /v1/user/current')];
    expect(bare.body).toEqual(slashed.body);
    expect((await api.call('POST /auth/oidc/exchange/', { as: null, body: { code: 'x' } })).status).toBe(401);
    expect((await api.call('POST /auth/oidc/exchange', { as: null, body: { code: 'x' } })).status).toBe(401);
  });

  test('that do not exist are 404, and other methods 405 with Allow', async () => {
    expect((await api.call('GET /v1/nothing/')).status).toBe(404);
    const refused = await api.call('PUT /v1/operations/x/');
    expect(refused.status).toBe(405);
    expect(refused.headers.get('Allow')?.split(', ').sort()).toEqual(['DELETE', 'GET', 'HEAD', 'PATCH']);
  });

  test('respond to HEAD like GET, without a body', async () => {
    const head = await api.call('HEAD /v1/user/current/');
    expect([head.status, head.text]).toEqual([200, '']);
  });
});

describe('service endpoints', () => {
  test('need no credential', async () => {
    expect((await api.call('GET /healthz', { as: null })).body).toEqual({ status: 'ok' });
    expect((await api.call('GET /readyz', { as: null })).body).toEqual({ status: 'ready' });
    expect((await api.call('GET /metrics', { as: null })).text).toContain('tidegate_http_requests_total');
  });

  test('count probes apart from the requests of users and of unknown paths', async () => {
    await api.call('GET /v1/nothing/');
    for (const path of ['/healthz', '/readyz']) await api.call(`GET ${path}`, { as: null });
    const { text } = await api.call('GET /metrics', { as: null });
    const ofRoute = (route: string, status: number): string =>
      `tidegate_http_requests_total{method="GET",route="${route}",status="${status}"}`;
    for (const path of ['/healthz', '/readyz']) expect(text).toContain(ofRoute(path, 200));
    expect(text).toContain(ofRoute('none', 404));
  });

  test('serve the documentation page without other hosts', async () => {
    const page = await api.call('GET /docs', { as: null });
    expect(page.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
    expect(page.text).not.toMatch(/https?:\/\//);
    for (const [, asset] of page.text.matchAll(/(?:src|href)="([^"]+)"/g)) {
      expect((await api.call(`GET ${asset}`, { as: null })).status).toBe(200);
    }
    expect((await api.call('GET /docs/start.js', { as: null })).text).toContain('validatorUrl: null');
  });
});
