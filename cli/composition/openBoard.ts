import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type BoardFiles, readBoardFiles } from '../../api/board/boardFiles.ts';
import type { Log } from '../../api/dependencies.ts';

const BUILD = fileURLToPath(new URL('../../web/build.js', import.meta.url));
const FOLDER = fileURLToPath(new URL('../../web/dist', import.meta.url));

/**
 * The board as its sources are now: built first where it is stale, by a process of its own, so that Vite never lies in the
 * server's memory. Null where it cannot be built: the server serves everything else.
 */
export const openBoard = async (log: Log): Promise<BoardFiles | null> => {
  // The package comes with a board, and without what builds it.
  if (!existsSync(BUILD)) return existsSync(FOLDER) ? readBoardFiles(FOLDER) : null;
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [BUILD]);
    const board = stdout.trim();
    // Whoever starts a server reads its address first, unless there was something to be done.
    if (!board.startsWith('The board is current')) log.info({ board }, 'the planning board');
  } catch (error) {
    log.error({ err: error }, 'the planning board cannot be built');
    return null;
  }
  return existsSync(FOLDER) ? readBoardFiles(FOLDER) : null;
};
