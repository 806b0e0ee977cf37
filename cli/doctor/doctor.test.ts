import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { testPlaces } from '../../db/testing/testDatabases.ts';
import { useDatabase } from '../../db/testing/useDatabase.ts';
import { type DatabaseFacts, readDatabaseFacts } from '../../db/verify/databaseFacts.ts';
import { listenLocally } from '../../tests/listenLocally.ts';
import { readConfig } from '../config.ts';
import { runningServer } from '../runningServer.ts';
import { diagnoseBackups } from './backups.ts';
import { diagnoseDatabase, judgeFacts } from './database.ts';
import type { Diagnosis } from './diagnosis.ts';
import { diagnoseMachine } from './machine.ts';
import { diagnoseNetwork } from './network.ts';
import { diagnoseSettings } from './settings.ts';
import { temporaryFolder } from '../../tests/temporaryFolder.ts';

const worst = (diagnoses: readonly Diagnosis[]): readonly string[] =>
  diagnoses.filter(({ state }) => state !== 'ok').map(({ state, name }) => `${state} ${name}`);
const findingOf = (diagnoses: readonly Diagnosis[], of: string): string =>
  diagnoses.find(({ name }) => name === of)?.finding ?? '';

const GOOD: DatabaseFacts = {
  version: 160004,
  encoding: 'UTF8',
  clockAheadMs: 12,
  roundTripMs: 1,
  migrations: { missing: [], later: [], tolerated: [] },
  connections: { used: 20, most: 100 },
  isDurable: true,
  mayCreate: true,
  waiting: { count: 3, oldestSeconds: 4 },
  signalMs: 2,
};
const SERVER = { DATABASE_URL: 'postgres://db/tidegate', DATABASE_CONNECTIONS: 10 };

test('a sound deployment gets no warnings', () => {
  expect(worst(judgeFacts(GOOD, SERVER))).toEqual([]);
});

test.each<[expected: string, facts: Partial<DatabaseFacts>]>([
  ['problem database', { version: 130011 }],
  ['problem database', { encoding: 'SQL_ASCII' }],
  ['problem schema', { migrations: { missing: [], later: ['0099_later'], tolerated: [] } }],
  ['warning schema', { migrations: { missing: [], later: [], tolerated: ['0099_later'] } }],
  ['warning schema', { migrations: { missing: ['0005_conflict_marks'], later: [], tolerated: [] } }],
  ['problem schema', { migrations: { missing: ['0005_conflict_marks'], later: [], tolerated: [] }, mayCreate: false }],
  ['warning queue', { waiting: { count: 1, oldestSeconds: 3600 } }],
  ['warning clock', { clockAheadMs: -5_000 }],
  ['problem clock', { clockAheadMs: 3_600_000 }],
  ['warning connections', { connections: { used: 95, most: 100 } }],
  ['warning latency', { roundTripMs: 80 }],
  ['warning durability', { isDurable: false }],
  ['problem signals', { signalMs: null }],
])('the diagnosis is %s for %j, with advice', (expected, facts) => {
  const diagnoses = judgeFacts({ ...GOOD, ...facts }, SERVER);
  expect(worst(diagnoses)).toEqual([expected]);
  expect(diagnoses.filter(({ state }) => state !== 'ok')[0]?.advice).toMatch(/\.$/);
});

describe.each(testPlaces())('on $name', (place) => {
  describe.skipIf(place.skipped !== null)('migrated', () => {
    const opened = useDatabase(place);

    test('the facts are those of the database', async () => {
      const facts = await readDatabaseFacts(opened.database);
      expect(facts).toMatchObject({
        encoding: 'UTF8',
        migrations: { missing: [], later: [], tolerated: [] },
        waiting: null,
        mayCreate: true,
      });
      expect(facts.version).toBeGreaterThan(140_000);
      expect(Math.abs(facts.clockAheadMs)).toBeLessThan(30_000);
      if (place.name === 'PostgreSQL') expect(facts.signalMs).toBeLessThan(3_000);
      else expect(facts.signalMs).toBeNull();
    });
  });
});

describe('around the database', () => {
  const folder = temporaryFolder('doctor');
  const config = (environment: Record<string, string>) =>
    readConfig({ DATA_DIR: path.join(folder, 'data'), ...environment });

  test('checking a data folder that does not exist does not create it', async () => {
    const diagnoses = await diagnoseDatabase(config({}));
    expect(diagnoses).toEqual([
      expect.objectContaining({ state: 'ok', finding: expect.stringContaining('no embedded database yet') }),
    ]);
    expect(worst(diagnoseMachine(config({})))).not.toContain('warning durability');
    expect(worst(diagnoseMachine(config({ EMBEDDED_SYNC: 'false' })))).toContain('warning durability');
  });

  test('a data folder that cannot be created, and an unreachable database, are problems', async () => {
    const file = path.join(folder, 'file');
    writeFileSync(file, '', { mode: 0o600 });
    expect(worst(diagnoseMachine(config({ DATA_DIR: path.join(file, 'data') })))).toContain('problem data');
    const away = await diagnoseDatabase(config({ DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:1/none' }));
    expect(worst(away)).toEqual(['problem database']);
    expect(JSON.stringify(away)).not.toContain('secret');
  });

  test('a data folder whose lock file cannot be read is a problem, and other commands say so of the setting', async () => {
    const DATA_DIR = path.join(folder, 'locked');
    mkdirSync(path.join(DATA_DIR, 'tidegate.lock'), { recursive: true });
    const diagnoses = await diagnoseDatabase(config({ DATA_DIR }));
    expect(worst(diagnoses)).toEqual(['problem database']);
    expect(findingOf(diagnoses, 'database')).toContain(`DATA_DIR=${DATA_DIR}: EISDIR`);
    expect(() => runningServer(DATA_DIR)).toThrow(`DATA_DIR=${DATA_DIR}: EISDIR`);
  });

  test('backups that cannot be taken, or have not been for long, are a problem', async () => {
    const data = path.join(folder, 'data');
    const backups = path.join(folder, 'backups');
    const of = async (environment: Record<string, string>, now?: Date) =>
      worst(await diagnoseBackups(config({ BACKUP_DIR: backups, ...environment }), now?.getTime()));
    expect(await diagnoseBackups(config({ DATA_DIR: data }))).toEqual([]);
    expect(await of({ BACKUP_HOURS: '24' })).toEqual([]);
    expect(await of({ BACKUP_HOURS: '24', BACKUP_DIR: path.join(folder, 'file', 'x') })).toEqual(['problem backups']);
    mkdirSync(backups);
    writeFileSync(path.join(backups, 'tidegate-20261120T060000Z.tar.gz'), '');
    expect(await of({ BACKUP_HOURS: '24' }, new Date('2026-11-23T05:00:00Z'))).toEqual([]);
    expect(await of({ BACKUP_HOURS: '24' }, new Date('2026-11-23T07:00:00Z'))).toEqual(['problem backups']);
    expect(await of({ BACKUP_MINUTES: '15' }, new Date('2026-11-20T07:00:00Z'))).toEqual(['problem backups']);
  });

  test('a variable that resembles a setting gets a warning that names the setting', () => {
    expect(worst(diagnoseSettings({ PATH: '/bin', BACKUP_DIR: '/backups' }))).toEqual([]);
    const [diagnosis] = diagnoseSettings({ BACKUP_HOUR: '24' });
    expect(diagnosis).toMatchObject({ state: 'warning', advice: expect.stringContaining('BACKUP_HOURS') });
  });

  test('more threads than processors get a warning', () => {
    expect(worst(diagnoseMachine(config({ THREADS: '256' })))).toContain('warning threads');
  });

  test('configured addresses are requested', async () => {
    const server = createServer((request, response) => {
      response.statusCode =
        request.url === '/healthz' || request.url === '/.well-known/openid-configuration' ? 200 : 503;
      response.end('{}');
    });
    const url = `http://127.0.0.1:${await listenLocally(server)}`;
    const signOn = { OIDC_ISSUER: url, OIDC_CLIENT_ID: 'board' };
    try {
      expect(worst(await diagnoseNetwork(config({ PUBLIC_URL: url, ...signOn, OUTGOING_ALLOW: '127.0.0.1' })))).toEqual(
        [],
      );
      expect(worst(await diagnoseNetwork(config({ PUBLIC_URL: url, ...signOn })))).toEqual(['problem single sign-on']);
      const secure = await diagnoseNetwork(config({ PUBLIC_URL: url.replace('http', 'https') }));
      expect(worst(secure)).toEqual(['warning address', 'warning proxy', 'problem tls']);
      const trusting = { PUBLIC_URL: url.replace('http', 'https'), TRUSTED_PROXIES: '127.0.0.1' };
      expect(worst(await diagnoseNetwork(config(trusting)))).toEqual(['warning address', 'problem tls']);
      expect(worst(await diagnoseNetwork(config({ HOST: '0.0.0.0' })))).toEqual(['warning address']);
    } finally {
      server.close();
    }
    const gone = await diagnoseNetwork(config({ PUBLIC_URL: url }));
    expect(worst(gone)).toEqual(['warning address']);
    expect(findingOf(gone, 'address')).toMatch(/is not reached from here: .+[^.]\.$/);
    // Nothing is known of a certificate when there is no connection.
    const secureGone = { PUBLIC_URL: url.replace('http', 'https'), TRUSTED_PROXIES: '127.0.0.1' };
    expect(worst(await diagnoseNetwork(config(secureGone)))).toEqual(['warning address']);
  });

  test.each(['no.such.host.invalid', '192.0.2.7'])(
    'a HOST on which no server can listen (%s) is a problem',
    async (HOST) => {
      const diagnoses = await diagnoseNetwork(config({ HOST, PUBLIC_URL: 'http://127.0.0.1:9' }));
      expect(worst(diagnoses)).toEqual(['problem host', 'warning address']);
      expect(findingOf(diagnoses, 'host')).toContain(`HOST=${HOST}: `);
    },
  );

  test('the language model and the collector of traces must respond, and take their keys', async () => {
    const server = createServer((request, response) => {
      const { authorization, 'api-key': key } = request.headers;
      const taken =
        request.url === '/v1/models' ? authorization === 'Bearer a' : key === 'b c' && request.method === 'POST';
      request.resume().on('end', () => response.writeHead(taken ? 200 : 401).end('{}'));
    });
    const url = `http://127.0.0.1:${await listenLocally(server)}`;
    const both = { AGENT_BASE_URL: `${url}/v1`, AGENT_MODEL: 'm', OTEL_EXPORTER_OTLP_ENDPOINT: url };
    const allowed = { ...both, OUTGOING_ALLOW: '127.0.0.1' };
    const keys = { AGENT_API_KEY: 'a', OTEL_EXPORTER_OTLP_HEADERS: 'api-key=b%20c' };
    const refused = ['problem assistant', 'warning traces'];
    try {
      expect(worst(await diagnoseNetwork(config({ ...allowed, ...keys })))).toEqual([]);
      expect(worst(await diagnoseNetwork(config({ ...both, ...keys })))).toEqual(['problem assistant']);
      const diagnoses = await diagnoseNetwork(config(allowed));
      expect(worst(diagnoses)).toEqual(refused);
      expect(findingOf(diagnoses, 'traces')).toBe(`${url}/v1/traces takes no traces: it responds with 401.`);
    } finally {
      server.close();
    }
    expect(worst(await diagnoseNetwork(config({ ...allowed, ...keys })))).toEqual(refused);
  });
});
