/** Limits and failures, each on a server of its own. */
import { Gauge } from 'prom-client';
import { afterEach, expect, test } from 'vitest';
import { openApp, type TestApp } from '../../api/testing/openApp.ts';
import { importSmall } from '../../schedule/testing/openSchedule.ts';

let api: TestApp;
afterEach(() => api.close());

test('a credential with too many requests is throttled; others are not', async () => {
  api = await openApp({ config: { requestsPerSecond: 0.01, requestsBurst: 4 } });
  const other = await api.newUser('viewer');
  const statuses: number[] = [];
  for (let i = 0; i < 6; i++) statuses.push((await api.call('GET /v1/user/current/')).status);
  expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
  const refused = await api.call('GET /v1/user/current/');
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThanOrEqual(1);
  expect(refused.body).toMatchObject({ code: 'rate_limited' });
  expect((await api.call('GET /v1/user/current/', { as: other })).status).toBe(200);
  expect((await api.call('GET /healthz')).status).toBe(200);
});

test('invalid credentials count for their address, in any notation; valid ones are not affected', async () => {
  api = await openApp({ config: { requestsPerSecond: 0.01, requestsBurst: 30 } });
  const ask = async (authorization: string): Promise<number> =>
    (await api.call('GET /v1/user/current/', { as: null, headers: { Authorization: authorization } })).status;
  expect((await api.call('GET /v1/user/current/')).status).toBe(200);
  const refused: number[] = [];
  for (let i = 0; i < 20; i++)
    refused.push(await ask(`Token${' '.repeat(i + 1)}`), await ask(`Token tg_${i}_nonsense`));
  expect(refused.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 401));
  expect(refused.slice(35)).toEqual([429, 429, 429, 429, 429]);
  expect((await api.call('GET /v1/user/current/')).status).toBe(200);
  const passed: number[] = [];
  for (let i = 0; i < 40; i++)
    passed.push(await ask(`${i % 2 ? 'Token' : 'bearer'}${' '.repeat(i + 1)}${api.admin.key}`));
  expect(passed.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 200));
  expect(passed.slice(-5)).toEqual([429, 429, 429, 429, 429]);
});

test('concurrent requests of one credential wait in their own queue', async () => {
  api = await openApp({ config: { requestsAtOnce: 2 } });
  const other = await api.newUser('viewer');
  const ask = (as?: typeof other) => api.call('GET /v1/user/current/', as === undefined ? {} : { as });
  await ask();
  await ask(other);
  let answered = 0;
  const crowd = Promise.all(
    Array.from({ length: 60 }, async () => {
      const { status } = await ask();
      answered += 1;
      return status;
    }),
  );
  expect((await ask(other)).status).toBe(200);
  expect(answered).toBeLessThan(30);
  expect(new Set(await crowd)).toEqual(new Set([200]));
});

test('lines of an upload that are not JSON count as items, so that a dry run does not hold millions of problems', async () => {
  api = await openApp({ config: { bulkLimit: 3 } });
  const planning = await importSmall(api, api.scope);
  const dry = (body: string) =>
    api.call(`POST /v1/plannings/${planning}/operations/bulk-upload/?dryRun=true`, {
      body,
      headers: { 'Content-Type': 'application/x-ndjson' },
    });
  expect((await dry('x\n'.repeat(3))).body).toMatchObject({ problems: [{ row: 1 }, { row: 2 }, { row: 3 }] });
  const refused = await dry('x\n'.repeat(4));
  expect([refused.status, refused.body]).toMatchObject([400, { code: 'too_many_items' }]);
});

test('a request whose body is still arriving takes no place among those that are processed', async () => {
  api = await openApp();
  await api.call('GET /v1/user/current/');
  const running = async (): Promise<number> => {
    const metric = await api.deps.metrics.getSingleMetric('tidegate_requests_running')?.get();
    return metric?.values[0]?.value ?? Number.NaN;
  };
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  // The server reads the first bytes once the request has reached its body.
  const isReading = writer.write(Buffer.from('{"message":'));
  const asked = api.app.request(
    `/v1/organizations/${api.admin.organization}/plannings/`,
    {
      method: 'POST',
      headers: { Authorization: `Token ${api.admin.key}`, 'Content-Type': 'application/json' },
      body: readable,
      duplex: 'half',
    },
    { incoming: { complete: false } },
  );
  await isReading;
  const whileArriving = await running();
  await writer.write(Buffer.from('1}'));
  await writer.close();
  expect([(await asked).status, whileArriving]).toEqual([400, 0]);
});

test('metrics are collected once a second, however many clients ask', async () => {
  api = await openApp();
  let read = 0;
  const gauge = new Gauge({
    name: 'asked',
    help: 'asked',
    registers: [api.deps.metrics],
    collect() {
      this.set(++read);
    },
  });
  expect(api.deps.metrics.getSingleMetric('asked')).toBe(gauge);
  const answers = await Promise.all(Array.from({ length: 50 }, () => api.call('GET /metrics', { as: null })));
  expect(answers.every(({ text }) => text.includes('asked 1'))).toBe(true);
});

test('too many logins from one address are throttled', async () => {
  api = await openApp({ config: { loginsPerMinute: 2 } });
  const login = () => api.call('POST /auth/login/', { as: null, body: { email: 'a@example.org', password: 'wrong' } });
  expect([(await login()).status, (await login()).status, (await login()).status]).toEqual([401, 401, 429]);
});

test('an unexpected error is 500, reveals nothing internal, and is logged', async () => {
  const secret = 'connection to 10.0.0.7 refused';
  api = await openApp({
    identity: {
      localActor: (credential) => (credential === 'boom' ? Promise.reject(new Error(secret)) : Promise.resolve(null)),
    },
  });
  const answer = await api.call('GET /v1/user/current/', { as: null, headers: { Authorization: 'Token boom' } });
  expect(answer.status).toBe(500);
  expect(answer.text).not.toContain(secret);
  expect(answer.text).toContain(answer.headers.get('X-Request-Id')!);
  expect(api.failures).toHaveLength(1);
});
