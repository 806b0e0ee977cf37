import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import pino from 'pino';
import { postgres } from '../../db/connection/driver.ts';
import { issueApiKey } from '../../api/auth/apiKeys.ts';
import { openApp } from '../../cli/composition/openApp.ts';
import { openService, type Service } from '../../cli/composition/openService.ts';
import { openServiceMetrics } from '../../cli/composition/serviceMetrics.ts';
import { startRepairLoop } from '../../cli/composition/repairLoop.ts';
import { startWorkLoop, workLoopOptions } from '../../cli/composition/workLoop.ts';
import { readConfig } from '../../cli/config.ts';
import type { Sql } from '../../db/connection/database.ts';
import { createDatabase } from '../../db/testing/testDatabases.ts';
import { listenLocally } from '../../tests/listenLocally.ts';
import { Connection } from './connection.ts';

export type PlaceName = 'pglite' | 'postgres';

/** The whole service as `tidegate serve` composes it, on a database of its own, with one connection to it. */
export interface Serving {
  readonly service: Service;
  /** One connection to the same database, for the work that the service is compared with. */
  readonly sql: Sql;
  readonly connection: Connection;
  readonly organization: string;
  readonly url: string;
  /** An API key of an admin. */
  readonly key: string;
  /** Stops the service and removes the database. */
  close(): Promise<void>;
}

const LIMITS = { REQUESTS_PER_SECOND: '1000000', REQUESTS_BURST: '1000000', THREADS: '1', PORT: '0' };

/**
 * Starts the service. `url` is a PostgreSQL server on which a database may be created; null: embedded, on disk. `more` are additional
 * settings. Runs are executed, and plans repaired, only with `worker`.
 */
export async function startServing(
  url: string | null,
  more: Readonly<Record<string, string>> = {},
  { worker = false }: { readonly worker?: boolean } = {},
): Promise<Serving> {
  const place = url === null ? openDirectory() : await openOnServer(url);
  const config = readConfig({ ...LIMITS, ...place.environment, ...more });
  const service = await openService(config);
  // Log like a server whose output goes to a file, but discard the output.
  const log = pino({ level: 'info' }, pino.destination({ dest: '/dev/null', sync: true }));
  const app = openApp(service, {
    config,
    log,
    publicUrl: 'http://127.0.0.1',
    adminToken: null,
    draining: () => null,
  });
  const server = createAdaptorServer({ fetch: (request, env) => app.fetch(request, env) });
  // The connection is idle while the raw half works; the server's default timeout of five seconds would close it.
  if ('keepAliveTimeout' in server) server.keepAliveTimeout = 0;
  const port = await listenLocally(server);

  const user = await service.accounts.createUser({
    id: randomUUID(),
    email: 'load@bench.local',
    name: 'Load',
    passwordHash: null,
    subject: null,
  });
  const organization = 'bench';
  await service.accounts.createOrganization({ id: organization, name: 'Bench' }, { user: user.id });
  const key = await issueApiKey(service.accounts, {
    name: 'Load',
    user: user.id,
    organization,
    role: 'admin',
    expiresAt: null,
  });
  const connection = await Connection.open(`http://127.0.0.1:${port}`, { Authorization: `Token ${key}` });
  const one = place.connect(service);
  const metrics = worker ? openServiceMetrics(service) : null;
  const work = metrics && (await startWorkLoop(service, workLoopOptions(config, log, metrics)));
  const repairs = metrics && (await startRepairLoop(service, { log, onRound: metrics.repaired }));
  return {
    service,
    sql: one.sql,
    connection,
    organization,
    url: `http://127.0.0.1:${port}`,
    key,
    async close() {
      connection.close();
      server.close();
      await repairs?.stop();
      await work?.stop();
      await one.end();
      await service.close();
      await place.remove();
    },
  };
}

interface Place {
  readonly environment: Readonly<Record<string, string>>;
  connect(service: Service): { readonly sql: Sql; end(): Promise<void> };
  remove(): Promise<void>;
}

function openDirectory(): Place {
  const directory = mkdtempSync(join(tmpdir(), 'tidegate-load-'));
  return {
    environment: { DATA_DIR: directory },
    // The embedded database has one connection, and this is it.
    connect: ({ database }) => ({ sql: database.sql, end: async () => {} }),
    remove: async () => rmSync(directory, { recursive: true, force: true }),
  };
}

async function openOnServer(url: string): Promise<Place> {
  const own = await createDatabase(url);
  return {
    environment: { DATABASE_URL: own.url },
    connect: ({ database }) => {
      const sql: Sql = postgres(own.url, {
        max: 1,
        onnotice: () => {},
        types: { bigint: { to: 20, from: [20], serialize: String, parse: Number } },
      });
      // Use the service's driver settings, so that both read and write values in the same way.
      Object.assign(sql.options.serializers, database.sql.options.serializers);
      return { sql, end: () => sql.end({ timeout: 5 }) };
    },
    remove: () => own.drop(),
  };
}
