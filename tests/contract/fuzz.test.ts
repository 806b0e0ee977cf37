/**
 * Guarantee: whatever is sent, no response is 500, and every response matches the OpenAPI document. `FUZZ_SECONDS=3600 npx vitest run
 * tests/contract/fuzz.test.ts` runs for an hour with other values each time; a failure prints its seed.
 */
import { randomUUID } from 'node:crypto';
import * as fc from '../properties.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { signWebhook } from '../../schedule/webhooks/signature.ts';
import { openApp, type TestApp } from '../../api/testing/openApp.ts';
import { importSmall, solverCalled } from '../../schedule/testing/openSchedule.ts';
import { arbitraryOf, mutated, odd } from './schemaArbitrary.ts';

type Schema = { readonly [keyword: string]: unknown };
interface Operation {
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[];
  readonly requestBody?: { readonly content: Record<string, { readonly schema: Schema }> };
}

const RUNS = Number(process.env['FUZZ_RUNS'] ?? 12);
/** Each test runs for its share of this time, at least once through. */
const SECONDS = Number(process.env['FUZZ_SECONDS'] ?? 0);
const TESTS = 4;
const LIMIT_MS = 240_000 + 1000 * SECONDS;
/** Endpoints with a fuzz test of their own. */
const OWN_RUNS = 10 * RUNS;
/** Streams that never end without a worker, and logins, which are slow on purpose. */
const LEFT_OUT = /\/stream\/$|^POST \/auth\/login/;

let api: TestApp;
let planning: string;
let document: { paths: Record<string, Record<string, Operation>>; components: { schemas: Record<string, Schema> } };

beforeAll(async () => {
  api = await openApp({ ports: { solvers: [solverCalled('auto')] } });
  document = (await api.call('GET /openapi.json')).body;
});
// Each test gets a new planning, because the previous one may have destroyed it.
beforeEach(async () => {
  planning = await importSmall(api, api.scope);
});
// The whole database is verified first, which takes long after an hour.
afterAll(() => api.close(), LIMIT_MS);

/** Runs once, and again until the time is up. */
const through = async (pass: () => Promise<unknown>): Promise<void> => {
  const until = performance.now() + (1000 * SECONDS) / TESTS;
  do await pass();
  while (performance.now() < until);
};

test('no request causes an error of the server', { timeout: LIMIT_MS }, async () => {
  await through(oddRequests);
});

const oddRequests = async (): Promise<void> => {
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
};

/** Sends a request and returns whether it was accepted. Throws on a server error or a response that violates the document. */
const isTaken = async (
  request: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<boolean> => {
  const { status } = await api.call(request, { body, headers });
  expect(api.failures, request).toEqual([]);
  expect(status, request).toBeLessThan(500);
  return status < 300;
};

/** Some requests must be accepted; otherwise only validation would be tested. */
const someTaken = async <T>(arbitrary: fc.Arbitrary<T>, send: (value: T) => Promise<boolean>): Promise<void> => {
  let taken = 0;
  const property = fc.asyncProperty(arbitrary, async (value) => {
    if (await send(value)) taken++;
  });
  await fc.assert(property, { numRuns: OWN_RUNS });
  expect(taken).toBeGreaterThan(0);
};

const COLUMNS = [
  'externalId',
  'description',
  'tags',
  'metadata.gate',
  'inboundTask.plannedTime',
  'inboundTask.expectedTime',
  'inboundTask.sigma',
  'inboundTask.taskName',
  'outboundTask.plannedTime',
  'outboundTask.expectedTime',
];
const instant = fc
  .integer({ min: 0, max: 200 })
  .map((minutes) => new Date(Date.UTC(2026, 10, 20, 8, minutes)).toISOString());

test('no uploaded row causes an error of the server', { timeout: LIMIT_MS }, async () => {
  const cell = fc.oneof(
    { weight: 6, arbitrary: instant },
    {
      weight: 2,
      arbitrary: fc.constantFrom('', 'a', 'a|b', '60', '"', '"x', 'x"', '""', '\n', 'true', '-1', '\u0000', '😀'),
    },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
  );
  const header = fc.oneof(
    { weight: 5, arbitrary: fc.subarray(COLUMNS) },
    { weight: 1, arbitrary: fc.array(fc.string()) },
  );
  const rows = fc.array(fc.array(cell, { maxLength: COLUMNS.length }), { maxLength: 4 });
  const csv = fc
    .tuple(header, rows, fc.constantFrom('\n', '\r\n', '\r'))
    .map(([names, lines, end]) => [names, ...lines].map((line) => line.join(',')).join(end));
  const row = fc.record(
    {
      externalId: fc.constantFrom('a', 'b'),
      inboundTask: fc.record({ plannedTime: instant, expectedTime: instant }),
      outboundTask: fc.record({ plannedTime: instant }),
    },
    { requiredKeys: [] },
  );
  const line = fc.oneof(
    { weight: 6, arbitrary: row.map((one) => JSON.stringify(one)) },
    { weight: 1, arbitrary: odd.map((one) => JSON.stringify(one) ?? '') },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
  );
  const lines = fc.array(line, { maxLength: 4 }).map((all) => all.join('\n'));
  const request = `POST /v1/plannings/${planning}/operations/bulk-upload/`;
  const dry = `${request}?dryRun=true`;
  await through(async () => {
    await someTaken(fc.tuple(csv, fc.boolean()), ([text, isDry]) =>
      isTaken(isDry ? dry : request, text, { 'Content-Type': 'text/csv' }),
    );
    await someTaken(fc.tuple(lines, fc.boolean()), ([text, isDry]) =>
      isTaken(isDry ? dry : request, text, { 'Content-Type': 'application/x-ndjson' }),
    );
  });
});

test('no planning document causes an error of the server, nor a virtual state made from one', {
  timeout: LIMIT_MS,
}, async () => {
  const importing = `POST /v1/organizations/${api.admin.organization}/plannings/import/`;
  const { body: document } = await api.call(`GET /v1/plannings/${planning}/export/`);
  const time = '2026-11-20T09:00:00Z';
  const virtualState = {
    operations: [1, 2, 3].map((i) => ({ id: `${planning}-o${i}`, inboundTask: { expectedTime: time } })),
    assignments: [1, 2, 3].map((i) => ({ operation: `${planning}-o${i}`, resource: `${planning}-r1` })),
  };
  const judging = [
    `POST /v1/plannings/${planning}/score/`,
    `POST /v1/operations/${planning}-o1/resolve-conflict/part/0/`,
  ];
  await through(async () => {
    await someTaken(fc.tuple(mutated(document), fc.boolean()), ([one, isDry]) =>
      isTaken(isDry ? `${importing}?dryRun=true` : importing, one),
    );
    await someTaken(fc.tuple(mutated({ virtualState }), fc.constantFrom(...judging)), ([body, request]) =>
      isTaken(request, body),
    );
  });
});

test('no result of an external solver causes an error of the server', { timeout: LIMIT_MS }, async () => {
  const start = async () =>
    (await api.call(`POST /v1/plannings/${planning}/optimize/`, { body: { solver: 'external' } })).body as {
      id: string;
      webhookSecret: string;
    };
  let task = await start();
  const at = (): string => `/v1/plannings/${planning}/optimization-task-results/${task.id}/`;
  const { body } = await api.call(`GET ${at()}data/`);
  const result = {
    assignments: (body as { operations: { id: string }[] }).operations.map(({ id }) => ({
      operation: id,
      resource: `${planning}-r1`,
    })),
    score: 0,
  };
  const some = fc
    .subarray(result.assignments)
    .chain((assignments) => fc.oneof(fc.constant({ ...result, assignments }), mutated({ ...result, assignments })));
  await through(() =>
    someTaken(some, async (one) => {
      const [text, id, timestamp] = [JSON.stringify(one), randomUUID(), String(Math.floor(Date.now() / 1000))];
      const headers = {
        'Content-Type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1,${signWebhook(task.webhookSecret, id, timestamp, text)}`,
      };
      const isDone = await isTaken(`POST ${at()}result/`, text, headers);
      if (isDone) {
        task = await start();
        await api.call(`GET ${at()}data/`);
      }
      return isDone;
    }),
  );
});
