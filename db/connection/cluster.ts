import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Stall, startPglite } from './pglite.ts';

/** Where the embedded database's files lie in a data directory. */
export const clusterIn = (dataDir: string): string => join(dataDir, 'database');

export const holdsCluster = (directory: string): boolean => existsSync(directory) && readdirSync(directory).length > 0;

/**
 * Makes a cluster's files, empty or those of `template`, under another name; they get theirs once they are complete, so that a process that is
 * killed in the middle leaves no half of a database behind. What such a one did leave is removed. Only under the directory's lock.
 */
export async function makeCluster(directory: string, template: string | null, stall?: Stall): Promise<void> {
  const draft = `${directory}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  const pglite = await startPglite({ dataDir: draft, template }, stall);
  await pglite.close();
  if (existsSync(directory)) rmdirSync(directory);
  renameSync(draft, directory);
}
