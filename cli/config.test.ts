import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { workerCommand } from './commands/worker.ts';
import { readConfig, SETTINGS } from './config.ts';
import { describeSettings } from './describeSettings.ts';
import { parseRoleMap } from '../api/auth/roleMap.ts';
import { InputError } from './inputFile.ts';

describe('settings', () => {
  test('an empty environment gives every default', () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      HOST: '127.0.0.1',
      PORT: 8080,
      DATA_DIR: '.tidegate',
      DEMO: true,
      CORS_ORIGINS: [],
    });
    expect(config.DATABASE_URL).toBeUndefined();
  });

  test('values are parsed, and an empty variable counts as absent', () => {
    const config = readConfig({
      PORT: '0',
      HOST: ' ',
      CORS_ORIGINS: 'https://a.example, https://b.example',
      DEMO: '0',
    });
    expect(config).toMatchObject({ PORT: 0, HOST: '127.0.0.1', DEMO: false });
    expect(config.CORS_ORIGINS).toEqual(['https://a.example', 'https://b.example']);
  });

  test('every bad value is named at once', () => {
    const bad = { PORT: '70000', THREADS: 'many', DATABASE_URL: 'mysql://x', LOG_LEVEL: 'loud' };
    expect(() => readConfig(bad)).toThrow(InputError);
    try {
      readConfig(bad);
    } catch (error) {
      const lines = (error as InputError).message.split('\n');
      expect(lines.map((line) => line.split(/[=:]/)[0])).toEqual(['PORT', 'DATABASE_URL', 'THREADS', 'LOG_LEVEL']);
    }
  });

  test.each(['postgres://tidegate:p w@%%/x', 'postgres://tidegate:p/w@host/x', 'postgres://tidegate:pw@host:99999/x'])(
    'the address %s is refused without being shown',
    (DATABASE_URL) => {
      expect(() => readConfig({ DATABASE_URL })).toThrow(/^DATABASE_URL: must have the form postgres:\/\/user[^\n]*$/);
    },
  );

  test.each(['nonsense', 'REQUIRE', 'verify_full'])('the sslmode %s, which does not exist, is refused', (mode) => {
    expect(() => readConfig({ DATABASE_URL: `postgres://tidegate:pw@host/tidegate?sslmode=${mode}` })).toThrow(
      'DATABASE_URL: sslmode must be disable, allow, prefer, require, verify-ca or verify-full',
    );
  });

  test.each([
    'postgres://tidegate:p%40w@a:5432,b:5433/tidegate',
    'postgres://tidegate@%2Frun%2Fpostgresql/tidegate',
    'postgres://tidegate@/tidegate?host=/run/postgresql',
    'postgresql://[::1]:5432/tidegate?sslmode=require',
  ])('the address %s is accepted', (DATABASE_URL) => {
    expect(readConfig({ DATABASE_URL }).DATABASE_URL).toBe(DATABASE_URL);
  });

  test('each is in the documentation', () => {
    const root = path.join(import.meta.dirname, '..');
    const pages = readdirSync(path.join(root, 'docs')).filter((name) => name.endsWith('.md'));
    const files = ['README.md', ...pages.map((name) => `docs/${name}`)];
    const text = files.map((file) => readFileSync(path.join(root, file), 'utf8')).join('\n');
    expect(Object.keys(SETTINGS).filter((name) => !new RegExp(`\\b${name}\\b`).test(text))).toEqual([]);
  });

  test('a secret is not shown when it is bad', () => {
    expect(() => readConfig({ DATABASE_URL: 'mysql://user:hunter2@host/db' })).toThrow(/^DATABASE_URL: must start/);
    expect(describeSettings()).not.toContain('hunter2');
    for (const bad of ['hunter2', 'Authorization: hunter2', 'a=b,hunter2', 'a=hunter2%', 'a=', 'a=b;c=d']) {
      expect(() => readConfig({ OTEL_EXPORTER_OTLP_HEADERS: bad })).toThrow(
        'OTEL_EXPORTER_OTLP_HEADERS: must be name=value pairs',
      );
    }
    const good = 'api-key=t==, Authorization = Bearer%20t';
    expect(readConfig({ OTEL_EXPORTER_OTLP_HEADERS: good }).OTEL_EXPORTER_OTLP_HEADERS).toBe(good);
  });

  test('in production there is no demo, and generated keys need a folder that lasts', () => {
    const production = { NODE_ENV: 'production', DATA_DIR: '/var/lib/tidegate' };
    expect(readConfig(production).DEMO).toBe(false);
    expect(() => readConfig({ ...production, DEMO: 'true' })).toThrow('DEMO=true');
    expect(() => readConfig({ NODE_ENV: 'production' })).toThrow(/^DATA_DIR: /);
    expect(readConfig({ NODE_ENV: 'production', DATABASE_URL: 'postgres://db/t' }).DEMO).toBe(false);
  });

  test('a single sign-on needs its client and its issuer, proxies need addresses', () => {
    const bad = { OIDC_ISSUER: 'https://id.example', TRUSTED_PROXIES: 'proxy.example' };
    expect(() => readConfig(bad)).toThrow(/^TRUSTED_PROXIES=proxy.example: .*\nOIDC_CLIENT_ID: /);
    expect(() => readConfig({ OIDC_CLIENT_ID: 'board' })).toThrow(/^OIDC_ISSUER: OIDC_CLIENT_ID needs it$/);
    expect(readConfig({ TRUSTED_PROXIES: '10.0.0.0/8, ::1' }).TRUSTED_PROXIES).toEqual(['10.0.0.0/8', '::1']);
  });

  test('addresses, origins and hosts that could never match are refused', () => {
    for (const [name, bad, good] of [
      ['PUBLIC_URL', 'ftp://board.example', 'https://board.example/plan'],
      ['AGENT_BASE_URL', 'localhost:11434', 'http://127.0.0.1:11434/v1'],
      ['CORS_ORIGINS', 'https://board.example/', 'https://board.example,http://localhost:3000'],
      ['CORS_ORIGINS', '*', ''],
      ['OUTGOING_ALLOW', '10.0.0.0/99', '10.0.0.0/8, llm.internal, ::1, [::1]'],
      ['OUTGOING_ALLOW', 'http://llm.internal', 'llm.internal'],
      ['OUTGOING_ALLOW', 'llm.internal:70000', 'llm.internal:8080, [::1]:8080, 10.0.0.0/8:443, fd00::/8'],
      ['OIDC_SCOPE', 'email profile', 'email openid'],
      ['NODE_ENV', 'prodution', 'development'],
    ] as const) {
      expect(() => readConfig({ [name]: bad, AGENT_MODEL: 'm' })).toThrow(`${name}=${bad}: `);
      expect(() => readConfig({ AGENT_BASE_URL: 'https://llm.example', AGENT_MODEL: 'm', [name]: good })).not.toThrow();
    }
  });

  test('a role map names a role and an organization for each group', () => {
    const read = (map: string, more = {}) => readConfig({ OIDC_ROLE_MAP: map, ...more }).OIDC_ROLE_MAP;
    const good = 'CN=stand planners,OU=ops=planner; admins=acme/admin';
    expect(read(good, { OIDC_ORGANIZATION: 'port' })).toBe(good);
    expect(parseRoleMap(good, 'port')).toEqual([
      { group: 'CN=stand planners,OU=ops', organization: 'port', role: 'planner' },
      { group: 'admins', organization: 'acme', role: 'admin' },
    ]);
    expect(() => read(good)).toThrow(/^OIDC_ROLE_MAP: "CN=stand planners,OU=ops=planner" names no organization/);
    for (const bad of ['planners', 'planners=boss', '=planner', 'planners=acme/']) {
      expect(() => read(bad, { OIDC_ORGANIZATION: 'port' })).toThrow(`OIDC_ROLE_MAP: "${bad}" is neither`);
    }
  });

  test('an assistant needs its endpoint and its model', () => {
    expect(() => readConfig({ AGENT_BASE_URL: 'https://llm.example/v1' })).toThrow(
      /^AGENT_MODEL: AGENT_BASE_URL needs/,
    );
    expect(() => readConfig({ AGENT_MODEL: 'small' })).toThrow(/^AGENT_BASE_URL: AGENT_MODEL needs/);
  });

  test('help names every setting, its limits and its default', () => {
    const help = describeSettings();
    expect(help).toMatch(/^ {2}PORT .*\(0 … 65535; default 8080\)$/m);
    expect(help).toMatch(/^ {2}HISTORY_DAYS .*\(1 … 36500\)$/m);
    for (const name of Object.keys(SETTINGS)) expect(help).toContain(`  ${name}`);
    expect(help).toMatch(/^Backups of the embedded database:\n {2}BACKUP_HOURS /m);
  });

  test('the help of a worker names only what a worker reads', () => {
    let help = '';
    workerCommand()
      .configureOutput({ writeOut: (text) => (help += text) })
      .outputHelp();
    const named = [...help.matchAll(/^ {2}([A-Z_]+) /gm)].map(([, name]) => name);
    expect(named).toEqual(expect.arrayContaining(['DATABASE_URL', 'THREADS', 'METRICS_PORT', 'OTEL_SERVICE_NAME']));
    for (const name of ['PORT', 'BACKUP_HOURS', 'LOGINS_PER_MINUTE', 'OIDC_ISSUER', 'WEBHOOKS']) {
      expect(named).not.toContain(name);
    }
  });
});
