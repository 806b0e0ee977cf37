import { createWriteStream } from 'node:fs';
import { mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { makeFolder } from '../../db/connection/makeFolder.ts';
import { openDatabase } from '../../db/connection/openDatabase.ts';
import { type Verdict, verifyDatabase } from '../../db/verify/verifyDatabase.ts';

/** A verified backup in the folder of backups. */
export interface Backup {
  readonly file: string;
  readonly takenAt: Date;
}

const NAME = /^tidegate-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar\.gz$/;

const nameOf = (at: Date): string => `tidegate-${at.toISOString().replaceAll(/[-:]|\.\d+/g, '')}.tar.gz`;

/**
 * The verified backups in a folder, oldest first; none when the folder does not exist. A time in the future is that of a clock which was wrong: it says
 * only that the backup is older than now, so it counts as the oldest time of all. Otherwise no backup would be due until then, and newer ones would be deleted.
 */
export const listBackups = async (folder: string): Promise<readonly Backup[]> => {
  const names: string[] = await readdir(folder).catch(() => []);
  const now = Date.now();
  const backups = names.sort().flatMap((name) => {
    const [, year, month, day, hour, minute, second] = NAME.exec(name) ?? [];
    if (second === undefined) return [];
    const named = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
    return [{ file: path.join(folder, name), takenAt: named.getTime() > now ? new Date(0) : named }];
  });
  return backups.sort((a, b) => a.takenAt.getTime() - b.takenAt.getTime());
};

/** Deletes all but the newest `count` backups. */
export const keepBackups = async (folder: string, count: number): Promise<void> => {
  const backups = await listBackups(folder);
  for (const { file } of backups.slice(0, Math.max(0, backups.length - count))) await rm(file);
};

/** Starts a database on a copy of the backup in `scratch` and verifies it. Returns the failed checks; what a start recovers is not a fault. */
export const judgeFiles = async (file: string, scratch: string): Promise<readonly Verdict[]> => {
  const database = await openDatabase({ dataDir: scratch, template: file });
  try {
    return (await verifyDatabase(database)).filter(({ total }) => total > 0);
  } finally {
    await database.close();
  }
};

const SCRATCH = '.verifying-';
const LEFT_OVER_MS = 24 * 3_600_000;

/** Removes scratch folders that are older than a day: processes that were killed left them behind. */
const removeLeftOver = async (folder: string): Promise<void> => {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(SCRATCH)) continue;
    const entry = path.join(folder, name);
    if ((await stat(entry)).mtimeMs < Date.now() - LEFT_OVER_MS) await rm(entry, { recursive: true, force: true });
  }
};

export interface Written {
  readonly file: string;
  readonly bytes: number;
  /** The failed checks of a trial restore; none when the backup is sound. */
  readonly problems: readonly Verdict[];
}

/**
 * Writes a dump, restores it into a scratch folder beside it, and verifies the restored database. The file gets its name only once it is known to be
 * sound; otherwise its name ends in `.broken`.
 */
export const writeBackup = async (dump: Readable, target: { readonly folder: string } | string): Promise<Written> => {
  const wanted = typeof target === 'string' ? target : path.join(target.folder, nameOf(new Date()));
  const folder = path.dirname(wanted);
  makeFolder(folder);
  await removeLeftOver(folder);
  const scratch = await mkdtemp(path.join(folder, SCRATCH));
  const part = path.join(scratch, 'dump.tar.gz');
  try {
    await pipeline(dump, createWriteStream(part, { mode: 0o600, flush: true }));
    const problems = await judgeFiles(part, path.join(scratch, 'data'));
    const file = problems.length === 0 ? wanted : `${wanted}.broken`;
    await rename(part, file);
    return { file, bytes: (await stat(file)).size, problems };
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
};
