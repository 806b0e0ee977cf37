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

const open = async (): Promise<PGlite> => {
  if (dataDir !== null && template !== null)
    await fillCluster(dataDir, { sync, fill: (draft) => unpackCluster(template, draft) });
  const files = sync && dataDir !== null ? new SyncedFiles(dataDir) : null;
  const opened = await PGlite.create({
    ...(dataDir === null ? {} : { dataDir }),
    ...(files === null ? {} : { fs: files, startParams: [...PGlite.defaultStartParams, ...SYNCED_PARAMETERS] }),
    ...(dataDir === null && template !== null ? { loadDataDir: new Blob([readTemplate(template)]) } : {}),
  });
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
