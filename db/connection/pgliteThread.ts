import { setFlagsFromString } from 'node:v8';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { messageOf } from '../../engine/messageOf.ts';
import type { FromThread, PgliteThreadData, ToThread } from './pgliteMessages.ts';
import { SYNCED_PARAMETERS, SyncedFiles } from './syncedFiles.ts';
import { fillCluster, readTemplate, unpackCluster } from './unpackCluster.ts';

/**
 * The PGlite thread. It receives the PostgreSQL wire protocol and sends the responses, in order, one message at a time. Errors are sent as messages,
 * since an error that is thrown here would lose its code.
 */
if (parentPort === null) throw new Error('pgliteThread.ts runs as a worker thread only.');
const port = parentPort;
const { dataDir, template, sync = false } = workerData as PgliteThreadData;
const post = (message: FromThread, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);

/**
 * PGlite's own parameters, with a smaller cache of pages than PostgreSQL's 128 MB: Emscripten fills all of it with zeros at each start. Schedules are kept in
 * memory here, and files by the operating system (docs/decisions/2026-11-29-a-smaller-cache-of-pages.md).
 */
const PARAMETERS = [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB'];

/**
 * Runs `start` while V8 compiles WebAssembly functions in a way in which it never compiles them again with its optimizing compiler. PGlite's function that evaluates
 * expressions, which its start already calls, would take that compiler seconds of a processor and 600 MB, for queries that are hardly faster
 * (docs/decisions/2026-11-25-one-function-unoptimized.md). Functions that are called for the first time later are optimized as usual.
 */
const unoptimized = async <T>(start: () => Promise<T>): Promise<T> => {
  // V8 optimizes only the function with this index, which is an imported one.
  setFlagsFromString('--wasm-tier-up-filter=0');
  try {
    return await start();
  } finally {
    setFlagsFromString('--wasm-tier-up-filter=-1');
  }
};

const open = async (): Promise<PGlite> => {
  if (dataDir !== null && template !== null)
    await fillCluster(dataDir, { sync, fill: (draft) => unpackCluster(template, draft) });
  const files = sync && dataDir !== null ? new SyncedFiles(dataDir) : null;
  const opened = await unoptimized(() =>
    PGlite.create({
      ...(dataDir === null ? {} : { dataDir }),
      startParams: [...PARAMETERS, ...(files === null ? [] : SYNCED_PARAMETERS)],
      ...(files === null ? {} : { fs: files }),
      ...(dataDir === null && template !== null ? { loadDataDir: new Blob([readTemplate(template)]) } : {}),
    }),
  );
  if (files?.syncs === 0) throw new Error('it does not sync its files');
  return opened;
};

const pglite = await open().catch((error: unknown) => {
  post({ kind: 'fault', message: messageOf(error) });
  return null;
});

const answer = async (database: PGlite, message: ToThread): Promise<void> => {
  if (message.kind === 'data') {
    await database.execProtocolRawStream(message.bytes, {
      // Copy, because PGlite returns views of its own memory.
      onRawData: (bytes) => {
        const copy = bytes.slice();
        post({ kind: 'data', bytes: copy }, [copy.buffer]);
      },
    });
    post({ kind: 'answered' });
  } else if (message.kind === 'dump') {
    const file = await database.dumpDataDir('none');
    const bytes = new Uint8Array(await file.arrayBuffer());
    post({ kind: 'dumped', bytes }, [bytes.buffer]);
  } else {
    await database.close();
    post({ kind: 'closed' });
    port.close();
  }
};

if (pglite !== null) {
  let turn: Promise<void> = Promise.resolve();
  port.on('message', (message: ToThread) => {
    turn = turn
      .then(() => answer(pglite, message))
      .catch((error: unknown) => post({ kind: 'fault', message: messageOf(error) }));
  });
  post({ kind: 'ready' });
}
