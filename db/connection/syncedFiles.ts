import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import type { PGlite } from '@electric-sql/pglite';

/** An open file or directory of Emscripten's NODEFS; `nfd` is Node's file descriptor. */
interface Stream {
  readonly nfd: number;
}

/** The part of the Emscripten module that this file uses. */
interface Emscripten {
  readonly NODEFS: {
    tryFSOperation<T>(work: () => T): T;
    readonly stream_ops: { fsync?: (stream: Stream) => number };
  };
}

/**
 * PGlite's files on a real file system, with an fsync that works. For fsync, Emscripten calls `stream_ops.fsync` and reports success when there is none, as
 * in its NODEFS; its fdatasync does nothing at all. With SYNCED_PARAMETERS, PostgreSQL then orders its writes and syncs as it does on a server.
 */
export class SyncedFiles extends NodeFS {
  /** How often PostgreSQL has synced a file. Every start does so; if it is 0 after one, another version of PGlite no longer asks here. */
  syncs = 0;

  override async init(pglite: PGlite, options: Parameters<NodeFS['init']>[1]): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pglite, options);
    const hook = ({ NODEFS }: Emscripten): void => {
      NODEFS.stream_ops.fsync = ({ nfd }) => {
        NODEFS.tryFSOperation(() => fs.fsyncSync(nfd));
        this.syncs += 1;
        return 0;
      };
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...[emscriptenOpts.preRun ?? []].flat(), hook] } };
  }
}

/** To be appended to PGlite's own parameters, among which `-F` turns fsync off. */
export const SYNCED_PARAMETERS = ['-c', 'fsync=on', '-c', 'wal_sync_method=fsync'];

/** How many files are synced at once, so that the disk can combine them. */
const AT_ONCE = 16;

/** Syncs a directory and everything in it. */
export const syncTree = async (folder: string): Promise<void> => {
  const entries = await fs.promises.readdir(folder, { recursive: true, withFileTypes: true });
  const paths = [
    folder,
    ...entries
      .filter((entry) => entry.isFile() || entry.isDirectory())
      .map((entry) => path.join(entry.parentPath, entry.name)),
  ];
  const rest = paths.values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const one of rest) await syncPath(one);
    }),
  );
};

const fsync = promisify(fs.fsync);

/** Syncs a file, or the entries of a directory; on Windows only files, since directories cannot be opened there. */
export const syncPath = async (one: string): Promise<void> => {
  const isDirectory = fs.statSync(one).isDirectory();
  if (isDirectory && process.platform === 'win32') return;
  // Windows syncs only what was opened for writing. Opening takes less time than handing it to another thread.
  const file = fs.openSync(one, isDirectory ? 'r' : 'r+');
  try {
    await fsync(file);
  } finally {
    fs.closeSync(file);
  }
};
