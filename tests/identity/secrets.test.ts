/** Searches for secrets everywhere that people, files or other systems can read. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import pino from 'pino';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../../api/app.ts';
import { LOCAL_CREDENTIAL } from '../../api/auth/identity.ts';
import { hashPassword } from '../../api/auth/password.ts';
import { hashToken } from '../../api/auth/tokens.ts';
import { openApp, type TestApp } from '../../api/testing/openApp.ts';
import { importSmall } from '../../schedule/testing/openSchedule.ts';

type Row = Record<string, string>;

const lines: string[] = [];
const errors: string[] = [];
const secrets = new Map<string, string>();
/** As they are stored: only hashes, which must not be exposed either. */
const stored = new Map<string, string>();
let api: TestApp;
let app: TestApp['app'];
let planning: string;
/** The body of a request with a password, which was sent twice. */
let member: Row;

/** Records every error response and returns the body. */
const call = async (request: string, body?: unknown, headers: Row = {}): Promise<Row> => {
  const [method, path] = request.split(' ') as [string, string];
  const response = await app.request(path, {
    method,
    headers: { Authorization: `Token ${api.admin.key}`, 'Content-Type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  if (response.status >= 400) errors.push(`${response.status} ${text}`);
  return text === '' || !response.headers.get('Content-Type')?.includes('json') ? { text } : JSON.parse(text);
};
const once = (): Row => ({ 'Idempotency-Key': randomUUID() });
const keep = (name: string, secret: string | undefined): string => {
  if (secret === undefined || secret.length < 12) throw new Error(`${name} is no secret: ${secret}`);
  secrets.set(name, secret);
  return secret;
};

beforeAll(async () => {
  const adminToken = keep('admin token', randomBytes(32).toString('base64url'));
  api = await openApp({
    ports: { hashPassword },
    identity: {
      localActor: async (credential) =>
        credential === adminToken
          ? { kind: 'machine', user: api.admin.user, credential: LOCAL_CREDENTIAL, memberships: [] }
          : null,
    },
  });
  const log = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) });
  app = createApp({ ...api.deps, log, metrics: new Registry() });
  planning = await importSmall(api, api.scope);
  await everything(adminToken);
});
afterAll(() => api.close());

const everything = async (adminToken: string): Promise<void> => {
  const { accounts } = api.ports;
  const { organization } = api.admin;
  keep('first key', api.admin.key.slice(-SECRET_LENGTH));

  const email = `${randomUUID()}@example.org`;
  const password = keep('password', randomUUID());
  member = { email, role: 'planner', name: 'Ann', password };
  const memberOnce = once();
  for (const _again of [1, 2]) await call(`POST /v1/organizations/${organization}/members/`, member, memberOnce);
  await call(`POST /v1/organizations/${organization}/members/`, { ...member, role: 'king' });
  const wrong = keep('wrong password', randomUUID());
  await call('POST /auth/login/', { email, password: wrong });
  await call('POST /auth/login/', `{"email": ${wrong}`);
  await call('POST /auth/login/', { email, password: [wrong], role: 1 });
  const session = await call('POST /auth/login/', { email, password });
  // Of tokens, only the signature, because all of them begin alike.
  keep('access token', session['access']?.split('.')[2]);
  keep('refresh token', session['refresh']?.split('.')[2]);
  const { refresh } = session;
  const rotated = await call('POST /auth/refresh/', { refresh });
  keep('second refresh token', rotated['refresh']?.split('.')[2]);
  const taken = await call('POST /auth/refresh/', { refresh });
  keep('third refresh token', taken['refresh']?.split('.')[2]);
  await call('POST /auth/refresh/', { refresh });
  await call('POST /auth/refresh/', { refresh: `${refresh}x` });
  await call('GET /v1/user/current/', undefined, { Authorization: `Bearer ${refresh}` });
  await call('POST /auth/logout/', { refresh: rotated['refresh'] });
  const code = keep('grant code', randomBytes(32).toString('base64url'));
  const user = (await accounts.userByEmail(email))!;
  await accounts.addLoginGrant({ codeHash: hashToken(code), user: user.id, expiresAt: Date.now() + 60_000 });
  for (const _again of [1, 2]) await call('POST /auth/oidc/exchange', { code });
  await call(`GET /auth/oidc/callback/?code=${code}&state=${code}`);

  const keyOnce = once();
  const key = { name: 'k', organization, role: 'planner' };
  const made = await call('POST /v1/api-keys/', key, keyOnce);
  keep('API key', made['key']?.slice(-SECRET_LENGTH));
  await call('POST /v1/api-keys/', key, keyOnce);
  await call('POST /v1/api-keys/', { ...key, role: 'viewer' }, keyOnce);
  await call('GET /v1/user/current/', undefined, { Authorization: `Token ${made['key']}` });
  await call('GET /v1/user/current/', undefined, { Authorization: `Token ${made['key']}x` });
  await call('GET /auth/internal/users/', undefined, { Authorization: `Token ${adminToken}` });

  const runOnce = once();
  const run = { solver: 'external', name: 'outside' };
  const started = await call(`POST /v1/plannings/${planning}/optimize/`, run, runOnce);
  const webhook = keep('webhook secret', started['webhookSecret']);
  const subscription = await call(`POST /v1/plannings/${planning}/webhooks/`, {
    url: 'https://a.example/',
    events: ['*'],
  });
  keep('subscription secret', subscription['secret']);
  await call(`POST /v1/plannings/${planning}/webhooks/${subscription['id']}/test/`);
  await call(`POST /v1/plannings/${planning}/optimize/`, run, runOnce);
  const result = `POST /v1/plannings/${planning}/optimization-task-results/${started['id']}/result/`;
  await call(
    result,
    { assignments: [] },
    { 'webhook-id': '1', 'webhook-timestamp': '1', 'webhook-signature': webhook },
  );
  await call('POST /v1/tags/', { planning, category: 'c', value: 'v' });

  stored.set('password hash', (await accounts.userByEmail(email))!.passwordHash!.split('$').at(-1)!);
  stored.set('key hash', (await accounts.apiKey(made['id']))!.secretHash);
  for (const { id, privateJwk } of await accounts.signingKeys())
    stored.set(`signing key ${id}`, JSON.stringify(privateJwk['d']).slice(1, -1));

  // A database failure in the middle of a login.
  const { sql } = api.database.database;
  await sql`alter table refresh_tokens rename to hidden`;
  await call('POST /auth/login/', { email, password });
  await call('POST /auth/refresh/', { refresh });
  await sql`alter table hidden rename to refresh_tokens`;
};

/** The secret of a key `tg_<id>_<secret>`. */
const SECRET_LENGTH = 43;
/** The beginning or the end suffices to find it. */
const PART = 10;
const foundIn = (text: string, among: ReadonlyMap<string, string>): string[] =>
  [...among]
    .filter(([, secret]) => text.includes(secret.slice(0, PART)) || text.includes(secret.slice(-PART)))
    .map(([name]) => name);
const all = (): Map<string, string> => new Map([...secrets, ...stored]);

describe('secrets', () => {
  test('were all used, so that they could be found', () => {
    expect([...all().keys()].length).toBeGreaterThanOrEqual(13);
    expect(lines.length).toBeGreaterThan(25);
    expect(lines.some((line) => line.includes('request failed'))).toBe(true);
    expect(errors.length).toBeGreaterThan(12);
  });

  test('are in no log', () => {
    expect(foundIn(lines.join('\n'), all())).toEqual([]);
  });

  test('are in no error', () => {
    expect(errors.filter((error) => foundIn(error, all()).length > 0)).toEqual([]);
  });

  test('are in no changeset, export, list or metric', async () => {
    const { organization } = api.admin;
    const base = `/v1/plannings/${planning}`;
    const changesets = (await call(`GET ${base}/changesets/`)) as unknown as Row[];
    expect(changesets.length).toBeGreaterThan(1);
    const paths = [
      `${base}/export/`,
      `${base}/meta/`,
      `${base}/optimization-task-results/`,
      `/v1/organizations/${organization}/members/`,
      '/v1/api-keys/',
      '/metrics',
      '/openapi.json',
      '/.well-known/jwks.json',
      '/auth/internal/docs-only/token-claims/',
      ...changesets.map(({ id }) => `${base}/changesets/${id}/`),
    ];
    for (const path of paths)
      expect([path, foundIn(JSON.stringify(await call(`GET ${path}`)), all())]).toEqual([path, []]);
  });

  test('are stored only as hashes, except those that sign', async () => {
    const { sql } = api.database.database;
    const tables = await sql<{ name: string }[]>`
      select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`;
    const found: string[] = [];
    for (const { name } of tables) {
      const rows = await sql.unsafe<{ row: string }[]>(`select row_to_json(t)::text as row from ${name} t`);
      found.push(...rows.flatMap(({ row }) => foundIn(row, secrets)).map((secret) => `${secret} in ${name}`));
    }
    const guessable = createHash('sha256')
      .update(`\n${JSON.stringify(member)}`)
      .digest('hex');
    const kept = await sql<{ hash: string }[]>`select body_hash as hash from idempotency_records`;
    expect(kept.map(({ hash }) => hash)).not.toContain(guessable);
    expect(found.filter((one) => !/^(?:webhook|subscription) secret in /.test(one))).toEqual([]);
    expect(new Set(found).size).toBeLessThanOrEqual(2);
  });
});
