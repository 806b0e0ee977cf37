import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Stall, startPglite } from './pglite.ts';
import { fillCluster } from './unpackCluster.ts';

/** Path of the embedded database's files in a data directory. */
export const clusterIn = (dataDir: string): string => join(dataDir, 'database');

export const holdsCluster = (directory: string): boolean => existsSync(directory) && readdirSync(directory).length > 0;

/** What the name of a folder begins with that holds a cluster which was replaced. */
const REPLACED = 'database.replaced-';
/** What the name of a folder begins with in which a cluster is prepared that will replace that of the data directory. */
export const PREPARING = 'restoring-';

/**
 * Replaces the cluster of a data directory by that of another folder. Returns where the previous one is now, or null if there was none. Call it only while
 * holding the lock of the data directory.
 */
export const replaceCluster = (dataDir: string, prepared: string): string | null => {
  const directory = clusterIn(dataDir);
  const isTaken = holdsCluster(directory);
  const aside = join(dataDir, `${REPLACED}${new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '')}`);
  if (isTaken) renameSync(directory, aside);
  else rmSync(directory, { recursive: true, force: true });
  renameSync(prepared, directory);
  return isTaken ? aside : null;
};

/**
 * Puts the previous cluster back in its place where a process was killed that was replacing it, so that nobody begins with an empty one. Call it only while
 * holding the lock of the data directory.
 */
export const undoReplacement = (dataDir: string): void => {
  const directory = clusterIn(dataDir);
  const names = readdirSync(dataDir);
  const aside = names
    .filter((name) => name.startsWith(REPLACED))
    .sort()
    .at(-1);
  if (existsSync(directory) || aside === undefined || !names.some((name) => name.startsWith(PREPARING))) return;
  renameSync(join(dataDir, aside), directory);
};

/** Creates an empty cluster. It takes seconds: where there is a template, the thread that opens the cluster unpacks it instead. */
export const makeCluster = (directory: string, sync: boolean, stall?: Stall): Promise<void> =>
  fillCluster(directory, {
    sync,
    fill: async (draft) => (await startPglite({ dataDir: draft, template: null }, stall)).close(),
  });
