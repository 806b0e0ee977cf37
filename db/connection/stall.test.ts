/** Guarantee: nobody waits for a database that has hung, and a full disk is reported. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { StoreError } from '../storeError.ts';
import { template } from '../testing/testDatabases.ts';
import { openDatabase } from './openDatabase.ts';

const LIMIT_MS = 2_500;

test('a thread that does not answer is given up, and pending calls are rejected', async () => {
  const stalls: StoreError[] = [];
  const stall = { limitMs: 1_000, onStalled: (error: StoreError) => void stalls.push(error) };
  const database = await openDatabase({ memory: true, template: await template() }, { migrate: false, stall });
  const { sql } = database;
  // A pause of the database itself is not a stall.
  await sql`select pg_sleep(0.2)`;
  expect(stalls).toEqual([]);
  await expect(sql`select pg_sleep(30)`).rejects.toMatchObject({ code: 'database_failed' });
  expect(stalls.map(({ message }) => message)).toEqual([expect.stringContaining('has not answered for 1 s')]);
  await database.close();
});

const mounted = mkdtempSync(join(tmpdir(), 'tidegate-full-disk-'));
const mount = (): string | null => {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=96m', 'tmpfs', mounted], { stdio: 'ignore' });
    return null;
  } catch {
    return 'a small tmpfs can be mounted by root on Linux only';
  }
};
const skipped = mount();
if (skipped !== null) console.warn(`Full disk skipped: ${skipped}.`);
afterAll(() => {
  if (skipped === null) execFileSync('umount', ['-l', mounted]);
  rmSync(mounted, { recursive: true, force: true });
});

test.skipIf(skipped !== null)(
  'a full table file is an error; a full disk at a switch of the log is a stall',
  async () => {
    const stalls: StoreError[] = [];
    const stall = { limitMs: LIMIT_MS, onStalled: (error: StoreError) => void stalls.push(error) };
    const database = await openDatabase({ dataDir: mounted }, { migrate: false, stall });
    const { sql } = database;
    await sql`create table filled (text text)`;
    await sql`alter table filled alter column text set storage external`;
    const insert = () => sql`insert into filled values (repeat('x', 200000))`;
    const filler = join(mounted, 'filler');
    const leave = (bytes: number): void => {
      const { bsize, bavail } = statfsSync(mounted);
      writeFileSync(filler, Buffer.alloc(Math.max(0, bsize * bavail - bytes)));
    };
    leave(0);
    await expect(insert()).rejects.toMatchObject({ code: '53100' });
    expect((await sql`select 1 as one`)[0]).toEqual({ one: 1 });

    // Leaves room for rows, but not for the next segment of the log, which has 16 MiB.
    truncateSync(filler, 0);
    leave(14 << 20);
    const written = (async () => {
      for (let i = 0; i < 200; i++) await sql`select pg_logical_emit_message(true, 'fill', repeat('x', 200000))`;
    })();
    await expect(written).rejects.toMatchObject({ code: 'database_failed' });
    expect(stalls).toMatchObject([{ code: 'database_failed' }]);
    await database.close();
  },
);
