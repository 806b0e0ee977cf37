import { closeSync, openSync, truncateSync, writeSync } from 'node:fs';
import path from 'node:path';

const PIECES = [1 << 20, 4096, 1];

/** Fills the disk, even while others write to it. Returns a function that frees the space. */
export const fillDisk = (folder: string): (() => void) => {
  const filler = path.join(folder, 'filler');
  const file = openSync(filler, 'w');
  for (const bytes of PIECES) {
    const piece = Buffer.alloc(bytes);
    try {
      for (;;) writeSync(file, piece);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }
  closeSync(file);
  return () => truncateSync(filler, 0);
};
