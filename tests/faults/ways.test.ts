/**
 * Guarantee: PostgreSQL is reached by TLS, by a Unix socket, by the first of several hosts that is there, and through PgBouncer, and whichever way it
 * is, a statement that takes longer than DATABASE_ANSWER_SECONDS goes on.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type OpenDatabase, openDatabase } from '../../db/connection/openDatabase.ts';
import { openQueue } from '../../db/queue/queue.ts';
import { freePort } from '../freePort.ts';
import { noPostgres, PostgresServer } from './postgresServer.ts';

/** Also the limit for a new connection, of which there are twenty at once. */
const ANSWER_SECONDS = 3;
/** Longer than until a session is cut whose process does nothing. */
const SLOW_SECONDS = ANSWER_SECONDS + 5;
const PGBOUNCER = '/usr/sbin/pgbouncer';
const hasPooler = existsSync(PGBOUNCER);
if (noPostgres !== null) console.warn(`Ways to PostgreSQL skipped: ${noPostgres}.`);
else if (!hasPooler) console.warn('PgBouncer is skipped: it is not installed.');

describe.skipIf(noPostgres !== null)('PostgreSQL is reached', () => {
  let server: PostgresServer;
  let pooler: ChildProcess | undefined;
  let poolerPort: number;

  /** Makes an authority, and a certificate of it for the name localhost. */
  const certify = (): void => {
    const script = `
      openssl req -x509 -newkey rsa:2048 -nodes -days 2 -keyout ca.key -out ca.crt -subj /CN=authority
      openssl req -newkey rsa:2048 -nodes -keyout data/server.key -out server.csr -subj /CN=localhost
      printf 'subjectAltName=DNS:localhost\\n' > names
      openssl x509 -req -in server.csr -CA ca.crt -CAkey ca.key -CAcreateserial -days 2 -extfile names -out data/server.crt
      chown postgres data/server.*`;
    execFileSync('bash', ['-ec', script], { cwd: server.folder, stdio: 'ignore' });
  };
  const startPooler = async (): Promise<void> => {
    poolerPort = await freePort();
    const file = path.join(server.folder, 'pgbouncer.ini');
    const settings = {
      listen_addr: '127.0.0.1',
      listen_port: poolerPort,
      unix_socket_dir: '',
      auth_type: 'any',
      pool_mode: 'transaction',
      ignore_startup_parameters: 'plan_cache_mode,statement_timeout',
    };
    const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}\n`);
    const databases = `[databases]\n* = host=127.0.0.1 port=${server.port} user=tidegate\n`;
    writeFileSync(file, `${databases}[pgbouncer]\n${lines.join('')}`);
    const user = ['--reuid=postgres', '--regid=postgres', '--clear-groups'];
    pooler = spawn('setpriv', [...user, PGBOUNCER, file], { cwd: '/', stdio: 'ignore' });
    const url = `postgres://tidegate@127.0.0.1:${poolerPort}/postgres?prepare=false`;
    const answers = () =>
      using(url, ({ sql }) => sql`select 1`).then(
        () => true,
        () => false,
      );
    await vi.waitUntil(answers, { timeout: 60_000 });
  };
  const using = async <T>(url: string, body: (database: OpenDatabase) => Promise<T>): Promise<T> => {
    const database = await openDatabase({ url, maxConnections: 3, answerSeconds: ANSWER_SECONDS }, { migrate: false });
    try {
      return await body(database);
    } finally {
      await database.close();
    }
  };

  beforeAll(async () => {
    server = await PostgresServer.create();
    certify();
    server.set({ ssl: 'on', unix_socket_directories: server.folder });
    await server.stop('fast');
    await server.start();
    if (hasPooler) await startPooler();
  });
  afterAll(async () => {
    pooler?.kill();
    await server?.remove();
  });

  /** How a session reaches the server. */
  const way = (url: string) =>
    using(url, async (database) => {
      const { sql } = database;
      const slow = sql`select pg_sleep(${SLOW_SECONDS})`;
      await Promise.all([1, 2, 3, 4].map((n) => database.transaction((tx) => tx`select ${n}::int`)));
      await slow;
      const [seen] = await sql`
        select ssl as "isSecret", inet_client_addr() is null as "isLocal" from pg_stat_ssl where pid = pg_backend_pid()`;
      return seen;
    });

  const PLAIN = { isSecret: false, isLocal: false };
  const SECRET = { isSecret: true, isLocal: false };
  const LOCAL = { isSecret: false, isLocal: true };
  test.concurrent.each([
    ['localhost:PORT/postgres', PLAIN],
    ['localhost:PORT/postgres?sslmode=require', SECRET],
    ['localhost:PORT/postgres?sslmode=verify-full&sslrootcert=FOLDER/ca.crt', SECRET],
    ['127.0.0.1:PORT/postgres?sslmode=verify-ca&sslrootcert=FOLDER/ca.crt', SECRET],
    ['/postgres?host=FOLDER&port=PORT', LOCAL],
    ['ENCODED:PORT/postgres', LOCAL],
    ['127.0.0.1:1,127.0.0.1:PORT/postgres', PLAIN],
  ])('by %s', async (place, expected) => {
    const { folder, port } = server;
    const url = place
      .replace('PORT', String(port))
      .replace('FOLDER', folder)
      .replace('ENCODED', encodeURIComponent(folder));
    expect(await way(`postgres://tidegate@${url}`)).toEqual(expected);
  });

  test('but not where its certificate is of another name, or of an unknown authority', async () => {
    const { folder, port } = server;
    const codeOf = (url: string) =>
      using(url, ({ sql }) => sql`select 1`).then(
        () => 'reached',
        (error: { code?: unknown }) => error.code,
      );
    const root = `sslmode=verify-full&sslrootcert=${folder}/ca.crt`;
    expect(await codeOf(`postgres://tidegate@127.0.0.1:${port}/postgres?${root}`)).toBe('ERR_TLS_CERT_ALTNAME_INVALID');
    expect(await codeOf(`postgres://tidegate@localhost:${port}/postgres?sslmode=verify-full`)).toMatch(/UNABLE_TO/);
  });

  test.skipIf(!hasPooler)('through PgBouncer, which gives each transaction another session', async () => {
    const url = `postgres://tidegate@127.0.0.1:${poolerPort}/postgres?prepare=false`;
    expect(await way(url)).toEqual(PLAIN);
    // Nodes that start at the same time wait for each other.
    const opened = await Promise.all([1, 2, 3].map(() => openDatabase({ url, maxConnections: 3 })));
    const queues = await Promise.all(opened.map((database) => openQueue(database, { supervise: false })));
    expect(await Promise.all(queues.map((queue) => queue.size()))).toEqual([0, 0, 0]);
    await sleep(100);
    const [{ held }] = await opened[0].sql<[{ held: number }]>`
      select count(*)::int as held from pg_locks where locktype = 'advisory'`;
    expect(held).toBe(0);
    await Promise.all(queues.map((queue) => queue.close()));
    // It forgets statements that arrive before the answer to an earlier one, so that nobody would ever answer them.
    const many = Array.from({ length: 300 }, (_, n) =>
      n % 2 === 0 ? opened[0].sql`select 1` : opened[0].sql`select ${n}::int`,
    );
    expect(await Promise.all(many)).toHaveLength(many.length);
    await Promise.all(opened.map((database) => database.close()));
  });
});
