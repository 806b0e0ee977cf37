import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Stall, startPglite } from './pglite.ts';
import { syncPath, syncTree } from './syncedFiles.ts';

/** Path of the embedded database's files in a data directory. */
export const clusterIn = (dataDir: string): string => join(dataDir, 'database');

export const holdsCluster = (directory: string): boolean => existsSync(directory) && readdirSync(directory).length > 0;

/**
 * Creates a cluster, empty or from `template`, under a temporary name that is changed only when it is complete, so that a process that is killed
 * leaves no partial database. Removes what such a process left. Call it only while holding the directory's lock.
 */
export async function makeCluster(
  directory: string,
  { template, sync }: { readonly template: string | null; readonly sync: boolean },
  stall?: Stall,
): Promise<void> {
  const draft = `${directory}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  const pglite = await startPglite({ dataDir: draft, template }, stall);
  await pglite.close();
  if (sync) await syncTree(draft);
  if (existsSync(directory)) rmdirSync(directory);
  renameSync(draft, directory);
  if (sync) await syncPath(dirname(directory));
}
