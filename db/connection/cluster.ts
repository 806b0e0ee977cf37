import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Stall, startPglite } from './pglite.ts';
import { fillCluster } from './unpackCluster.ts';

/** Path of the embedded database's files in a data directory. */
export const clusterIn = (dataDir: string): string => join(dataDir, 'database');

export const holdsCluster = (directory: string): boolean => existsSync(directory) && readdirSync(directory).length > 0;

/** Creates an empty cluster. It takes seconds: where there is a template, the thread that opens the cluster unpacks it instead. */
export const makeCluster = (directory: string, sync: boolean, stall?: Stall): Promise<void> =>
  fillCluster(directory, {
    sync,
    fill: async (draft) => (await startPglite({ dataDir: draft, template: null }, stall)).close(),
  });
