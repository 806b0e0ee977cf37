/** Details of logins, keys and limits that the contract's suite does not cover. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../../api/app.ts';
import { createIdentity } from '../../api/auth/identity.ts';
import { hashPassword } from '../../api/auth/password.ts';
import type { Answer, TestApp, TestUser } from '../../api/testing/openApp.ts';
import { useApp } from '../../api/testing/useApp.ts';
import { Registry } from 'prom-client';

const password = 'correct horse battery staple';
const MINUTE_MS = 60_000;
/** A second node on the same database. */
let other: TestApp['app'];
let nowMs = Date.now();

interface Session {
  access: string;
  refresh: string;
}

const api = await useApp({
  ports: { hashPassword },
  identity: { clock: () => nowMs, loginsPerMinute: 13 },
  // The crowd must queue for password hashing here, not for its credential.
  config: { requestsAtOnce: 1000 },
});
beforeAll(async () => {
  const { accounts: store } = api.ports;
  const identity = createIdentity({ store, issuer: 'http://localhost', clock: () => nowMs, loginsPerMinute: 13 });
  other = createApp({ ...api.deps, identity, metrics: new Registry() });
});

const newUser = async (): Promise<{ id: string; email: string }> => {
  const id = randomUUID();
  const email = `${id}@example.org`;
  const passwordHash = await hashPassword(password);
  await api.ports.accounts.createUser({ id, email, name: 'Ann', passwordHash, subject: null });
  await api.ports.accounts.addMember(api.admin.organization, id, 'planner');
  return { id, email };
};
const login = (email: string, secret = password): Promise<Answer> =>
  api.call('POST /auth/login/', { as: null, body: { email, password: secret } });
const loginElsewhere = (email: string, secret: string): Promise<Response> | Response =>
  other.request('/auth/login/', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password: secret }),
  });
const current = (token: string): Promise<Answer> =>
  api.call('GET /v1/user/current/', { as: null, headers: { Authorization: `Bearer ${token}` } });

describe('guessing', () => {
  test('is slowed down for an account on every node, and equally for an unknown one', async () => {
    for (const email of [(await newUser()).email, 'nobody@example.org']) {
      nowMs += 2 * MINUTE_MS;
      const statuses: number[] = [];
      for (let attempt = 0; attempt < 7; attempt += 1) {
        const answer = attempt % 2 === 0 ? await login(email, 'wrong') : await loginElsewhere(email, 'wrong');
        statuses.push(answer.status);
      }
      expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
      const waits: (string | null)[] = [];
      for (let round = 0; round < 3; round += 1) {
        nowMs += 1000 * 2 ** round;
        expect((await login(email, 'wrong')).status).toBe(401);
        waits.push((await login(email, 'wrong')).headers.get('Retry-After'));
      }
      expect(waits).toEqual(['2', '4', '8']);
    }
  });

  test('from one address is stopped at its limit, whatever the account, and may continue after a minute', async () => {
    nowMs += 2 * MINUTE_MS;
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 14; attempt += 1) {
      const email = `${randomUUID()}@example.org`;
      const answer = attempt % 2 === 0 ? await login(email) : await loginElsewhere(email, password);
      statuses.push(answer.status);
    }
    expect(statuses).toEqual([...Array.from({ length: 13 }, () => 401), 429]);
    nowMs += MINUTE_MS;
    expect((await login('nobody-else@example.org')).status).toBe(401);
  });

  test('does not lock out users at addresses where they have logged in before; success resets it', async () => {
    nowMs += 2 * MINUTE_MS;
    const { email } = await newUser();
    expect((await login(email)).status).toBe(200);
    const attempts = await api.database.database.sql`select count from login_attempts where count > 0`;
    const { identity } = api.deps;
    for (let attempt = 0; attempt < 6; attempt += 1) {
      await identity.login({ email, password: 'wrong' }, '198.51.100.1').catch(() => undefined);
    }
    const refusal = identity.login({ email, password }, '198.51.100.1');
    await expect(refusal).rejects.toMatchObject({ code: 'rate_limited' });
    expect((await login(email)).status).toBe(200);
    expect(attempts.length).toBeGreaterThan(0);
  });
});

describe('a login', () => {
  test('is revoked at once, including access tokens, by logout, reuse, or disabling the user', async () => {
    nowMs += 2 * MINUTE_MS;
    const { id, email } = await newUser();
    const ends: ((session: Session) => Promise<unknown>)[] = [
      ({ refresh }) => api.call('POST /auth/logout/', { as: null, body: { refresh } }),
      async ({ refresh }) => {
        for (const _again of [1, 2, 3]) await api.call('POST /auth/refresh/', { as: null, body: { refresh } });
      },
      () => api.ports.accounts.updateUser(id, { disabledAt: nowMs }),
    ];
    for (const end of ends) {
      const session = (await login(email)).body as Session;
      expect((await current(session.access)).status).toBe(200);
      await end(session);
      expect((await current(session.access)).status).toBe(401);
    }
    expect((await login(email)).status).toBe(401);
  });

  test('of one user can be revoked without affecting other logins', async () => {
    nowMs += 2 * MINUTE_MS;
    const { email } = await newUser();
    const [first, second] = [(await login(email)).body as Session, (await login(email)).body as Session];
    await api.call('POST /auth/logout/', { as: null, body: { refresh: first.refresh } });
    expect([(await current(first.access)).status, (await current(second.access)).status]).toEqual([401, 200]);
  });
});

// Guarantee: however many members somebody creates at once, logins are still answered.
test('creating many members with passwords turns away no login, and no member of another organization', async () => {
  nowMs += 2 * MINUTE_MS;
  const { email } = await newUser();
  const stranger = await api.newUser('admin');
  const add = ({ organization }: TestUser, as: TestUser): Promise<Answer> =>
    api.call(`POST /v1/organizations/${organization}/members/`, {
      as,
      body: { email: `${randomUUID()}@example.org`, role: 'viewer', password },
    });
  const crowd = Array.from({ length: 220 }, () => add(api.admin, api.admin));
  await Promise.race(crowd);
  const [other, unknown, known] = await Promise.all([
    add(stranger, stranger),
    login(`${randomUUID()}@example.org`),
    login(email),
  ]);
  expect([other.status, unknown.status, known.status]).toEqual([201, 401, 200]);
  const answers = await Promise.all(crowd);
  const statuses = new Set(answers.map(({ status }) => status));
  expect(statuses).toEqual(new Set([201, 429]));
  for (const { status, headers } of answers) if (status === 429) expect(headers.get('Retry-After')).toBe('1');
});

describe('an API key', () => {
  const make = (key: string, body: object): Promise<Answer> =>
    api.call('POST /v1/api-keys/', {
      as: null,
      headers: { Authorization: `Token ${key}` },
      body: { name: 'k', organization: api.admin.organization, role: 'viewer', ...body },
    });
  const after = (ms: number): string => new Date(nowMs + ms).toISOString();

  test('is deleted with the key that created it, even if that ends during its creation', async () => {
    const { key } = (await make(api.admin.key, { role: 'admin', expiresAt: after(MINUTE_MS) })).body as { key: string };
    expect((await make(key, {})).body).toMatchObject({ code: 'validation_failed', errors: [{ path: 'expiresAt' }] });
    expect((await make(key, { expiresAt: after(2 * MINUTE_MS) })).status).toBe(400);
    expect((await make(key, { expiresAt: after(MINUTE_MS / 2) })).status).toBe(201);
    expect((await make(api.admin.key, { expiresAt: after(-1) })).status).toBe(400);
  });

  test('is invalid while its user is disabled', async () => {
    const planner = await api.newUser('planner', api.admin.organization);
    const status = async (): Promise<number> => (await api.call('GET /v1/user/current/', { as: planner })).status;
    await api.ports.accounts.updateUser(planner.user, { disabledAt: nowMs });
    expect(await status()).toBe(401);
    await api.ports.accounts.updateUser(planner.user, { disabledAt: null });
    expect(await status()).toBe(200);
  });
});

test('invented credentials reach the limit of their address; valid ones elsewhere are not affected', async () => {
  const app = createApp({
    ...api.deps,
    config: { ...api.deps.config, requestsPerSecond: 0.01, requestsBurst: 6, trustedProxies: [] },
    metrics: new Registry(),
  });
  const status = async (credential: string): Promise<number> =>
    (await app.request('/v1/user/current/', { headers: { Authorization: `Token ${credential}` } })).status;
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 8; attempt += 1) statuses.push(await status(`tg_${attempt}`));
  expect(statuses.slice(0, 5)).toEqual([401, 401, 401, 401, 401]);
  expect(statuses).toContain(429);
});

test('clients behind a proxy have limits of their own, also when it adds the port to their addresses', async () => {
  const config = { ...api.deps.config, trustedProxies: ['10.0.0.0/8'] };
  const app = createApp({ ...api.deps, config, metrics: new Registry() });
  const proxy = { incoming: { socket: { remoteAddress: '10.0.0.1', remotePort: 1, remoteFamily: 'IPv4' } } };
  const attempt = async (from: string): Promise<number> => {
    const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': from };
    const body = JSON.stringify({ email: `${randomUUID()}@example.org`, password });
    return (await app.request('/auth/login/', { method: 'POST', headers, body }, proxy)).status;
  };
  for (let client = 0; client < 15; client += 1) {
    expect(await attempt(client % 2 === 0 ? `192.0.2.${client}:50${client}` : `[2001:db8:${client}::1]:443`)).toBe(401);
  }
});

test('an organization keeps an admin who can log in', async () => {
  const admin = await api.newUser('admin');
  const second = await api.newUser('admin', admin.organization);
  await api.ports.accounts.updateUser(second.user, { disabledAt: nowMs });
  const path = `/v1/organizations/${admin.organization}/members/${admin.user}/`;
  for (const [method, body] of [['PATCH', { role: 'viewer' }], ['DELETE']] as const) {
    const { status, body: refusal } = await api.call(`${method} ${path}`, { as: admin, body });
    expect([status, refusal]).toMatchObject([400, { code: 'last_admin' }]);
  }
});

describe('every response', () => {
  test.each(['/v1/user/current/', '/healthz', '/nowhere', '/docs', '/openapi.json'])(
    'of %s has the headers of a careful server',
    async (path) => {
      const { headers } = await api.app.request(path, { headers: { Origin: 'https://evil.example' } });
      expect(headers.get('Content-Security-Policy')).toMatch(/^default-src 'none'; .*frame-ancestors 'none'$/);
      expect(headers.get('Content-Security-Policy')).not.toMatch(/unsafe|\*/);
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
      expect(headers.get('X-Frame-Options')).toBe('DENY');
      expect(headers.get('Referrer-Policy')).toBe('no-referrer');
      expect(headers.get('Access-Control-Allow-Origin')).toBeNull();
    },
  );

  test('is allowed for listed origins only, by name, without cookies', async () => {
    const preflight = await api.app.request('/v1/user/current/', {
      method: 'OPTIONS',
      headers: { Origin: 'https://board.example.org', 'Access-Control-Request-Method': 'GET' },
    });
    expect(preflight.headers.get('Access-Control-Allow-Origin')).toBe('https://board.example.org');
    expect(preflight.headers.get('Access-Control-Allow-Credentials')).toBeNull();
    expect(preflight.headers.get('Vary')).toContain('Origin');
  });
});
