import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { openSignals } from '../signals/openSignals.ts';
import { openStore } from '../versions/openStore.ts';
import { problemsIn } from '../testing/problemsIn.ts';
import { template } from '../testing/testDatabases.ts';
import { adminToken, readAdminToken } from './adminToken.ts';
import { liveHolder, lockDirectory, lockHolder } from './directoryLock.ts';
import { openDatabase } from './openDatabase.ts';
import { temporaryFolder } from '../../tests/temporaryFolder.ts';

const children: ChildProcess[] = [];
const makeDirectory = () => temporaryFolder('lock', onTestFinished);
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** Starts a process that opens the directory's database, prints a line for each step, and stays running. */
function start(directory: string): { child: ChildProcess; line: () => Promise<string> } {
  const program = new URL('../testing/holdDirectory.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [program, directory], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })[Symbol.asyncIterator]();
  return { child, line: async () => String((await lines.next()).value) };
}

describe('a data directory', () => {
  test.each(['', '{"pid":', 'null', '{"pid":"1"}'])('with the lock file %j says what to do', (text) => {
    const directory = makeDirectory();
    writeFileSync(join(directory, 'tidegate.lock'), text);
    for (const look of [() => lockDirectory(directory), () => liveHolder(directory)]) {
      expect(look).toThrow(
        expect.objectContaining({ code: 'database_failed', message: expect.stringContaining(directory) }),
      );
      expect(look).toThrow(/delete the file and start again\.$/);
    }
    expect(readFileSync(join(directory, 'tidegate.lock'), 'utf8')).toBe(text);
  });

  test('with files that are not a database is reported once, by name', async () => {
    const directory = makeDirectory();
    mkdirSync(join(directory, 'database'));
    writeFileSync(join(directory, 'database', 'PG_VERSION'), 'garbage');
    const { message } = await openDatabase({ dataDir: directory }).then(
      () => ({ message: 'opened' }),
      (error: unknown) => error as Error,
    );
    expect(message).toMatch(/^The embedded database in \S+database does not start: [^.]+\. Restore the folder /);
    expect(message.match(/The embedded database/g)).toHaveLength(1);
    expect(message).toContain(join(directory, 'database'));
    expect(lockHolder(directory)).toBeNull();
  });

  test('whose first start was killed before its database was complete can be started', async () => {
    const directory = makeDirectory();
    const { child } = start(directory);
    // Once this file exists, PGlite takes the files for a complete cluster, although more are to come.
    while (!readdirSync(directory).some((name) => existsSync(join(directory, name, 'PG_VERSION')))) await sleep(1);
    child.kill('SIGKILL');
    await once(child, 'exit');

    const database = await openDatabase({ dataDir: directory, template: await template() });
    expect(await problemsIn(database)).toEqual([]);
    await database.close();
    expect(readdirSync(directory)).toEqual(['database']);
  });

  test('belongs to one running process, whose acknowledged writes survive kill -9', async () => {
    const directory = makeDirectory();
    const { child, line } = start(directory);
    const { organization } = JSON.parse(await line()) as { organization: string };
    await expect(openDatabase({ dataDir: directory })).rejects.toMatchObject({
      code: 'database_locked',
      details: { pid: child.pid, address: 'http://127.0.0.1:4000' },
    });
    expect(liveHolder(directory)?.pid).toBe(child.pid);

    let acknowledged = 0;
    while (acknowledged < 40) acknowledged = (JSON.parse(await line()) as { change: number }).change;
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(liveHolder(directory)).toBeNull();

    const database = await openDatabase({ dataDir: directory, sync: true });
    expect(await database.sql`show fsync`).toEqual([{ fsync: 'on' }]);
    const store = openStore(database, openSignals(database));
    const [planning] = await store.plannings(organization);
    if (planning === undefined) throw new Error('The planning is gone.');
    const state = await store.state({ planning });
    expect(state.change).toBeGreaterThanOrEqual(acknowledged);
    expect(state.count('location')).toBe(state.change - 1);
    expect(await problemsIn(database)).toEqual([]);
    await database.close();
    expect(lockHolder(directory)).toBeNull();
  });

  test('is taken over from a dead process, even if its pid was reused', () => {
    const directory = makeDirectory();
    const path = join(directory, 'tidegate.lock');
    const holder = { pid: process.pid, startedAt: 1, processStart: '1', address: null };
    for (const stale of [{ ...holder, pid: 2 ** 22 - 1 }, holder]) {
      writeFileSync(path, JSON.stringify(stale));
      expect(liveHolder(directory)).toBeNull();
      const lock = lockDirectory(directory);
      expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ pid: process.pid });
      expect(() => lockDirectory(directory)).toThrow(/in use by process/);
      lock.announce('http://127.0.0.1:1');
      expect(liveHolder(directory)?.address).toBe('http://127.0.0.1:1');
      lock.release();
      expect(lockHolder(directory)).toBeNull();
    }
  });

  test('has one admin token, readable only by its owner', () => {
    const directory = makeDirectory();
    expect(readAdminToken(directory)).toBeNull();
    const token = adminToken(directory);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(adminToken(directory)).toBe(token);
    expect(statSync(join(directory, 'admin-token')).mode & 0o777).toBe(0o600);
  });
});
