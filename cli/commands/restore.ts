import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { Command } from 'commander';
import { clusterIn, holdsCluster, PREPARING, replaceCluster, undoReplacement } from '../../db/connection/cluster.ts';
import { lockDirectory } from '../../db/connection/directoryLock.ts';
import { StoreError } from '../../db/storeError.ts';
import type { Verdict } from '../../db/verify/verifyDatabase.ts';
import { syncPath, syncTree } from '../../db/connection/syncedFiles.ts';
import { judgeFiles } from '../backup/backups.ts';
import { namingPlace } from '../composition/openPlace.ts';
import { type Config, readConfig } from '../config.ts';
import { InputError } from '../inputFile.ts';
import { showVerdict } from './verify.ts';

export const restoreCommand = (): Command =>
  new Command('restore')
    .argument('<file>', 'a backup made by "tidegate backup" or by a server (BACKUP_HOURS, BACKUP_MINUTES)')
    .option('--replace', 'if DATA_DIR already has a database, keep it under another name in DATA_DIR')
    .addHelpText(
      'after',
      '\nRestores into DATA_DIR, which no server may have open. The backup is first unpacked beside the database, migrated to this version, and checked as "tidegate verify" does.',
    )
    .action(async (file: string, { replace = false }: { readonly replace?: boolean }) => {
      const config = readConfig(process.env);
      if (config.DATABASE_URL !== undefined)
        throw new InputError(['DATABASE_URL: PostgreSQL is restored by its own tools; see docs/operations.md.']);
      if (!existsSync(file)) throw new InputError([`${file}: no such file`]);
      const lock = await namingPlace(config, async () => lockDirectory(config.DATA_DIR));
      try {
        await namingPlace(config, () => restore(file, config, replace));
      } finally {
        lock.release();
      }
    });

/** Judges a backup. Throws InputError for one that does not start, or is of a later version. */
const judged = async (file: string, scratch: string): Promise<readonly Verdict[]> => {
  try {
    return await judgeFiles(file, scratch);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    throw new InputError([error.message.includes(file) ? error.message : `${file}: ${error.message}`]);
  }
};

/** Removes the scratch folders of restores that were killed. Only one runs at a time, since it holds the lock of the folder. */
const removeLeftOver = async (dataDir: string): Promise<void> => {
  for (const name of await readdir(dataDir))
    if (name.startsWith(PREPARING)) await rm(path.join(dataDir, name), { recursive: true, force: true });
};

const restore = async (
  file: string,
  { DATA_DIR: dataDir, EMBEDDED_SYNC }: Pick<Config, 'DATA_DIR' | 'EMBEDDED_SYNC'>,
  replace: boolean,
): Promise<void> => {
  undoReplacement(dataDir);
  if (holdsCluster(clusterIn(dataDir)) && !replace)
    throw new InputError([`DATA_DIR=${dataDir} already has a database; --replace keeps it under another name.`]);
  await removeLeftOver(dataDir);
  const scratch = await mkdtemp(path.join(dataDir, PREPARING));
  try {
    const problems = await judged(file, scratch);
    if (problems.length > 0) {
      for (const verdict of problems) showVerdict(verdict);
      console.log(`${file} is not sound; nothing was changed.`);
      process.exitCode = 1;
      return;
    }
    if (EMBEDDED_SYNC) await syncTree(clusterIn(scratch));
    const aside = replaceCluster(dataDir, clusterIn(scratch));
    if (EMBEDDED_SYNC) await syncPath(dataDir);
    console.log(`Restored ${file} into ${dataDir}: the database is sound.`);
    if (aside !== null) console.log(`The previous database is in ${aside}.`);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
};
