/** Guarantee: whatever is sent, nothing answers 500, and every answer is what the document says. */
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openApp, type TestApp } from '../../api/testing/openApp.ts';
import { importSmall, scopeOf } from '../../schedule/testing/openSchedule.ts';
import { arbitraryOf, odd } from './schemaArbitrary.ts';

type Schema = { readonly [keyword: string]: unknown };
interface Operation {
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[];
  readonly requestBody?: { readonly content: Record<string, { readonly schema: Schema }> };
}

const RUNS = Number(process.env['FUZZ_RUNS'] ?? 12);
/** Streams that never end without a worker; logins that are slow on purpose. */
const LEFT_OUT = /\/stream\/$|^POST \/auth\/login/;

let api: TestApp;
let planning: string;
let document: { paths: Record<string, Record<string, Operation>>; components: { schemas: Record<string, Schema> } };

beforeAll(async () => {
  const solver = { id: 'auto', name: 'Auto', description: '', parameters: {}, provesBound: true };
  api = await openApp({ ports: { solvers: [solver] } });
  planning = await importSmall(api, scopeOf(api.admin.user, api.admin.organization, 'admin'));
  document = (await api.call('GET /openapi.json')).body;
});
afterAll(() => api.close());

test('no request is too odd', { timeout: 240_000 }, async () => {
  const ids = [
    planning,
    `${planning}-o1`,
    `${planning}-o2`,
    `${planning}-r1`,
    `${planning}-wide`,
    `${planning}-apron`,
    'new-1',
    'new-2',
  ];
  const seen = new Map<number, number>();
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const endpoint = `${method.toUpperCase()} ${path}`;
      if (LEFT_OUT.test(endpoint)) continue;
      const isSafe = endpoint !== 'DELETE /v1/organizations/{org_pk}/plannings/{id}/' && !/\/members\//.test(path);
      const inPath = fc.array(
        fc.oneof(
          { weight: 5, arbitrary: fc.constantFrom(...ids) },
          { weight: 1, arbitrary: fc.string({ minLength: 1 }) },
        ),
        {
          minLength: 3,
          maxLength: 3,
        },
      );
      const inQuery = fc.record(
        Object.fromEntries(
          operation.parameters
            .filter((parameter) => parameter.in === 'query')
            .map(({ name, schema }) => [
              name,
              fc.oneof(arbitraryOf(schema, document.components.schemas, ids), fc.string()),
            ]),
        ),
        { requiredKeys: [] },
      );
      const schema = operation.requestBody?.content['application/json']?.schema;
      const inBody =
        schema === undefined
          ? fc.constant(undefined)
          : fc.oneof(
              { weight: 8, arbitrary: arbitraryOf(schema, document.components.schemas, ids) },
              { weight: 1, arbitrary: odd },
            );
      await fc.assert(
        fc.asyncProperty(inPath, inQuery, inBody, async (values, query, body) => {
          let at = 0;
          const place = (name: string): string => {
            if (name === 'org_pk') return api.admin.organization;
            if (name === 'id' && path.startsWith('/v1/plannings/') && at === 0)
              return at++ % 2 === 0 ? planning : values[0];
            return isSafe ? encodeURIComponent(values[at++ % 3].replaceAll(/[\ud800-\udfff./]/g, '_')) : 'nobody';
          };
          const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => place(name));
          const search = new URLSearchParams(
            Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
          );
          const { status } = await api.call(
            `${method.toUpperCase()} ${filled}?${search.toString()}`,
            body === undefined ? {} : { body },
          );
          seen.set(status, (seen.get(status) ?? 0) + 1);
          expect(api.failures, `${endpoint} failed`).toEqual([]);
        }),
        { numRuns: RUNS },
      );
    }
  }
  expect([...seen.keys()].filter((status) => status >= 500)).toEqual([]);
  for (const status of [200, 201, 204, 400, 404]) expect(seen.get(status) ?? 0, `answers ${status}`).toBeGreaterThan(0);
});
