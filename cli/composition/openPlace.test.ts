/** Guarantee: a command waits for a statement that takes longer than a server may wait for one. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { openPlace } from './openPlace.ts';
import { temporaryFolder } from '../../tests/temporaryFolder.ts';

const folder = temporaryFolder('place');

test('a statement of a command may take longer than DATABASE_STALL_SECONDS', async () => {
  const config = readConfig({ DATA_DIR: join(folder, 'data'), DATABASE_STALL_SECONDS: '1' });
  const database = await openPlace(config, { migrate: false });
  try {
    expect(await database.sql`select pg_sleep(1.5)::text as slept`).toMatchObject([{ slept: '' }]);
  } finally {
    await database.close();
  }
});
