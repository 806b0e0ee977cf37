import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { codeOf } from '../../engine/messageOf.ts';

/**
 * Makes a folder and those above it. Throws the error of the system if it cannot: Node's own recursive `mkdir` never ends where a folder cannot be made
 * although the one above it exists, as in /proc.
 */
export const makeFolder = (folder: string): void => {
  try {
    mkdirSync(folder);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT' && dirname(folder) !== folder) {
      makeFolder(dirname(folder));
      mkdirSync(folder);
    } else if (code !== 'EEXIST' || !statSync(folder).isDirectory()) throw error;
  }
};
