import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { openPlace } from './openPlace.ts';
import { temporaryFolder } from '../../tests/temporaryFolder.ts';

const folder = temporaryFolder('place');

// Guarantee: a command waits for a statement that takes longer than a server may wait for one.
test('a statement of a command may take longer than DATABASE_STALL_SECONDS', async () => {
  const config = readConfig({ DATA_DIR: join(folder, 'data'), DATABASE_STALL_SECONDS: '1' });
  const database = await openPlace(config, { migrate: false });
  try {
    expect(await database.sql`select pg_sleep(1.5)::text as slept`).toMatchObject([{ slept: '' }]);
  } finally {
    await database.close();
  }
});

// Node's own recursive mkdir never ends there.
test.runIf(process.platform === 'linux')('a folder that cannot be made ends a server at once, and is named', () => {
  const program = fileURLToPath(new URL('../tidegate.js', import.meta.url));
  const { status, stderr } = spawnSync(process.execPath, [program, 'serve'], {
    env: { ...process.env, DATA_DIR: '/proc/tidegate/data', PORT: '0' },
    encoding: 'utf8',
    timeout: 60_000,
    killSignal: 'SIGKILL',
  });
  expect([status, stderr]).toEqual([1, expect.stringContaining('DATA_DIR=/proc/tidegate/data: ENOENT')]);
});
