/** Sessions of browsers: the cookie, two tabs, theft, other sites, http and https; also in a real browser. */
import { randomUUID } from 'node:crypto';
import { createAdaptorServer } from '@hono/node-server';
import type { BrowserContext, Page } from 'playwright-core';
import { Registry } from 'prom-client';
import { beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../../api/app.ts';
import { accessOf } from '../../api/auth/accessTable.ts';
import { hashPassword } from '../../api/auth/password.ts';
import { ROUTES } from '../../api/routes/routes.ts';
import type { Answer } from '../../api/testing/openApp.ts';
import { useApp } from '../../api/testing/useApp.ts';
import { launchBrowser, namedUrl, noBrowser } from '../board/browser.ts';
import { listenLocally } from '../listenLocally.ts';

const password = 'correct horse battery staple';
const email = `${randomUUID()}@example.org`;
let nowMs = Date.now();

const api = await useApp({ identity: { clock: () => nowMs } });
beforeAll(async () => {
  const id = randomUUID();
  const passwordHash = await hashPassword(password);
  await api.ports.accounts.createUser({ id, email, name: 'Ann', passwordHash, subject: null });
  await api.ports.accounts.addMember(api.admin.organization, id, 'planner');
});

const ask = (path: string, cookie: string, headers = {}, body?: object): Promise<Answer> =>
  api.call(`POST /auth/${path}/`, { as: null, headers: { ...(cookie === '' ? {} : { cookie }), ...headers }, body });
const setCookie = ({ headers }: Answer): string => headers.getSetCookie().join('\n');
/** The cookie that the browser sends from then on. */
const cookieOf = (answer: Answer): string => setCookie(answer).split(';')[0] ?? '';
const logIn = async (): Promise<{ cookie: string; access: string }> => {
  const answer = await ask('login', '', {}, { email, password, session: true });
  expect(answer.status).toBe(200);
  return { cookie: cookieOf(answer), access: (answer.body as { access: string }).access };
};
const isAlive = async (access: string): Promise<boolean> => {
  const headers = { Authorization: `Bearer ${access}` };
  return (await api.call('GET /v1/user/current/', { as: null, headers })).status === 200;
};

describe('the cookie', () => {
  test('holds the refresh token where no script and no other site can read it; the access token is only in the response', async () => {
    const answer = await ask('login', '', {}, { email, password, session: true });
    expect(Object.keys(answer.body)).toEqual(['access', 'user']);
    expect(setCookie(answer)).toMatch(
      /^tidegate_session=[\w.-]+; Max-Age=1209600; Path=\/auth\/; HttpOnly; SameSite=Strict$/,
    );
    const plain = await ask('login', '', {}, { email, password });
    expect([Object.keys(plain.body), setCookie(plain)]).toEqual([['access', 'refresh', 'user'], '']);
  });

  test('is Secure with https, under a name that http cannot set', async () => {
    const config = { ...api.deps.config, publicUrl: 'https://tidegate.example' };
    const app = createApp({ ...api.deps, config, metrics: new Registry() });
    const answer = await app.request('https://tidegate.example/auth/login/', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: 'https://tidegate.example' },
      body: JSON.stringify({ email, password, session: true }),
    });
    const line = answer.headers.get('Set-Cookie') ?? '';
    expect(line).toMatch(/^__Secure-tidegate_session=.*; Path=\/auth\/; HttpOnly; Secure; SameSite=Strict$/);
    const refresh = (headers: Record<string, string>): Response | Promise<Response> =>
      app.request('https://tidegate.example/auth/refresh/', { method: 'POST', headers });
    const cookie = line.split(';')[0] ?? '';
    // A page that an attacker on the network put at the http address.
    for (const Origin of ['http://tidegate.example', 'https://evil.example']) {
      expect((await refresh({ cookie, Origin })).status).toBe(403);
    }
    expect((await refresh({ cookie: cookie.replace('__Secure-', '') })).status).toBe(401);
    expect((await refresh({ cookie, Origin: 'https://tidegate.example' })).status).toBe(200);
  });

  test('refreshes without a body, is replaced, and ends with logout', async () => {
    const { cookie, access } = await logIn();
    const refreshed = await ask('refresh', cookie);
    expect([refreshed.status, Object.keys(refreshed.body)]).toEqual([200, ['access']]);
    expect(cookieOf(refreshed)).not.toBe(cookie);
    const ended = await ask('logout', cookieOf(refreshed));
    expect([ended.status, setCookie(ended)]).toEqual([
      204,
      expect.stringMatching(/^tidegate_session=; Max-Age=0; Path=\/auth\/;/),
    ]);
    expect((await ask('refresh', cookieOf(refreshed))).status).toBe(401);
    expect(await isAlive(access)).toBe(false);
  });

  test('that is unknown is 401, with no login to end', async () => {
    expect([(await ask('refresh', '')).status, (await ask('logout', '')).status]).toEqual([401, 204]);
    expect((await ask('refresh', 'tidegate_session=x', {}, {})).status).toBe(401);
  });

  // Guarantee: a cookie can only refresh and end a session.
  test('authenticates no request', async () => {
    const { cookie, access } = await logIn();
    const guarded = ROUTES.map(({ spec }) => spec).filter((spec) => !['anyone', 'webhook'].includes(accessOf(spec)));
    expect(guarded.length).toBeGreaterThan(90);
    const token = cookie.split('=')[1] ?? '';
    for (const { method, path } of guarded) {
      const headers = { cookie: `${cookie}; Authorization=${access}; access=${access}; token=${token}` };
      const { status } = await api.call(`${method.toUpperCase()} ${path.replaceAll(/[{}]/g, '')}`, {
        as: null,
        headers,
      });
      expect([method, path, status]).toEqual([method, path, 401]);
    }
    expect(await isAlive(token)).toBe(false);
  });
});

describe('two tabs', () => {
  test('that wake at the same time both continue, again and again', async () => {
    let { cookie } = await logIn();
    for (let round = 0; round < 3; round += 1) {
      nowMs += 14 * 60_000;
      const tabs = await Promise.all([ask('refresh', cookie), ask('refresh', cookie)]);
      expect(tabs.map(({ status }) => status)).toEqual([200, 200]);
      for (const tab of tabs) expect(await isAlive((tab.body as { access: string }).access)).toBe(true);
      // Of two responses, the browser keeps the cookie of either.
      cookie = cookieOf(tabs[round % 2]);
    }
    expect((await ask('refresh', cookie)).status).toBe(200);
  });

  test('that each have their own token, like pages without a cookie, continue during the grace period', async () => {
    const first = (await ask('login', '', {}, { email, password })).body as { refresh: string };
    const take = async (refresh: string): Promise<{ status: number; refresh: string }> => {
      const { status, body } = await ask('refresh', '', {}, { refresh });
      return { status, refresh: (body as { refresh?: string }).refresh ?? '' };
    };
    const [a, b] = [await take(first.refresh), await take(first.refresh)];
    expect([a.status, b.status]).toEqual([200, 200]);
    expect([(await take(a.refresh)).status, (await take(b.refresh)).status]).toEqual([200, 200]);
  });
});

describe('a stolen cookie', () => {
  test('that is used after the grace period ends the session, for the thief and for the browser', async () => {
    const { cookie: stolen, access } = await logIn();
    const mine = await ask('refresh', stolen);
    nowMs += 10_000;
    expect((await ask('refresh', stolen)).status).toBe(401);
    expect((await ask('refresh', cookieOf(mine))).status).toBe(401);
    expect(await isAlive(access)).toBe(false);
  });

  test('that is used in its grace period is detected at the second next refresh', async () => {
    const { cookie: stolen, access } = await logIn();
    const mine = cookieOf(await ask('refresh', stolen));
    nowMs += 5_000;
    const thiefs = await ask('refresh', stolen);
    expect(thiefs.status).toBe(200);
    nowMs += 60_000;
    expect((await ask('refresh', mine)).status).toBe(200);
    nowMs += 60_000;
    expect((await ask('refresh', cookieOf(thiefs))).status).toBe(401);
    expect(await isAlive(access)).toBe(false);
  });

  test('is not accepted a third time, not even immediately', async () => {
    const { cookie } = await logIn();
    const statuses: number[] = [];
    for (let use = 0; use < 3; use += 1) statuses.push((await ask('refresh', cookie)).status);
    expect(statuses).toEqual([200, 200, 401]);
  });
});

describe('a page of another site', () => {
  const OTHERS = [
    { 'Sec-Fetch-Site': 'cross-site' },
    // A page on a sibling host or another port, for which cookies count as same-site.
    { 'Sec-Fetch-Site': 'same-site', Origin: 'http://localhost:3000' },
    { 'Sec-Fetch-Site': 'none' },
    { Origin: 'https://evil.example' },
    { Origin: 'http://localhost:3000' },
    { Origin: 'null' },
    // Listed for CORS: it may call the API with a token, but has no session here.
    { Origin: 'https://board.example.org' },
  ];

  test.each(OTHERS)('%j can neither start, extend nor end a session', async (headers) => {
    const { cookie, access } = await logIn();
    for (const path of ['refresh', 'logout']) {
      const answer = await ask(path, cookie, headers);
      expect([path, answer.status, setCookie(answer)]).toEqual([path, 403, '']);
    }
    const begun = await ask('login', '', headers, { email, password, session: true });
    expect([begun.status, setCookie(begun)]).toEqual([403, '']);
    expect(await isAlive(access)).toBe(true);
    // The token was not used up.
    expect((await ask('refresh', cookie)).status).toBe(200);
  });

  test.each([{ 'Sec-Fetch-Site': 'same-origin' }, { Origin: 'http://localhost' }, {}])(
    'is not what %j says',
    async (headers) => {
      const { cookie } = await logIn();
      expect((await ask('refresh', cookie, headers)).status).toBe(200);
    },
  );
});

test('the login methods are listed', async () => {
  expect((await api.call('GET /auth/methods/', { as: null })).body).toEqual({ password: true, signOn: null });
});

describe.skipIf(noBrowser !== null)('in a browser, by plain http under a name that is not localhost', () => {
  /** The service on a real socket, with a page that may run scripts; by its address it is another site than by its name. */
  const inBrowser = async (visit: (context: BrowserContext, own: string, other: string) => Promise<void>) => {
    const page = new Response('<p>A page.', { headers: { 'Content-Type': 'text/html' } });
    const server = createAdaptorServer({
      fetch: (request, env) => (request.url.endsWith('/a-page') ? page.clone() : api.app.fetch(request, env)),
    });
    const port = await listenLocally(server);
    const browser = await launchBrowser();
    try {
      const context = await browser.newContext();
      await visit(context, namedUrl(port), `http://127.0.0.1:${port}`);
    } finally {
      await browser.close();
      server.close();
    }
  };
  const post = (page: Page, url: string, body?: object): Promise<{ status: number; text: string } | string> =>
    page.evaluate(
      async ([target, json]) => {
        const content = json === null ? {} : { headers: { 'Content-Type': 'application/json' }, body: json };
        return fetch(target, { method: 'POST', credentials: 'include', ...content }).then(
          async (answer) => ({ status: answer.status, text: await answer.text() }),
          () => 'nothing was answered',
        );
      },
      [url, body === undefined ? null : JSON.stringify(body)] as const,
    );

  test('a session survives reloads and works in several tabs; no script can read it, and another site has no access', async () => {
    await inBrowser(async (context, own, other) => {
      const page = await context.newPage();
      await page.goto(`${own}/a-page`);
      expect(await post(page, `${own}/auth/login/`, { email, password, session: true })).toMatchObject({ status: 200 });
      expect(await page.evaluate('document.cookie')).toBe('');
      await page.reload();
      const second = await context.newPage();
      await second.goto(`${own}/a-page`);
      const answers = await Promise.all([page, second].map((tab) => post(tab, `${own}/auth/refresh/`)));
      expect(answers).toMatchObject([{ status: 200 }, { status: 200 }]);
      const isSent = await page.evaluate(async (url) => (await fetch(url)).status, `${own}/v1/user/current/`);
      expect(isSent).toBe(401);
      const foreign = await context.newPage();
      await foreign.goto(`${other}/a-page`);
      for (const path of ['refresh', 'logout']) {
        expect(await post(foreign, `${own}/auth/${path}/`)).toBe('nothing was answered');
      }
      expect(await post(second, `${own}/auth/refresh/`)).toMatchObject({ status: 200 });
      expect(await post(second, `${own}/auth/logout/`)).toMatchObject({ status: 204 });
      expect(await post(page, `${own}/auth/refresh/`)).toMatchObject({ status: 401 });
    });
  });
});
