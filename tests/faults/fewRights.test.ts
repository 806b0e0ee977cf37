/** Guarantee: with the rights that docs/operations.md grants, and no others, a node starts, writes, and runs optimizations. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dataOf, openTidegate } from '../../client/tidegate.ts';
import { openDatabase } from '../../db/connection/openDatabase.ts';
import { killAll, start, startServer, tidegate } from '../processes.ts';
import { crowdedDocument } from '../cluster/clusterDatabase.ts';
import { importPlanning, startRun, untilRunIs } from '../served.ts';
import { noPostgres, PostgresServer } from './postgresServer.ts';

if (noPostgres !== null) console.warn(`A database user with few rights skipped: ${noPostgres}.`);

describe.skipIf(noPostgres !== null)('a database user who may create nothing', () => {
  let database: PostgresServer;
  let own: string;
  beforeAll(async () => {
    database = await PostgresServer.create();
    own = database.url.replace('//tidegate@', '//tidegate_node@');
    const page = readFileSync(path.join(import.meta.dirname, '../../docs/operations.md'), 'utf8');
    const [, grants = ''] = /```sql\n(create role [^`]*)```/.exec(page) ?? [];
    expect(grants).toContain('tidegate_node');
    const migrated = await tidegate(['migrate'], { DATABASE_URL: database.url });
    expect([migrated.code, migrated.stderr]).toEqual([0, '']);
    const opened = await openDatabase({ url: database.url }, { migrate: false });
    await opened.sql.unsafe(grants);
    await opened.close();
  });
  afterAll(async () => {
    killAll();
    await database?.remove();
  });

  test('without a right that the first start needs ends it, although the server listens already', async () => {
    const change = async (statement: string) => {
      const opened = await openDatabase({ url: database.url }, { migrate: false });
      await opened.sql.unsafe(statement);
      await opened.close();
    };
    await change('revoke insert on users from tidegate_node');
    const node = start(['serve', '--no-worker'], { DATABASE_URL: own, DEMO: 'false', PORT: '0' });
    await expect(node.line(/API key/)).rejects.toThrow(/serves http[^]*permission denied for table users/);
    await change('grant insert on users to tidegate_node');
  });

  test('is enough for a server with a worker', { timeout: 120_000 }, async () => {
    const node = start(['serve'], { DATABASE_URL: own, DEMO: 'false', PORT: '0', THREADS: '1' });
    const [, url = '', key = ''] = await node.line(/serves (http:\/\/\S+)[^]*API key: (\S+)/);
    const server = openTidegate({ url, token: key });
    const [{ id: organization } = { id: '' }] = await dataOf(server.GET('/v1/organizations/'));
    await importPlanning(server, organization, crowdedDocument('p', 40, 4));
    const run = await startRun(server, 'p', { parameters: { timeLimitSeconds: 1 } });
    await untilRunIs(server, 'p', run.id, 'SUCCEEDED');
    expect(await node.end('SIGTERM')).toBe(0);
    expect(node.stderr()).not.toMatch(/permission denied/);
  });

  test('is refused in one line where somebody else has to migrate first', async () => {
    const opened = await openDatabase({ url: database.url }, { migrate: false });
    await opened.sql`drop schema pgboss cascade`;
    await opened.close();
    const starting = startServer({ DATABASE_URL: own });
    await expect(starting).rejects.toThrow(
      /DATABASE_URL: permission denied .*run "tidegate migrate" as a user who has it/,
    );
  });
});
