import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type BoardFiles, readBoardFiles } from '../../api/board/boardFiles.ts';
import type { Log } from '../../api/dependencies.ts';

const BUILD = fileURLToPath(new URL('../../web/build.js', import.meta.url));
const FOLDER = fileURLToPath(new URL('../../web/dist', import.meta.url));

/**
 * Reads the built board. A stale one is built first, in a process of its own, so that the server never loads Vite. Returns null
 * when the board cannot be built; the server then serves everything else.
 */
export const openBoard = async (log: Log): Promise<BoardFiles | null> => {
  // The published package contains the built board, but not its sources.
  if (!existsSync(BUILD)) return existsSync(FOLDER) ? readBoardFiles(FOLDER) : null;
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [BUILD]);
    const board = stdout.trim();
    // Nothing is logged for a current board, so that the first line of output is the server's address.
    if (!board.startsWith('The board is current')) log.info({ board }, 'the planning board');
  } catch (error) {
    log.error({ err: error }, 'the planning board cannot be built');
    return null;
  }
  return existsSync(FOLDER) ? readBoardFiles(FOLDER) : null;
};
