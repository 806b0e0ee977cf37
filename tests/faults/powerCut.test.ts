/**
 * Guarantee: with EMBEDDED_SYNC, what the embedded database has acknowledged survives a power cut, and the database is sound. A disk that forgets what was not
 * synced is rebuilt from a journal at random points, and the proof that it forgets is that without syncs writes are lost. It takes seconds for each cut:
 * `POWER_CUTS=50 npx vitest run tests/faults/powerCut.test.ts`.
 */
import { cpSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clusterIn } from '../../db/connection/cluster.ts';
import { openDatabase } from '../../db/connection/openDatabase.ts';
import { startPglite } from '../../db/connection/pglite.ts';
import { unpackCluster } from '../../db/connection/unpackCluster.ts';
import { problemsIn } from '../../db/testing/problemsIn.ts';
import { template } from '../../db/testing/testDatabases.ts';
import { createRandom } from '../../engine/random.ts';
import { importSmall, newScope, openSchedule } from '../../schedule/testing/openSchedule.ts';
import { CutDisk } from './powerCut.ts';
import { SEED } from './seed.ts';

const CUTS = Number(process.env['POWER_CUTS'] ?? 0);
if (CUTS === 0) console.warn('Power cuts skipped: POWER_CUTS is not set.');
const WRITES = 120;
const RECORDER = new URL('./recordedThread.ts', import.meta.url);

const headOf = async (sql: Awaited<ReturnType<typeof openDatabase>>['sql']): Promise<number> => {
  const [row] = await sql<{ head: number }[]>`select head from plannings`;
  return row?.head ?? 0;
};

describe.skipIf(CUTS === 0)('a power cut', () => {
  let folder: string;
  let disk: CutDisk;
  /** How long the journal was when each write was acknowledged. */
  const acknowledged: number[] = [];
  /** The change of the planning before the first of them. */
  let before = 0;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'tidegate-power-'));
    const [root, origin] = [clusterIn(path.join(folder, 'data')), path.join(folder, 'origin')];
    const journal = path.join(folder, 'journal');
    mkdirSync(root, { recursive: true });
    unpackCluster(await template(), root);
    cpSync(root, origin, { recursive: true });
    const started = { dataDir: root, template: null, sync: true, journal };
    const pglite = await startPglite(started, undefined, RECORDER);
    const database = await openDatabase({ pglite });
    const drop = () => database.close();
    const api = await openSchedule(
      {},
      { name: 'PGlite', skipped: null, open: async () => ({ database, url: null, drop }) },
    );
    const scope = await newScope(api);
    const planning = await importSmall(api, scope);
    before = await headOf(database.sql);
    for (let i = 0; i < WRITES; i++) {
      await api.schedule.patchOperation(scope, `${planning}-o${1 + (i % 3)}`, { description: `${i}` });
      acknowledged.push(statSync(journal).size);
      if (i % 50 === 25) await database.sql`checkpoint`;
      if (i % 50 === 40) await database.sql`vacuum`;
    }
    await api.close();
    disk = new CutDisk(journal, origin, root);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Cuts the power at that length of the journal. Returns how many of the acknowledged writes are lost, and what is wrong with the database. */
  const cut = async (end: number, seed: number, syncs = true): Promise<{ lost: number; problems: string[] }> => {
    const dataDir = path.join(folder, `cut-${end}`);
    try {
      disk.restore(clusterIn(dataDir), end, createRandom(seed), { syncs });
      const database = await openDatabase({ dataDir, sync: syncs });
      try {
        const told = acknowledged.filter((at) => at <= end).length;
        const head = await headOf(database.sql);
        const lost = told === 0 ? 0 : Math.max(0, before + told - head);
        return { lost, problems: await problemsIn(database) };
      } finally {
        await database.close();
      }
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  };

  test(`what is acknowledged survives ${CUTS} power cuts (seed ${SEED})`, { timeout: 60_000 * CUTS }, async () => {
    const random = createRandom(SEED);
    const { ends } = disk;
    for (let i = 0; i < CUTS; i++) {
      // Every other time just when a write was acknowledged.
      const end = i % 2 === 0 ? acknowledged[random.below(acknowledged.length)] : ends[random.below(ends.length)];
      const outcome = await cut(end, SEED + i).catch((error: unknown) => ({ error: String(error) }));
      expect({ end, ...outcome }).toEqual({ end, lost: 0, problems: [] });
    }
  });

  test.skipIf(CUTS < 10)('a disk that is told nothing of syncs loses writes, or the database', async () => {
    const outcome = await cut(acknowledged[WRITES - 1], SEED, false).catch(() => ({ lost: WRITES }));
    expect(outcome.lost).toBeGreaterThan(0);
  });
});
