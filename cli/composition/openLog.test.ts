import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { streamLines } from '../../api/routing/mount.ts';
import { openLog, warnOfMisspelled } from './openLog.ts';

// Guarantee: members with the name of a secret are not logged, up to two levels deep.
test('secrets are not written, everything else is', () => {
  const lines: string[] = [];
  const log = openLog({ LOG_LEVEL: 'info' }, { write: (line) => lines.push(line) });
  const names = [
    'authorization',
    'Authorization',
    'cookie',
    'password',
    'token',
    'access',
    'refresh',
    'id_token',
    'key',
    'apiKey',
    'secret',
    'client_secret',
    'webhookSecret',
    'code_verifier',
  ];
  const secrets = names.map((name, i) => [name, `hidden-${i}`] as const);
  const record = Object.fromEntries(secrets);
  log.info({ requestId: 'r1', ...record }, 'at the top');
  log.error({ requestId: 'r2', headers: record, request: { headers: record } }, 'below');
  log.child(record).warn({ status: 401 }, 'of a child');
  log.debug(record, 'too quiet');
  expect(lines).toHaveLength(3);
  for (const line of lines) expect(line).not.toContain('hidden-');
  const [top, below, child] = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(top).toMatchObject({ level: 30, msg: 'at the top', requestId: 'r1', password: '[secret]' });
  expect(below).toMatchObject({ msg: 'below', requestId: 'r2', request: { headers: { token: '[secret]' } } });
  expect(child).toMatchObject({ msg: 'of a child', status: 401 });
});

// Guarantee: the log says why a stream ended early.
test('a stream that fails is logged with the failure and the request', async () => {
  const lines: string[] = [];
  const log = openLog({ LOG_LEVEL: 'info' }, { write: (line) => lines.push(line) });
  const app = new Hono<{ Variables: { log: typeof log; requestId: string } }>();
  app.get('/', (context) => {
    context.set('log', log);
    context.set('requestId', 'r7');
    return streamLines(context, broken(), new AbortController());
  });
  expect(await (await app.request('/')).text()).toContain('"type":"error"');
  const failed = { msg: 'stream failed', requestId: 'r7', err: { message: 'The search is gone.' } };
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([failed]);
});

async function* broken(): AsyncGenerator {
  yield { type: 'started' };
  throw new Error('The search is gone.');
}

test('a misspelled setting is logged without its value', () => {
  const lines: string[] = [];
  const log = openLog({ LOG_LEVEL: 'info' }, { write: (line) => lines.push(line) });
  warnOfMisspelled({ PATH: '/bin', DATABASE_URL: 'postgres://db/t', OIDC_CLIENT_SECRT: 'hunter2' }, log);
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 40,
    name: 'OIDC_CLIENT_SECRT',
    meant: 'OIDC_CLIENT_SECRET',
  });
  expect(lines[0]).not.toContain('hunter2');
});
