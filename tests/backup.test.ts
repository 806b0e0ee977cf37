/**
 * Guarantee: a backup contains every write that was acknowledged before it and is verified before it gets its name, and a restore results in a sound
 * database.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startBackups } from '../cli/backup/startBackups.ts';
import { accepted, openTidegate } from '../client/tidegate.ts';
import { adminToken } from '../db/connection/adminToken.ts';
import { lockDirectory } from '../db/connection/directoryLock.ts';
import { openDatabase } from '../db/connection/openDatabase.ts';
import { present } from '../engine/present.ts';
import { template, testPlaces } from '../db/testing/testDatabases.ts';
import { type Started, start, tidegate } from './processes.ts';
import { temporaryFolder } from './temporaryFolder.ts';

const folder = temporaryFolder('backup');

describe('beside a running server', () => {
  let server: Started;
  let base: string;
  let key: string;
  let taken: string;
  const data = () => path.join(folder, 'data');
  const describeAs = (id: string, description: string) => {
    const { PATCH } = openTidegate({ url: base, token: key });
    return accepted(PATCH('/v1/operations/{id}/', { params: { path: { id } }, body: { description } }));
  };

  beforeAll(async () => {
    // The database starts from a template, as that of an installed package does.
    const database = await openDatabase({ dataDir: data(), template: await template() });
    await database.close();
    server = start(['serve', '--no-worker'], { DATA_DIR: data(), PORT: '0', THREADS: '1' });
    [, base] = await server.line(/serves (http:\S+)/);
    [, key] = await server.line(/API key: (\S+)/);
  });
  afterAll(() => server?.end('SIGKILL'));

  test('a backup is taken while others write, and has every write that was acknowledged before', async () => {
    await describeAs('N901EV.1', 'before the backup');
    let isOver = false;
    let written = 0;
    const writing = (async () => {
      for (; !isOver; written++) await describeAs('N902EV.1', `write ${written}`);
    })();
    const { code, stdout, stderr } = await tidegate(['backup'], { DATA_DIR: data() });
    isOver = true;
    await writing;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    taken = /^(\S+\.tar\.gz): [\d.]+ MiB, verified\.$/m.exec(stdout)?.[1] ?? '';
    expect(path.dirname(taken)).toBe(path.join(data(), 'backups'));
    expect(statSync(taken).mode & 0o777).toBe(0o600);
    expect(readdirSync(path.dirname(taken))).toEqual([path.basename(taken)]);
    expect(written).toBeGreaterThan(0);
  });

  test("only the machine's own token can download one", async () => {
    const of = async (route: string) => {
      const response = await fetch(base + route, { headers: { Authorization: `Token ${key}` } });
      return [response.status, (await response.text()).replaceAll(route, '')];
    };
    expect(await of('/auth/internal/backup/')).toEqual(await of('/auth/internal/nothing/'));
    expect((await fetch(`${base}/auth/internal/backup/`)).status).toBe(401);
  });

  test("a restore replaces nothing unless told to, and results in a sound database with the backup's contents", async () => {
    expect((await tidegate(['restore', taken], { DATA_DIR: data() })).stderr).toMatch(/is in use by process/);
    expect(await server.end('SIGTERM')).toBe(0);
    const refused = await tidegate(['restore', taken], { DATA_DIR: data() });
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('--replace') });

    const replaced = await tidegate(['restore', taken, '--replace'], { DATA_DIR: data() });
    expect(replaced).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('is sound') });
    const [aside, ...others] = readdirSync(data()).filter(
      (name) => !['admin-token', 'backups', 'database'].includes(name),
    );
    expect(others).toEqual([]);
    expect(aside).toMatch(/^database\.replaced-/);
    expect(existsSync(path.join(data(), aside ?? '', 'PG_VERSION'))).toBe(true);
    const verified = await tidegate(['verify'], { DATA_DIR: data() });
    expect(verified).toMatchObject({ code: 0, stdout: expect.stringContaining('The database is sound.') });
    const database = await openDatabase({ dataDir: data() });
    const rows = await database.sql`select description from operations where id = 'N901EV.1' and to_change is null`;
    await database.close();
    expect(rows).toEqual([{ description: 'before the backup' }]);
  });

  test('a restore that is killed while it replaces the database leaves the previous one to the next start', async () => {
    const [aside, scratch] = ['database.replaced-29990101T000000Z', 'restoring-killed'].map((name) =>
      path.join(data(), name),
    );
    renameSync(path.join(data(), 'database'), present(aside));
    mkdirSync(present(scratch));
    const database = await openDatabase({ dataDir: data() });
    const rows = await database.sql`select description from operations where id = 'N901EV.1' and to_change is null`;
    await database.close();
    expect(rows).toEqual([{ description: 'before the backup' }]);
    expect(existsSync(present(aside))).toBe(false);
    rmSync(present(scratch), { recursive: true });
  });

  test('a backup is restored under whatever name it was given', async () => {
    const [named, restored] = [path.join(folder, 'friday'), path.join(folder, 'restored')];
    expect(await tidegate(['backup', '--out', named], { DATA_DIR: data() })).toMatchObject({ code: 0, stderr: '' });
    // What a restore that was killed has left is removed by the next one.
    mkdirSync(path.join(restored, 'restoring-killed/database'), { recursive: true });
    const { code, stdout, stderr } = await tidegate(['restore', named], { DATA_DIR: restored });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe(`Restored ${named} into ${restored}: the database is sound.\n`);
    expect(readdirSync(restored)).toEqual(['database']);
  });

  test('a file that is invalid or truncated changes nothing', async () => {
    const bytes = readFileSync(taken);
    const cut = path.join(folder, 'cut.tar.gz');
    for (const [content, expected] of [
      [Buffer.from('no backup'), /does not start/],
      [bytes.subarray(0, bytes.length / 2), /does not start/],
      [gzipSync(gunzipSync(bytes).subarray(0, 1 << 20)), /does not start/],
      [gzipSync(Buffer.alloc(1 << 10)), /does not start: .* holds no database/],
    ] as const) {
      writeFileSync(cut, content);
      const target = path.join(folder, 'untouched');
      const { code, stderr } = await tidegate(['restore', cut], { DATA_DIR: target });
      expect(code).toBe(2);
      expect(stderr).toMatch(expected);
      expect(stderr).toContain(`The database in ${cut} does not start`);
      expect(readdirSync(target)).toEqual([]);
    }
  });

  test('a damaged archive of an organization is refused with a reason', async () => {
    const whole = path.join(folder, 'whole.ndjson.gz');
    const exported = await tidegate(['organization', 'export', 'demo', '--out', whole], { DATA_DIR: data() });
    expect(exported).toMatchObject({ code: 0, stderr: '' });
    const archive = readFileSync(whole);
    const damaged = path.join(folder, 'organization.ndjson.gz');
    const again = await tidegate(['organization', 'import', whole], { DATA_DIR: data() });
    expect(again).toMatchObject({ code: 2, stderr: `${whole}: The organization demo already exists here.\n` });
    for (const content of [Buffer.from('no archive'), archive.subarray(0, archive.length / 2)]) {
      writeFileSync(damaged, content);
      const { code, stderr } = await tidegate(['organization', 'import', damaged], {
        DATA_DIR: path.join(folder, 'moved'),
      });
      expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(`${damaged}: not an archive`) });
      expect(stderr.trim().split('\n')).toHaveLength(1);
    }
  });

  test('a folder is refused as the file of a backup before any work', async () => {
    const { code, stderr } = await tidegate(['backup', '--out', folder], { DATA_DIR: data() });
    expect({ code, stderr }).toEqual({ code: 2, stderr: `--out ${folder}: it is a folder; name a file in it\n` });
  });

  test('what is wrong with BACKUP_DIR is said of BACKUP_DIR', async () => {
    const BACKUP_DIR = path.join(folder, 'file');
    writeFileSync(BACKUP_DIR, '');
    const { code, stderr } = await tidegate(['backup'], { DATA_DIR: data(), BACKUP_DIR });
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/^BACKUP_DIR=\S+file: EEXIST\b.*\n$/) });
  });

  test('a server that has the folder open and cannot be reached, because it is stopping, is named', async () => {
    const held = path.join(folder, 'held');
    const lock = lockDirectory(held);
    lock.announce('http://127.0.0.1:9');
    adminToken(held);
    const { code, stderr } = await tidegate(['backup'], { DATA_DIR: held });
    lock.release();
    const told = `The server at http://127.0.0.1:9 has ${held} open and cannot be reached; it may be stopping.\n`;
    expect({ code, stderr }).toEqual({ code: 2, stderr: told });
  });

  test('a folder without a database is neither verified nor backed up, and none is created in it', async () => {
    const empty = path.join(folder, 'empty');
    for (const args of [
      ['verify'],
      ['backup'],
      ['organization', 'export', 'demo', '--out', path.join(folder, 'out')],
    ]) {
      const outcome = await tidegate(args, { DATA_DIR: empty });
      expect(outcome).toMatchObject({ code: 2, stderr: `DATA_DIR=${empty} has no database.\n` });
      expect(existsSync(empty)).toBe(false);
    }
  });
});

test('the schedule takes one when it is due, counts from the newest after a restart, and keeps as many as configured', async () => {
  const config = { BACKUP_HOURS: 1, BACKUP_DIR: path.join(folder, 'kept'), BACKUP_KEEP: 2, DATA_DIR: folder };
  const database = await openDatabase({ memory: true, template: await template() });
  const lines: string[] = [];
  const say = (_: unknown, message: string): void => void lines.push(message);
  const log = { info: say, error: say } as never;
  const files = (): readonly string[] => readdirSync(config.BACKUP_DIR).sort();
  try {
    const first = await startBackups(database, config, log);
    await expect.poll(() => lines).toHaveLength(1);
    expect(lines).toEqual(['backup taken and verified']);
    expect(Date.now() - first.newestAt()).toBeLessThan(60_000);
    await first.stop();
    const [own] = files();

    for (const hour of ['01', '02'])
      writeFileSync(path.join(config.BACKUP_DIR, `tidegate-20200101T${hour}0000Z.tar.gz`), '');
    const again = await startBackups(database, config, log);
    await again.stop();
    expect(lines).toHaveLength(1);

    // Ten minutes later, none is due by the hour; by minutes, one is.
    const past = new Date(Date.now() - 600_000).toISOString().replaceAll(/[-:]|\.\d+/g, '');
    const older = `tidegate-${past}.tar.gz`;
    renameSync(path.join(config.BACKUP_DIR, own ?? ''), path.join(config.BACKUP_DIR, older));
    await (await startBackups(database, config, log)).stop();
    expect(lines).toHaveLength(1);
    const { BACKUP_HOURS: _hours, ...others } = config;
    const later = await startBackups(database, { ...others, BACKUP_MINUTES: 5 }, log);
    await expect.poll(() => lines).toHaveLength(2);
    await later.stop();
    expect(lines[1]).toBe('backup taken and verified');
    expect(files()).toEqual([older, expect.stringMatching(/^tidegate-(?!2020)/)]);

    // Backups of a clock that was years ahead neither delay the next one nor outlive it.
    for (const name of files()) rmSync(path.join(config.BACKUP_DIR, name));
    for (const year of [2098, 2099])
      writeFileSync(path.join(config.BACKUP_DIR, `tidegate-${year}0101T000000Z.tar.gz`), '');
    const corrected = await startBackups(database, config, log);
    expect(corrected.newestAt()).toBe(0);
    await expect.poll(() => lines).toHaveLength(3);
    await corrected.stop();
    expect(lines[2]).toBe('backup taken and verified');
    expect(files()).toEqual([expect.stringMatching(/^tidegate-(?!209)/), 'tidegate-20990101T000000Z.tar.gz']);
  } finally {
    await database.close();
  }
});

const SERVER = testPlaces()[1];
const hasTools = ['pg_dump', 'pg_restore'].every((name) => spawnSync(name, ['--version']).status === 0);
if (!hasTools) console.warn('Backup of PostgreSQL skipped: there is no pg_dump.');

describe.skipIf(SERVER.skipped !== null || !hasTools)('on PostgreSQL', () => {
  test('the commands of docs/operations.md back up a database, and restore a sound one', async () => {
    const [from, to] = [await SERVER.open(), await SERVER.open()];
    try {
      const imported = await tidegate(['seed'], { DATABASE_URL: from.url! });
      expect(imported.code).toBe(0);
      await to.database.sql.unsafe('drop schema public cascade; create schema public');
      const page = readFileSync(path.join(import.meta.dirname, '../docs/operations.md'), 'utf8');
      const [, commands] = /```sh\n(pg_dump[\s\S]*?)```/.exec(page) ?? [];
      const ran = spawnSync('bash', ['-ec', `npx() { shift; "${process.execPath}" "$LAUNCHER" "$@"; }\n${commands}`], {
        cwd: folder,
        encoding: 'utf8',
        env: {
          ...process.env,
          LAUNCHER: path.join(import.meta.dirname, '../cli/tidegate.js'),
          DATABASE_URL: from.url!,
          RESTORED_URL: to.url!,
        },
      });
      expect({ status: ran.status, stderr: ran.stderr }).toEqual({ status: 0, stderr: '' });
      expect(ran.stdout).toContain('The database is sound.');
      const [{ count }] = await to.database.sql<[{ count: number }]>`select count(*)::int as count from operations`;
      expect(count).toBeGreaterThan(100);
    } finally {
      await from.drop();
      await to.drop();
    }
  });
});
