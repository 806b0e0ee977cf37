/**
 * Guarantee: with the settings of the compose file and its proxy, every node can be replaced by one of the next version, whose schema is newer,
 * without anybody noticing: no request fails, and no write or run is lost.
 */
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { migrationState } from '../../db/connection/migrate.ts';
import { problemsIn } from '../../db/testing/problemsIn.ts';
import type { TestDatabase } from '../../db/testing/testDatabases.ts';
import { type Proxy, hasCaddy, startCaddy } from './caddy.ts';
import { openTidegate } from '../../client/tidegate.ts';
import { addTenant, clusterPlace, crowdedDocument, type Tenant } from './clusterDatabase.ts';
import { importPlanning } from '../served.ts';
import { killAll, start, type Started } from '../processes.ts';
import { freePort } from '../freePort.ts';
import { serviceOf } from './composeFile.ts';

const root = path.join(import.meta.dirname, '../..');
const ROOMS = ['api', 'assistant', 'cli', 'client', 'db', 'engine', 'schedule', 'solvers', 'package.json'];
const NODES = ['api-1', 'api-2', 'worker-1', 'worker-2'] as const;
const SERVERS = ['api-1', 'api-2'] as const;

if (!hasCaddy) console.warn('The rolling update is skipped: there is no caddy.');

describe.skipIf(clusterPlace.skipped !== null || !hasCaddy)('a rolling update under load', () => {
  const planning = 'rolling';
  let opened: TestDatabase;
  let tenant: Tenant;
  let next: string;
  let proxy: Proxy;
  const ports: Record<string, number> = {};
  const nodes: Record<string, Started> = {};

  const begin = async (name: string, launcher?: string): Promise<void> => {
    const { command, settings } = serviceOf(name);
    const isServer = command[0] === 'serve';
    const own = {
      DATABASE_URL: opened.url!,
      HOST: '127.0.0.1',
      [isServer ? 'PORT' : 'METRICS_PORT']: String(ports[name]),
      // All of them run on one machine here.
      TRUSTED_PROXIES: '127.0.0.1',
      THREADS: '1',
      DATABASE_CONNECTIONS: '4',
    };
    nodes[name] = start(command, { ...settings, ...own, LOG_LEVEL: 'warn', BOARD: 'false' }, launcher);
    await nodes[name].line(isServer ? /serves (http:\S+)/ : /Waiting for optimizations/);
    const isReady = async () => (await fetch(`http://127.0.0.1:${ports[name]}/readyz`).catch(() => null))?.ok;
    await vi.waitUntil(isReady, { timeout: 60_000 });
  };

  beforeAll(async () => {
    opened = await clusterPlace.open();
    tenant = await addTenant(opened);
    next = mkdtempSync(path.join(tmpdir(), 'tidegate-next-'));
    for (const room of ROOMS) cpSync(path.join(root, room), path.join(next, room), { recursive: true });
    symlinkSync(path.join(root, 'node_modules'), path.join(next, 'node_modules'));
    writeFileSync(
      path.join(next, 'db/migrations/9999_next.sql'),
      'alter table tasks add column next_version text;\ncreate table next_things (id integer primary key);',
    );
    for (const name of NODES) ports[name] = await freePort();
    await Promise.all(NODES.map((name) => begin(name)));
    proxy = await startCaddy(SERVERS.map((name) => `127.0.0.1:${ports[name]}`));
    const direct = openTidegate({ url: `http://127.0.0.1:${ports['api-1']}`, token: tenant.key });
    await importPlanning(direct, tenant.organization, crowdedDocument(planning, 40, 4));
  });
  afterAll(async () => {
    proxy?.close();
    killAll();
    rmSync(next, { recursive: true, force: true });
    await opened?.drop();
  });

  test('loses no request, no write and no run', async () => {
    const headers = { Authorization: `Token ${tenant.key}`, 'Content-Type': 'application/json' };
    const failures: string[] = [];
    let isOver = false;
    let answered = 0;
    const ask = async (method: string, route: string, body?: unknown): Promise<unknown> => {
      const sent = body === undefined ? undefined : JSON.stringify(body);
      const answer = await proxy
        .ask(method, route, headers, sent)
        .catch((error: Error) => ({ status: 0, body: error.message }));
      answered++;
      if (answer.status >= 200 && answer.status < 300 && answer.body !== '') return JSON.parse(answer.body);
      failures.push(`${method} ${route}: ${answer.status} ${answer.body.slice(0, 200)}`);
      return null;
    };
    const written = new Map<string, string>();
    const runs: string[] = [];
    const until = async (work: (round: number) => Promise<void>): Promise<void> => {
      for (let round = 0; !isOver; round++) {
        await work(round);
        await sleep(100);
      }
    };
    const load = [
      ...[1, 2, 3].map((client) =>
        until(async (round) => {
          const [id, description] = [`${planning}-o${client}`, `written ${round}`];
          if ((await ask('PATCH', `/v1/operations/${id}/`, { description })) !== null) written.set(id, description);
        }),
      ),
      until(async () => void (await ask('GET', `/v1/plannings/${planning}/operations/`))),
      until(async () => {
        const task = await ask('POST', `/v1/plannings/${planning}/optimize/`, {
          solver: 'local-search',
          dryRun: true,
          parameters: { timeLimitSeconds: 1, gap: 0 },
        });
        if (task !== null) runs.push((task as { id: string }).id);
        await sleep(1_500);
      }),
    ];

    // The first node of the next version brings its migrations; the others stay on the previous version until it is their turn.
    for (const name of NODES) {
      expect(await nodes[name]?.end('SIGTERM'), nodes[name]?.stderr()).toBe(0);
      await begin(name, path.join(next, 'cli/tidegate.js'));
    }
    isOver = true;
    await Promise.all(load);

    expect(failures).toEqual([]);
    expect(answered).toBeGreaterThan(100);
    expect(runs.length).toBeGreaterThan(5);
    for (const id of runs) {
      for (;;) {
        const { status } = (await ask('GET', `/v1/plannings/${planning}/optimization-task-results/${id}/`)) as {
          status: string;
        };
        if (status === 'SUCCEEDED') break;
        expect(['STARTING', 'RUNNING']).toContain(status);
        await sleep(100);
      }
    }
    for (const [id, description] of written)
      expect(await ask('GET', `/v1/operations/${id}/`)).toMatchObject({ description });
    expect(await migrationState(opened.database.sql)).toEqual({ missing: [], later: [], tolerated: ['9999_next'] });
    expect(await problemsIn(opened.database)).toEqual([]);
  });
});
