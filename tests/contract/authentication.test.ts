/** Logins, tokens and keys. */
import { createHash, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { hashPassword } from '../../api/auth/password.ts';
import type { TestUser } from '../../api/testing/openApp.ts';
import { useApp } from '../../api/testing/useApp.ts';

interface Session {
  access: string;
  refresh: string;
  user: { id: string; email: string; organizations: { id: string; role: string }[] };
}
interface Key {
  id: string;
  key?: string;
  role: string;
}

const password = 'correct horse battery staple';
let nowMs = Date.parse('2026-11-20T12:00:00Z');

const api = await useApp({ identity: { clock: () => nowMs } });

const newLogin = async (): Promise<{ email: string; user: string }> => {
  const email = `${randomUUID()}@example.org`;
  const passwordHash = await hashPassword(password);
  const { id: user } = await api.ports.accounts.createUser({
    id: randomUUID(),
    email,
    name: 'Ann',
    passwordHash,
    subject: null,
  });
  await api.ports.accounts.addMember(api.admin.organization, user, 'planner');
  return { email, user };
};
const login = async (email: string): Promise<Session> =>
  (await api.call('POST /auth/login/', { as: null, body: { email, password } })).body;
const current = (authorization: string) =>
  api.call('GET /v1/user/current/', { as: null, headers: { Authorization: authorization } });
const refresh = (token: string) => api.call('POST /auth/refresh/', { as: null, body: { refresh: token } });

describe('a login', () => {
  test('gives tokens that are accepted with Token and Bearer', async () => {
    const { email, user } = await newLogin();
    const session = await login(email.toUpperCase());
    expect(session.user).toMatchObject({
      id: user,
      email,
      organizations: [{ id: api.admin.organization, role: 'planner' }],
    });
    for (const scheme of ['Token', 'Bearer', 'token', 'bearer']) {
      expect((await current(`${scheme} ${session.access}`)).body).toMatchObject({ id: user });
    }
  });

  test('fails with the same message for an unknown email and a wrong password', async () => {
    const { email } = await newLogin();
    const wrong = await api.call('POST /auth/login/', { as: null, body: { email, password: 'wrong' } });
    const unknown = await api.call('POST /auth/login/', { as: null, body: { email: 'nobody@example.org', password } });
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    expect(unknown.text).toBe(wrong.text);
  });

  test('ends with logout', async () => {
    const session = await login((await newLogin()).email);
    expect((await api.call('POST /auth/logout/', { as: null, body: { refresh: session.refresh } })).status).toBe(204);
    expect((await refresh(session.refresh)).status).toBe(401);
  });
});

describe('tokens', () => {
  test('of one kind are not accepted as the other', async () => {
    const session = await login((await newLogin()).email);
    expect((await current(`Token ${session.refresh}`)).status).toBe(401);
    expect((await refresh(session.access)).status).toBe(401);
  });

  test('rotate; a used one is accepted once more within 10 seconds, and later use of it ends the whole login', async () => {
    const session = await login((await newLogin()).email);
    const rotated = (await refresh(session.refresh)).body as Session;
    expect((await current(`Token ${rotated.access}`)).status).toBe(200);
    nowMs += 9_000;
    const again = (await refresh(session.refresh)).body as Session;
    expect(again.refresh).not.toBe(rotated.refresh);
    expect((await current(`Token ${again.access}`)).status).toBe(200);
    nowMs += 2_000;
    expect((await refresh(session.refresh)).status).toBe(401);
    for (const { access, refresh: token } of [rotated, again]) {
      expect((await refresh(token)).status).toBe(401);
      expect((await current(`Token ${access}`)).status).toBe(401);
    }
  });

  test('of access expire after 15 minutes', async () => {
    const session = await login((await newLogin()).email);
    nowMs += 14 * 60_000;
    expect((await current(`Token ${session.access}`)).status).toBe(200);
    nowMs += 2 * 60_000;
    expect((await current(`Token ${session.access}`)).status).toBe(401);
    expect((await refresh(session.refresh)).status).toBe(200);
  });

  test('that were modified are rejected', async () => {
    const { access } = await login((await newLogin()).email);
    const [head, , signature] = access.split('.') as [string, string, string];
    const payload = Buffer.from(
      JSON.stringify({ sub: api.admin.user, use: 'access', sid: 'x', exp: 9_999_999_999 }),
    ).toString('base64url');
    const none = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url');
    for (const token of [`${head}.${payload}.${signature}`, `${none}.${payload}.`, `${head}.${payload}.`]) {
      expect((await current(`Token ${token}`)).status).toBe(401);
    }
  });

  test('can be verified by anybody: the key set has no private part', async () => {
    const { keys } = (await api.call('GET /.well-known/jwks.json', { as: null })).body as {
      keys: Record<string, string>[];
    };
    expect(keys).toHaveLength(1);
    expect(Object.keys(keys[0]).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x']);
  });

  test('have the documented claims', async () => {
    const { claims } = (await api.call('GET /auth/internal/docs-only/token-claims/', { as: null })).body as {
      claims: { name: string }[];
    };
    expect(claims.map(({ name }) => name)).toEqual(expect.arrayContaining(['sub', 'use', 'sid', 'exp']));
  });
});

test('a login grant can be exchanged once', async () => {
  const { user } = await newLogin();
  const code = randomUUID();
  const codeHash = createHash('sha256').update(code).digest('hex');
  await api.ports.accounts.addLoginGrant({ codeHash, user, expiresAt: Date.now() + 60_000 });
  const exchanges = await Promise.all(
    [1, 2, 3].map(() => api.call('POST /auth/oidc/exchange', { as: null, body: { code } })),
  );
  expect(exchanges.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 401, 401]);
});

describe('API keys', () => {
  const make = (body: object, headers = {}) =>
    api.call('POST /v1/api-keys/', {
      body: { name: 'k', organization: api.admin.organization, role: 'planner', ...body },
      headers,
    });

  test('act with the lower of both roles, show their last use, and can be revoked', async () => {
    const { id, key } = (await make({})).body as Key;
    expect(key).toMatch(/^tg_/);
    expect((await current(`Token ${key}`)).body).toMatchObject({ organizations: [{ role: 'planner' }] });
    const listed = (await api.call('GET /v1/api-keys/')).body as (Key & { lastUsedAt: string | null })[];
    const mine = listed.find((one) => one.id === id)!;
    expect(mine).not.toHaveProperty('key');
    expect(JSON.stringify(listed)).not.toContain(key!.slice(-20));
    expect((await api.call(`DELETE /v1/api-keys/${id}/`)).status).toBe(204);
    expect((await current(`Token ${key}`)).status).toBe(401);
    expect((await api.call(`DELETE /v1/api-keys/${id}/`)).status).toBe(404);
  });

  test('expire', async () => {
    const { key } = (await make({ expiresAt: new Date(nowMs + 1000).toISOString() })).body as Key;
    expect((await current(`Token ${key}`)).status).toBe(200);
    nowMs += 2000;
    expect((await current(`Token ${key}`)).status).toBe(401);
  });

  test('have no role above their creator’s, and no access to other organizations', async () => {
    const planner = await api.newUser('planner', api.admin.organization);
    const body = { name: 'k', organization: api.admin.organization, role: 'admin' };
    expect((await api.call('POST /v1/api-keys/', { as: planner, body })).status).toBe(403);
    const stranger = await api.newUser('admin');
    const foreign = await api.call('POST /v1/api-keys/', { as: stranger, body });
    expect([foreign.status, foreign.body]).toMatchObject([
      400,
      { errors: [{ path: 'organization', code: 'unknown_reference' }] },
    ]);
  });

  test('can be created by logins, and by an admin’s key; revoking a stolen one also ends those created with it', async () => {
    const { email } = await newLogin();
    const { access } = await login(email);
    const organization = api.admin.organization;
    const ask = (token: string, role: string) =>
      api.call('POST /v1/api-keys/', {
        as: null,
        headers: { Authorization: `Token ${token}` },
        body: { name: 'k', organization, role },
      });
    for (const role of ['viewer', 'planner']) {
      const made = await ask(access, role);
      expect(made.status).toBe(201);
      const refused = await ask((made.body as Key).key!, 'viewer');
      expect([refused.status, refused.body]).toMatchObject([403, { code: 'forbidden' }]);
    }
    const stolen = (await make({ role: 'admin' })).body as Key;
    const child = (await ask(stolen.key!, 'admin')).body as Key;
    const grandchild = (await ask(child.key!, 'planner')).body as Key;
    expect((await current(`Token ${grandchild.key}`)).status).toBe(200);
    expect((await api.call(`DELETE /v1/api-keys/${stolen.id}/`)).status).toBe(204);
    for (const { key } of [stolen, child, grandchild]) expect((await current(`Token ${key}`)).status).toBe(401);
    expect((await api.call('GET /v1/api-keys/')).text).not.toContain(grandchild.id);
  });

  test('cannot create an organization', async () => {
    const body = { name: 'Mine' };
    const byKey = await api.call('POST /v1/organizations/', { body });
    expect([byKey.status, byKey.body]).toMatchObject([403, { code: 'forbidden' }]);
    const as = await api.loggedIn(api.admin);
    const byLogin = await api.call('POST /v1/organizations/', { as, body });
    expect(byLogin.status).toBe(201);
    expect((await api.call('GET /v1/organizations/', { as })).body).toContainEqual(byLogin.body);
    // Asking for an id does not reveal whether it is in use.
    const { id: taken } = byLogin.body as { id: string };
    const answers = await Promise.all(
      [taken, 'free'].map((id) => api.call('POST /v1/organizations/', { as, body: { ...body, id } })),
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    for (const answer of answers) expect([taken, 'free']).not.toContain((answer.body as { id: string }).id);
  });

  test('of all members are listed for admins of the organization only', async () => {
    const planner = await api.newUser('planner', api.admin.organization);
    const list = (as: TestUser, organization = api.admin.organization) =>
      api.call(`GET /v1/api-keys/?organization=${organization}`, { as });
    const { user, key } = planner;
    const [, id] = key.split('_');
    expect((await list(api.admin)).body).toContainEqual(expect.objectContaining({ id, user, role: 'planner' }));
    expect((await api.call('GET /v1/api-keys/')).text).not.toContain(id);
    const refused = await list(planner);
    expect([refused.status, refused.body]).toMatchObject([403, { code: 'forbidden' }]);
    const stranger = await list(await api.newUser('admin'));
    expect([stranger.status, stranger.body]).toMatchObject([404, { code: 'not_found' }]);
    expect((await list(api.admin, 'nowhere')).status).toBe(404);
  });

  test('are deleted with the membership', async () => {
    const planner = await api.newUser('planner', api.admin.organization);
    expect((await current(`Token ${planner.key}`)).status).toBe(200);
    const path = `DELETE /v1/organizations/${api.admin.organization}/members/${planner.user}/`;
    expect((await api.call(path)).status).toBe(204);
    expect((await current(`Token ${planner.key}`)).status).toBe(401);
  });

  test('are created once per Idempotency-Key; the replay has no secret', async () => {
    const headers = { 'Idempotency-Key': 'key-1' };
    const first = await make({}, headers);
    const again = await make({}, headers);
    expect((first.body as Key).key).toBeDefined();
    expect(again.headers.get('Idempotency-Replayed')).toBe('true');
    const { key: _key, ...rest } = first.body as Key;
    expect(again.body).toEqual(rest);
    expect((await make({ role: 'viewer' }, headers)).status).toBe(422);
    expect((await make({ expiresAt: new Date(nowMs + 60_000).toISOString() }, headers)).status).toBe(422);
  });

  test('are created anew for an Idempotency-Key that was used a day ago, though not for one whose key was revoked', async () => {
    const headers = { 'Idempotency-Key': 'key-2' };
    const first = (await make({}, headers)).body as Key;
    expect((await api.call(`DELETE /v1/api-keys/${first.id}/`)).status).toBe(204);
    const again = await make({}, headers);
    expect([again.headers.get('Idempotency-Replayed'), again.body]).toMatchObject(['true', { id: first.id }]);
    expect((await api.call('GET /v1/api-keys/')).text).not.toContain(first.id);
    await api.database.database.sql`
      update idempotency_records set created_at = created_at - ${24 * 3_600_000} where key = 'key-2'`;
    const next = await make({}, headers);
    expect([next.status, next.headers.get('Idempotency-Replayed')]).toEqual([201, null]);
    const { id, key } = next.body as Key;
    expect(id).not.toBe(first.id);
    expect((await current(`Token ${key}`)).status).toBe(200);
  });

  test('that may only read cannot revoke a key that may write', async () => {
    const { id, key } = (await make({})).body as Key;
    const reader = { ...api.admin, key: ((await make({ role: 'viewer' })).body as Key).key! };
    const end = (as: TestUser) => api.call(`DELETE /v1/api-keys/${id}/`, { as });
    expect([(await end(reader)).status, (await end(await api.newUser('admin'))).status]).toEqual([403, 404]);
    expect((await current(`Token ${key}`)).status).toBe(200);
    expect((await end(api.admin)).status).toBe(204);
  });
});
