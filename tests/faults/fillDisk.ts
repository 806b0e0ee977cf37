import { closeSync, openSync, truncateSync, writeSync } from 'node:fs';
import path from 'node:path';

const PIECES = [1 << 20, 4096, 1];

/** Takes all the room that there is beside whoever writes there at the same time; answers what gives it back. */
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
