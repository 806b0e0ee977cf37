import { existsSync, mkdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseTar } from 'nanotar';
import { gunzipped } from './gunzipped.ts';
import { syncPath, syncTree } from './syncedFiles.ts';

/** The bytes of a template or backup: a tar archive, whether or not it is gzipped. Throws if it is damaged. */
export const readTemplate = (file: string): Uint8Array<ArrayBuffer> => new Uint8Array(gunzipped(readFileSync(file)));

/** Writes the files of a template into the directory. Throws if the archive is damaged, holds no cluster, or anything but files and directories. */
export const unpackCluster = (template: string, directory: string): void => {
  for (const { name, type, data = new Uint8Array() } of parseTar(readTemplate(template))) {
    const path = join(directory, name);
    if (type === 'directory') mkdirSync(path, { recursive: true, mode: 0o700 });
    else if (type === 'file') writeFileSync(path, data, { mode: 0o600 });
    else throw new Error(`${template} is not an archive of files and directories`);
  }
  // Without this file, PGlite would create an empty cluster.
  if (!existsSync(join(directory, 'PG_VERSION'))) throw new Error(`${template} holds no database`);
};

/**
 * Fills a directory under a temporary name that is changed only when it is complete, so that a process that is killed leaves no partial cluster. Removes
 * what such a process left. Call it only while holding the lock of the data directory.
 */
export const fillCluster = async (
  directory: string,
  { sync, fill }: { readonly sync: boolean; readonly fill: (draft: string) => void | Promise<void> },
): Promise<void> => {
  const draft = `${directory}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  await fill(draft);
  if (sync) await syncTree(draft);
  if (existsSync(directory)) rmdirSync(directory);
  renameSync(draft, directory);
  if (sync) await syncPath(dirname(directory));
};
