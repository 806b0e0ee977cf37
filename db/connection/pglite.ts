import { once } from 'node:events';
import { Duplex } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { StoreError } from '../store/storeError.ts';
import type { FromThread, PgliteThreadData, ToThread } from './pgliteMessages.ts';

/** PostgreSQL in WebAssembly on a thread of its own, so that a long query does not stall the event loop. */
export interface Pglite {
  /** A stream that speaks the wire protocol, for postgres.js's `socket` option. One session exists: open one at a time. */
  socket(): Duplex;
  /** The whole cluster as a tar, for `template`. Only between transactions. */
  dump(): Promise<Uint8Array>;
  /** Flushes and ends the thread. */
  close(): Promise<void>;
}

/** Throws database_failed when the files cannot be opened. */
export async function startPglite(data: PgliteThreadData): Promise<Pglite> {
  const worker = new Worker(new URL('./pgliteThread.ts', import.meta.url), { workerData: data, execArgv: [] });
  let session: WireSocket | null = null;
  let ended: StoreError | null = null;
  const waiting = new Map<FromThread['kind'], (message: FromThread) => void>();

  const end = (reason: StoreError) => {
    ended ??= reason;
    session?.destroy(ended);
    for (const settle of waiting.values()) settle({ kind: 'fault', message: ended.message });
    waiting.clear();
  };
  worker.on('message', (message: FromThread) => {
    if (message.kind === 'data') session?.receive(message.bytes);
    else if (message.kind === 'fault') end(failed(message.message));
    else {
      waiting.get(message.kind)?.(message);
      waiting.delete(message.kind);
    }
  });
  worker.on('error', (error) => end(failed(error instanceof Error ? error.message : String(error))));
  worker.on('exit', () => end(failed('its thread has ended')));

  const answer = <K extends FromThread['kind']>(kind: K) =>
    new Promise<Extract<FromThread, { kind: K }>>((resolve, reject) => {
      if (ended !== null) reject(ended);
      else
        waiting.set(kind, (message) => {
          if (message.kind === 'fault') reject(ended ?? failed(message.message));
          else resolve(message as Extract<FromThread, { kind: K }>);
        });
    });
  const say = (message: ToThread) => worker.postMessage(message);

  await answer('ready').catch(async (error: unknown) => {
    await worker.terminate();
    throw error;
  });

  return {
    socket() {
      session?.destroy();
      session = new WireSocket((bytes) => say({ kind: 'data', bytes }));
      return session;
    },
    async dump() {
      const dumped = answer('dumped');
      say({ kind: 'dump' });
      return (await dumped).bytes;
    },
    async close() {
      if (ended !== null) return;
      const closed = answer('closed');
      const exit = once(worker, 'exit');
      say({ kind: 'close' });
      await closed;
      await exit;
    },
  };
}

const failed = (reason: string) =>
  new StoreError(
    'database_failed',
    `The embedded database failed: ${reason}. Restart; its files hold every acknowledged write.`,
  );

/** A net.Socket as far as postgres.js looks at one. */
class WireSocket extends Duplex {
  readonly #send: (bytes: Uint8Array) => void;

  constructor(send: (bytes: Uint8Array) => void) {
    super({ readableHighWaterMark: 1 << 20 });
    this.#send = send;
  }

  get readyState(): 'open' | 'closed' {
    return this.destroyed ? 'closed' : 'open';
  }

  receive(bytes: Uint8Array): void {
    if (!this.destroyed) this.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    // Terminate ("X") would end the only backend there is.
    if (!(chunk.length === 5 && chunk[0] === 0x58)) this.#send(Uint8Array.from(chunk));
    done();
  }

  override _final(done: (error?: Error | null) => void): void {
    done();
    this.destroy();
  }
}
