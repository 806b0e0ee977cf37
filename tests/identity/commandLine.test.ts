/** The first start without a demo, and users from the shell. */
import { readdirSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Outcome, start, type Started, tidegate } from '../processes.ts';
import { temporaryFolder } from '../temporaryFolder.ts';

const directory = temporaryFolder('identity');
let environment: Record<string, string>;
let server: Started;
let url: string;

beforeAll(async () => {
  environment = {
    NODE_ENV: 'production',
    DATA_DIR: directory,
    PORT: '0',
    THREADS: '1',
    ADMIN_EMAIL: 'Root@example.org',
  };
  server = start(['serve'], { ...environment, LOG_LEVEL: 'info' });
  url = (await server.line(/serves (http:\S+)/))[1] ?? '';
});
afterAll(() => server.end('SIGTERM'));

const command = (...args: string[]): Promise<Outcome> => tidegate(args, environment);
const login = async (email: string, password: string): Promise<Response> =>
  fetch(`${url}/auth/login/`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
const shown = (output: string): [string, string] => {
  const [, email = '', password = ''] = /^Login: (\S+) \/ (\S+)$/m.exec(output) ?? [];
  return [email, password];
};

describe('the first start in production', () => {
  test('creates an administrator, shown once, and no demo', async () => {
    const [, key = ''] = await server.line(/^API key: (tg_\S+)$/m);
    const [email, password] = shown(server.stdout());
    expect([email, password.length]).toEqual(['root@example.org', 20]);
    expect((await login(email, password)).status).toBe(200);
    const organizations = await fetch(`${url}/v1/organizations/`, { headers: { Authorization: `Token ${key}` } });
    expect(await organizations.json()).toEqual([{ id: 'main', name: 'Main' }]);
    expect(server.stderr()).not.toContain(password);
  });

  test("stores the machine's own key where only its owner can read it", async () => {
    expect(((await stat(path.join(directory, 'admin-token'))).mode & 0o777).toString(8)).toBe('600');
  });
});

describe('tidegate user', () => {
  test('creates, lists, disables and enables users beside the running server', async () => {
    const made = await command('user', 'create', 'ann@example.org', '--role', 'planner', '--name', 'Ann');
    expect([made.code, made.stderr]).toEqual([0, '']);
    const [email, first] = shown(made.stdout);
    expect((await login(email, first)).status).toBe(200);
    const session = (await (await login(email, first)).json()) as { access: string };

    const changed = shown((await command('user', 'password', email)).stdout);
    expect((await login(email, first)).status).toBe(401);
    expect((await login(...changed)).status).toBe(200);
    const current = await fetch(`${url}/v1/user/current/`, { headers: { Authorization: `Bearer ${session.access}` } });
    expect(current.status).toBe(401);

    expect((await command('user', 'disable', email)).stdout).toBe(`Disabled ${email}.\n`);
    expect((await command('user', 'list')).stdout).toMatch(/^ann@example\.org {2}disabled .*planner in main {2}Ann$/m);
    expect((await login(...changed)).status).toBe(401);
    await command('user', 'enable', email);
    expect((await login(...changed)).status).toBe(200);
  });

  test('deletes a user, once that is confirmed; the history keeps the id', async () => {
    const last = await command('user', 'delete', 'root@example.org', '--confirm');
    expect([last.code, last.stderr]).toEqual([
      2,
      expect.stringMatching(/last admin .* cannot be deleted: first make another member an admin\.$/m),
    ]);
    const made = await command('user', 'create', 'lea@example.org', '--role', 'admin', '--name', 'Lea');
    const [email, password] = shown(made.stdout);
    const { access, user } = (await (await login(email, password)).json()) as { access: string; user: { id: string } };
    const call = (method: string, where: string, body?: object): Promise<Response> =>
      fetch(`${url}/v1/${where}`, {
        method,
        headers: { Authorization: `Token ${access}`, 'Content-Type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    expect((await call('POST', 'organizations/main/plannings/', { id: 'hers', name: 'Hers' })).status).toBe(201);
    const asked = await command('user', 'delete', email);
    expect([asked.code, asked.stderr]).toEqual([2, expect.stringContaining('--confirm')]);
    expect((await call('GET', 'user/current/')).status).toBe(200);

    const deleted = await command('user', 'delete', email, '--confirm');
    expect([deleted.code, deleted.stdout]).toEqual([0, expect.stringContaining(user.id)]);
    expect((await call('GET', 'user/current/')).status).toBe(401);
    expect((await command('user', 'list')).stdout).not.toMatch(/lea|Lea/);
    await expect.poll(() => server.stderr()).toMatch(/"user deleted"/);
    const [, key = ''] = await server.line(/^API key: (tg_\S+)$/m);
    const changesets = await fetch(`${url}/v1/plannings/hers/changesets/`, {
      headers: { Authorization: `Token ${key}` },
    });
    expect(await changesets.json()).toMatchObject([{ author: user.id, authorName: null }]);
  });

  test('each change of rights is logged, with who made it and for whom', async () => {
    const made = await command('user', 'create', 'eve@example.org', '--role', 'planner');
    const { access, user } = (await (await login(...shown(made.stdout))).json()) as {
      access: string;
      user: { id: string };
    };
    const created = await fetch(`${url}/v1/api-keys/`, {
      method: 'POST',
      headers: { Authorization: `Token ${access}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: 'k', organization: 'main', role: 'viewer' }),
    });
    const { id, key } = (await created.json()) as { id: string; key: string };
    const requestId = created.headers.get('X-Request-Id');
    expect((await command('token', 'list')).stdout).toMatch(
      new RegExp(`^${id} {2}viewer {2}main {2}eve@example\\.org {2}expires never {2}last used never {2}k$`, 'm'),
    );
    await command('token', 'revoke', id);
    await command('user', 'disable', 'eve@example.org');

    await expect.poll(() => server.stderr()).toMatch(/"user disabled".*\n/);
    const lines = [...server.stderr().matchAll(/^\{.*\}$/gm)].map(
      ([line]) => JSON.parse(line) as Record<string, unknown>,
    );
    const changes = lines.filter(({ msg }) => msg === 'rights changed');
    for (const about of [
      { change: 'user created', member: user.id },
      { change: 'member added', organization: 'main', member: user.id, role: 'planner' },
      { change: 'API key created', requestId, credential: id, member: user.id, role: 'viewer' },
      { change: 'API key deleted', credential: id },
      { change: 'user disabled', member: user.id },
    ]) {
      expect(changes).toContainEqual(expect.objectContaining(about));
    }
    expect(lines.find((line) => line['requestId'] === requestId && line['msg'] === 'request')).toMatchObject({
      user: user.id,
      address: '127.0.0.1',
      credential: expect.any(String),
    });
    expect(lines.filter(({ path: at, user: who }) => at === '/auth/login/' && who === user.id)).toHaveLength(1);
    expect(server.stderr()).not.toContain(key);
  });

  test.each([
    [['user', 'create', 'root@example.org'], 'is a user already'],
    [['user', 'create', 'bob@example.org', '--role', 'king'], 'role'],
    [['user', 'create', 'bob@example.org', '--organization', 'nowhere'], 'names no organization'],
    [['user', 'password', 'nobody@example.org'], 'no user has this email'],
    // Standard input is empty.
    [['user', 'password', 'root@example.org', '--stdin'], 'password'],
  ])('%j is one clear message, and exit 2', async (args, message) => {
    const { code, stderr } = await command(...args);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
    expect(stderr).not.toContain('    at ');
  });
});

describe('the administrator of the machine', () => {
  test('lists, and creates keys for, organizations of which the first administrator is no member', async () => {
    const made = await command('user', 'create', 'mia@example.org', '--role', 'planner');
    const { access } = (await (await login(...shown(made.stdout))).json()) as { access: string };
    const created = await fetch(`${url}/v1/organizations/`, {
      method: 'POST',
      headers: { Authorization: `Token ${access}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: 'Hers' }),
    });
    const { id } = (await created.json()) as { id: string };
    const unnamed = await command('token', 'create');
    expect([unnamed.code, unnamed.stderr]).toEqual([2, expect.stringContaining(`--organization: ${id} (Hers), main`)]);
    const { stdout } = await command('token', 'create', '--organization', id, '--name', 'of the machine');
    const [, key = ''] = /^API key: (tg_\S+)$/m.exec(stdout) ?? [];
    const organizations = await fetch(`${url}/v1/organizations/`, { headers: { Authorization: `Token ${key}` } });
    expect(await organizations.json()).toEqual([{ id, name: 'Hers' }]);
    expect((await command('token', 'list')).stdout).toMatch(
      new RegExp(`^\\w+ {2}admin {2}${id} {2}mia@example\\.org {2}.*of the machine$`, 'm'),
    );
  });

  test('enables the last admin, who was disabled, and creates no key that would not work', async () => {
    expect(await command('user', 'disable', 'root@example.org')).toMatchObject({ code: 0 });
    const refused = await command('token', 'create', '--organization', 'main');
    expect([refused.code, refused.stdout, refused.stderr]).toEqual([
      2,
      '',
      expect.stringContaining('"tidegate user enable"'),
    ]);
    expect((await command('user', 'enable', 'root@example.org')).stdout).toBe('Enabled root@example.org.\n');
    expect(await command('token', 'create', '--organization', 'main')).toMatchObject({ code: 0 });
  });

  test('enables the only admin of all, also without a server', async () => {
    const folder = temporaryFolder('lastAdmin', onTestFinished);
    const settings = { NODE_ENV: 'production', DATA_DIR: folder, ADMIN_EMAIL: 'root@example.org' };
    const first = start(['serve'], { ...settings, PORT: '0', THREADS: '1' });
    await first.line(/serves (http:\S+)/);
    await first.end('SIGTERM');
    expect(await tidegate(['user', 'disable', 'root@example.org'], settings)).toMatchObject({ code: 0 });
    expect(await tidegate(['user', 'enable', 'root@example.org'], settings)).toMatchObject({
      code: 0,
      stdout: 'Enabled root@example.org.\n',
    });
  });
});

test('production starts neither with the demo nor where its keys would be lost', async () => {
  for (const [settings, message] of [
    [{ DATA_DIR: directory, DEMO: 'true' }, 'DEMO=true'],
    [{ DATA_DIR: '' }, 'DATA_DIR'],
  ] as const) {
    const { code, stderr } = await tidegate(['serve'], { NODE_ENV: 'production', ...settings });
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  }
});

test('data commands say that a folder without a database has no users yet, and leave it as it is', async () => {
  const empty = temporaryFolder('empty', onTestFinished);
  const { code, stderr } = await tidegate(['export', 'planning'], { DATA_DIR: empty });
  expect([code, stderr]).toEqual([2, expect.stringContaining('has no administrator yet')]);
  expect(readdirSync(empty)).toEqual([]);
});

test('data commands say that an empty database has no users yet', async () => {
  const empty = temporaryFolder('migrated', onTestFinished);
  expect(await tidegate(['migrate'], { DATA_DIR: empty })).toMatchObject({ code: 0 });
  const { code, stderr } = await tidegate(['export', 'planning'], { DATA_DIR: empty });
  expect([code, stderr]).toEqual([2, expect.stringContaining('The database has no administrator yet')]);
});
