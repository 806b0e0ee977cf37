/** Single sign-on with a real provider on the loopback interface. */
import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import { generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { afterAll, describe, expect, test } from 'vitest';
import { hashPassword } from '../../api/auth/password.ts';
import { type Answer, openApp } from '../../api/testing/openApp.ts';
import { visit } from './issuer.ts';
import { callback, OPERATOR, openSignOnWorld, type Session } from './signOnWorld.ts';

const MINUTE_MS = 60_000;
const world = await openSignOnWorld();
const { api, codeOf, comeBack, depart, exchange, expectRefused, issuer, organization, sessionOf, signOn, someone } =
  world;
afterAll(() => world.close());

describe('a sign-on', () => {
  test('uses PKCE, state and nonce, and results in a session of a new user', async () => {
    const person = someone();
    const { url } = await depart();
    const asked = Object.fromEntries(url.searchParams);
    expect(asked).toMatchObject({ response_type: 'code', code_challenge_method: 'S256', redirect_uri: callback });
    for (const name of ['state', 'nonce', 'code_challenge']) expect(asked[name]).toMatch(/^[\w-]{43}$/);
    const { user, access } = await sessionOf(await signOn());
    expect(user).toMatchObject({ email: person.email, name: 'Ann' });
    expect(user.organizations).toMatchObject([{ id: organization, role: 'viewer' }]);
    const current = await api.call('GET /v1/user/current/', {
      as: null,
      headers: { Authorization: `Bearer ${access}` },
    });
    expect(current.body).toEqual(user);
    expect((await sessionOf(await signOn())).user.id).toBe(user.id);
  });

  test('returns to the page where it began, and to no other site', async () => {
    someone();
    const location = async (path: string): Promise<string | null> =>
      (await signOn(`?return=${encodeURIComponent(path)}`)).headers.get('Location');
    expect(await location('/board?planning=p#x')).toMatch(/^http:\/\/localhost\/board\?planning=p#code=/);
    for (const path of ['//evil.example', '/\\evil.example', 'https://evil.example/', 'javascript:alert(1)']) {
      expect(await location(path)).toMatch(/^http:\/\/localhost\/#code=/);
    }
  });

  // Without https, an attacker on the network can plant a cookie, whose content is all that the callback knows about the departure.
  test('with a planted cookie sends its code to no other site', async () => {
    someone();
    for (const path of [
      '//evil.example/',
      'https://evil.example/',
      '/\\evil.example',
      'javascript:alert(1)',
      '@evil.example/',
    ]) {
      const random = randomBytes(32).toString('base64url');
      const ticket = `${Date.now()}.${random}.${Buffer.from(path).toString('base64url')}`;
      const draw = (what: string): string => createHmac('sha256', ticket).update(what).digest('base64url');
      const { url } = await depart();
      url.searchParams.set('state', draw('state'));
      url.searchParams.set('nonce', draw('nonce'));
      const challenge = createHash('sha256').update(draw('verifier')).digest('base64url');
      url.searchParams.set('code_challenge', challenge);
      const cookie = `tidegate_sign_on_${draw('state').slice(0, 12)}=${ticket}`;
      const answer = await comeBack(await visit(url.href, callback), cookie);
      expect([path, answer.headers.get('Location')]).toEqual([
        path,
        expect.stringMatching(/^http:\/\/localhost\/#code=/),
      ]);
    }
  });

  test('takes over the user with the confirmed email, whose password is removed', async () => {
    const person = someone();
    const id = randomUUID();
    const password = 'correct horse battery staple';
    const passwordHash = await hashPassword(password);
    await api.ports.accounts.createUser({ id, email: person.email, name: 'Early', passwordHash, subject: null });
    const login = () => api.call('POST /auth/login/', { as: null, body: { email: person.email, password } });
    const before = (await login()).body as Session;
    const { user } = await sessionOf(await signOn());
    expect(user).toMatchObject({ id, name: 'Early', organizations: [] });
    expect((await login()).status).toBe(401);
    const headers = { Authorization: `Token ${before.access}` };
    expect((await api.call('GET /v1/user/current/', { as: null, headers })).status).toBe(401);
  });

  test.each([
    ['without a confirmed email', { isVerified: false }, /did not confirm/],
    ['of another domain', { email: 'ann@elsewhere.example' }, /elsewhere.example may not/],
  ])('%s is refused', async (_what, more, reason) => {
    someone(more);
    await expectRefused(await signOn(), reason);
  });

  test('with another subject but the email of an existing one is refused', async () => {
    const { email } = someone();
    const { user, access } = await sessionOf(await signOn());
    const bearer = { as: null, headers: { Authorization: `Bearer ${access}` } } as const;
    someone({ email });
    await expectRefused(await signOn(), /another account/);
    expect((await api.call('GET /v1/user/current/', bearer)).status).toBe(200);

    // An operator unlinks the account: the new one becomes the same user, and the sessions of the earlier one have ended.
    const operator = { as: null, headers: { Authorization: `Token ${OPERATOR}` } };
    const unlink = { ...operator, body: { unlink: true } };
    expect((await api.call(`PATCH /auth/internal/users/${user.id}/`, unlink)).status).toBe(200);
    expect((await api.call('GET /v1/user/current/', bearer)).status).toBe(401);
    expect((await sessionOf(await signOn())).user.id).toBe(user.id);
  });

  test('of a disabled user is refused', async () => {
    someone();
    const { user } = await sessionOf(await signOn());
    await api.ports.accounts.updateUser(user.id, { disabledAt: Date.now() });
    await expectRefused(await signOn(), /disabled/);
  });

  test('in two tabs creates one user', async () => {
    someone();
    const answers = await Promise.all([signOn(), signOn()]);
    const users = await Promise.all(answers.map(async (answer) => (await sessionOf(answer)).user.id));
    expect(new Set(users).size).toBe(1);
  });
});

describe('the one-time code', () => {
  test('becomes a session of the board, which learns the page to return to', async () => {
    someone();
    const code = codeOf(await signOn());
    const ask = (headers = {}) =>
      api.call('POST /auth/oidc/exchange', { as: null, headers, body: { code, session: true } });
    expect((await ask({ 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
    const begun = await ask({ 'Sec-Fetch-Site': 'same-origin' });
    expect([begun.status, Object.keys(begun.body)]).toEqual([200, ['access', 'user']]);
    expect(begun.headers.get('Set-Cookie')).toMatch(/^tidegate_session=.*; Path=\/auth\/; HttpOnly; SameSite=Strict$/);
    const methods = await api.call('GET /auth/methods/', { as: null });
    expect(methods.body).toEqual({ password: true, signOn: { name: 'Our directory' } });
  });

  test('can be used once, also under concurrency', async () => {
    someone();
    const code = codeOf(await signOn());
    const answers = await Promise.all(Array.from({ length: 8 }, () => exchange(code)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array(7).fill(401)]);
  });

  test('expires after 60 seconds', async () => {
    someone();
    // The store uses its own clock, so this code was issued 61 seconds ago.
    world.skewMs = -61_000;
    try {
      expect((await exchange(codeOf(await signOn()))).status).toBe(401);
    } finally {
      world.skewMs = 0;
    }
  });
});

describe('a callback', () => {
  test('that is replayed is refused', async () => {
    someone();
    const { url, cookie } = await depart();
    const back = await visit(url.href, callback);
    const answers = await Promise.all([comeBack(back, cookie), comeBack(back, cookie)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, 401]);
    await expectRefused(await comeBack(back, cookie), /used already/);
  });

  test('of another browser, or with another state, is refused', async () => {
    someone();
    const { url, cookie } = await depart();
    const other = await depart();
    const back = await visit(url.href, callback);
    await expectRefused(await comeBack(back, ''), /not started in this browser/);
    await expectRefused(await comeBack(back, other.cookie), /not started in this browser/);
    // Another ticket under the right name: an attacker's sign-on in the victim's browser.
    const name = cookie.split('=')[0] ?? '';
    const value = other.cookie.split('=')[1] ?? '';
    await expectRefused(await comeBack(back, `${name}=${value}`), /not started in this browser/);
  });

  test('that is too old is refused', async () => {
    someone();
    const { url, cookie } = await depart();
    const back = await visit(url.href, callback);
    world.skewMs = 10 * MINUTE_MS;
    await expectRefused(await comeBack(back, cookie), /too old/);
    world.skewMs = 0;
  });

  test('with the code of another sign-on is refused, because the verifier does not match', async () => {
    someone();
    const [first, second] = [await depart(), await depart()];
    const stolen = new URL(await visit(first.url.href, callback)).searchParams.get('code') ?? '';
    const back = new URL(await visit(second.url.href, callback));
    back.searchParams.set('code', stolen);
    await expectRefused(await comeBack(back.href, second.cookie), /invalid_grant/);
  });

  test('of a person who declined says so, on a page of the board', async () => {
    const { url, cookie } = await depart();
    const back = `${callback}?error=access_denied&state=${url.searchParams.get('state')}&iss=${issuer.url}`;
    const page = await comeBack(back, cookie, { Accept: 'text/html' });
    expect([page.status, page.headers.get('Location')]).toEqual([
      303,
      expect.stringMatching(/^http:\/\/localhost\/#error=unauthenticated&error_description=.*access_denied/),
    ]);
  });
});

describe('an ID token', () => {
  const tampered = async (change: (claims: JWTPayload) => Promise<string>): Promise<Answer> => {
    someone();
    world.tamper = change;
    try {
      return await signOn();
    } finally {
      world.tamper = async () => null;
    }
  };
  const now = () => Math.floor(Date.now() / 1000);

  test.each<[string, (claims: JWTPayload) => JWTPayload]>([
    ['of another issuer', (claims) => ({ ...claims, iss: 'http://127.0.0.1:1' })],
    ['for another client', (claims) => ({ ...claims, aud: 'somebody-else' })],
    ['that has expired', (claims) => ({ ...claims, iat: now() - 7200, exp: now() - 3600 })],
    ['with another nonce', (claims) => ({ ...claims, nonce: 'another' })],
    ['without a nonce', ({ nonce: _nonce, ...claims }) => claims],
  ])('%s is refused', async (_what, change) => {
    await expectRefused(await tampered((claims) => issuer.sign(change(claims))), /was refused \(OAUTH_/);
  });

  test('that is signed correctly is accepted', async () => {
    codeOf(await tampered((claims) => issuer.sign(claims)));
  });

  test('is judged by the clock of the service, however wrong that of this machine is', async () => {
    const at = (seconds: number) =>
      tampered((claims) => issuer.sign({ ...claims, iat: seconds, nbf: seconds, exp: seconds + 300 }));
    for (const hours of [-2, 2]) {
      world.skewMs = hours * 60 * MINUTE_MS;
      try {
        codeOf(await at(now() + hours * 3600));
        await expectRefused(await at(now() + (hours - 1) * 3600), /was refused \(OAUTH_JWT_TIMESTAMP/);
        await expectRefused(await at(now() + (hours + 1) * 3600), /was refused \(OAUTH_JWT_TIMESTAMP/);
      } finally {
        world.skewMs = 0;
      }
    }
  });

  test('replayed from an earlier sign-on is refused', async () => {
    let earlier = '';
    codeOf(
      await tampered(async (claims) => {
        earlier = await issuer.sign(claims);
        return earlier;
      }),
    );
    await expectRefused(await tampered(async () => earlier), /was refused \(OAUTH_/);
  });

  test('with an unknown key of the issuer, or unsigned, is refused', async () => {
    const { privateKey } = await generateKeyPair('RS256');
    const forged = (claims: JWTPayload) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'issuer-key' }).sign(privateKey);
    await expectRefused(await tampered(forged), /was refused/);
    const none = async (claims: JWTPayload) =>
      [{ alg: 'none' }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.') + '.';
    await expectRefused(await tampered(none), /was refused/);
  });
});

test('an unreachable issuer is 503 until it responds again', async () => {
  world.skewMs = 2 * 60 * MINUTE_MS;
  world.isDown = true;
  const answer = await api.call('GET /auth/oidc/login/', { as: null });
  expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '10']);
  expect(answer.body).toMatchObject({ code: 'sign_on_unavailable' });
  world.isDown = false;
  expect((await api.call('GET /auth/oidc/login/', { as: null })).status).toBe(303);
  world.skewMs = 0;
});

test('an issuer that fails during a sign-on is 503, not a refusal of the person', async () => {
  someone();
  for (const fail of [() => (world.isDown = true), () => (world.failure = 502)]) {
    const { url, cookie } = await depart();
    const back = await visit(url.href, callback);
    fail();
    const answer = await comeBack(back, cookie);
    [world.isDown, world.failure] = [false, null];
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '10']);
    expect(answer.body).toMatchObject({ code: 'sign_on_unavailable' });
  }
});

test('a browser that cannot go to the issuer stays on the board, which says why', async () => {
  world.skewMs = 4 * 60 * MINUTE_MS;
  world.failure = 503;
  const answer = await api.call('GET /auth/oidc/login/', { as: null, headers: { Accept: 'text/html' } });
  expect([answer.status, answer.headers.get('Location')]).toEqual([
    303,
    expect.stringMatching(/^http:\/\/localhost\/#error=sign_on_unavailable&/),
  ]);
  [world.skewMs, world.failure] = [0, null];
});

test('without a configured issuer, there is no single sign-on', async () => {
  const plain = await openApp();
  for (const path of ['login', 'callback']) {
    expect((await plain.call(`GET /auth/oidc/${path}/`, { as: null })).status).toBe(404);
  }
  await plain.close();
});
