import { extname } from 'node:path';
import { once } from 'node:events';
import { Duplex } from 'node:stream';
import { setImmediate as breathe } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { messageOf } from '../../engine/messageOf.ts';
import { present } from '../../engine/present.ts';
import { StoreError } from '../storeError.ts';
import type { FromThread, PgliteThreadData, ToThread } from './pgliteMessages.ts';

/** PostgreSQL in WebAssembly in a worker thread, so that a long query does not block the event loop. */
export interface Pglite {
  /** A stream with the PostgreSQL wire protocol, for the `socket` option of postgres.js. There is one session, so open one socket at a time. */
  socket(): Duplex;
  /** Dumps the whole cluster as a tar archive, for `template`. Only between transactions. */
  dump(): Promise<Uint8Array>;
  /** Flushes and stops the thread. */
  close(): Promise<void>;
}

export interface Stall {
  /** How long a message may stay unanswered, in milliseconds. */
  readonly limitMs: number;
  /** Called once if the thread hangs, from which it cannot recover. A full disk at the wrong moment can make it loop forever. */
  readonly onStalled: (error: StoreError) => void;
}

/** Bytes per piece; parsing one takes about a millisecond. */
const PIECE_BYTES = 1 << 15;
/** How long responses may be parsed before yielding to the event loop, in milliseconds. */
const MOST_MS = 10;

/** The thread's file is beside this one, and compiled if this one is. */
const THREAD = new URL(`./pgliteThread${extname(import.meta.url)}`, import.meta.url);

/** Starts the thread. Throws database_failed if the files cannot be opened. Without `stall`, there is no watchdog. `thread` is a file that imports pgliteThread.ts. */
export async function startPglite(data: PgliteThreadData, stall?: Stall, thread = THREAD): Promise<Pglite> {
  const worker = new Worker(thread, { workerData: data, execArgv: [] });
  let session: WireSocket | null = null;
  const answers = new Answers();

  const end = (reason: StoreError) => {
    const first = answers.end(reason);
    session?.destroy(first);
  };
  const watch = new StallWatch(stall, (limitMs) => {
    const error = failed(`its thread has not answered for ${limitMs / 1000} s, perhaps because its disk is full`);
    end(error);
    void worker.terminate();
    return error;
  });
  worker.on('message', (message: FromThread) => {
    watch.onReceived(message);
    if (message.kind === 'data') session?.receive(message.bytes);
    else if (message.kind === 'answered') return;
    else if (message.kind === 'fault') end(failed(message.message));
    else answers.settle(message);
  });
  worker.on('error', (error) => end(failed(messageOf(error))));
  worker.on('exit', () => {
    watch.end();
    end(failed('its thread has ended'));
  });

  const post = (message: ToThread) => {
    watch.onSent(message);
    worker.postMessage(message);
  };

  await answers.next('ready').catch(async (error: unknown) => {
    await worker.terminate();
    throw error;
  });

  return {
    socket() {
      session?.destroy();
      session = new WireSocket((bytes) => post({ kind: 'data', bytes }));
      return session;
    },
    async dump() {
      const dumped = answers.next('dumped');
      post({ kind: 'dump' });
      return (await dumped).bytes;
    },
    async close() {
      if (answers.ended !== null) return;
      const closed = answers.next('closed');
      const exit = once(worker, 'exit');
      post({ kind: 'close' });
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

type Kind = FromThread['kind'];
type OfKind<K extends Kind> = Extract<FromThread, { kind: K }>;
const isKind = <K extends Kind>(message: FromThread, kind: K): message is OfKind<K> => message.kind === kind;

/** The messages of the thread that somebody waits for, one of each kind. */
class Answers {
  /** Why the thread has ended; null while it runs. */
  ended: StoreError | null = null;
  private readonly waiting = new Map<Kind, (message: FromThread) => void>();

  next<K extends Kind>(kind: K): Promise<OfKind<K>> {
    return new Promise((resolve, reject) => {
      if (this.ended !== null) return reject(this.ended);
      this.waiting.set(kind, (message) => {
        if (message.kind === 'fault') reject(this.ended ?? failed(message.message));
        else if (isKind(message, kind)) resolve(message);
      });
    });
  }

  settle(message: FromThread): void {
    this.waiting.get(message.kind)?.(message);
    this.waiting.delete(message.kind);
  }

  /** Rejects everybody who waits. Returns the first reason, which is the one that counts. */
  end(reason: StoreError): StoreError {
    this.ended ??= reason;
    for (const settle of this.waiting.values()) settle({ kind: 'fault', message: this.ended.message });
    this.waiting.clear();
    return this.ended;
  }
}

/**
 * Watchdog for messages without a response. An idle session reports ReadyForQuery after every request; one whose backend has died accepts messages
 * and sends nothing.
 */
class StallWatch {
  private readonly stall: Stall | undefined;
  private readonly declare: (limitMs: number) => StoreError;
  private unanswered = 0;
  private isReady = true;
  private timer: NodeJS.Timeout | undefined;

  constructor(stall: Stall | undefined, declare: (limitMs: number) => StoreError) {
    this.stall = stall;
    this.declare = declare;
  }

  onSent({ kind }: ToThread): void {
    if (kind === 'data') this.isReady = false;
    this.unanswered++;
    if (this.timer === undefined) this.restart();
  }

  /** Any part of a response restarts the timer; the response to the last message stops it. */
  onReceived(message: FromThread): void {
    if (message.kind === 'data') {
      this.isReady = isReadyForQuery(message.bytes);
      this.restart();
    } else if (this.unanswered > 0) this.unanswered--;
    if (this.unanswered === 0 && this.isReady) this.end();
  }

  end(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private restart(): void {
    const { stall } = this;
    if (stall === undefined) return;
    if (this.timer !== undefined) {
      this.timer.refresh();
      return;
    }
    this.timer = setTimeout(() => stall.onStalled(this.declare(stall.limitMs)), stall.limitMs).unref();
  }
}

/** Whether the bytes end with ReadyForQuery: `Z`, a length of five, and the transaction status. */
const isReadyForQuery = (bytes: Uint8Array): boolean =>
  bytes.length >= 6 && bytes[bytes.length - 6] === 0x5a && bytes[bytes.length - 2] === 5;

/** Implements as much of net.Socket as postgres.js uses. */
class WireSocket extends Duplex {
  private readonly send: (bytes: Uint8Array) => void;
  /** Bytes that were not pushed yet; the first entry may be pushed in part. */
  private readonly arrived: Uint8Array[] = [];
  private since: number | null = null;

  constructor(send: (bytes: Uint8Array) => void) {
    super({ readableHighWaterMark: 1 << 20 });
    this.send = send;
  }

  get readyState(): 'open' | 'closed' {
    return this.destroyed ? 'closed' : 'open';
  }

  receive(bytes: Uint8Array): void {
    this.arrived.push(bytes);
    if (this.arrived.length === 1) void this.pushArrived();
  }

  /** postgres.js parses what is pushed synchronously, so a long response is pushed in pieces, between which other work can run. */
  private async pushArrived(): Promise<void> {
    while (this.arrived.length > 0) {
      const bytes = present(this.arrived[0]);
      for (let from = 0; from < bytes.byteLength && !this.destroyed; from += PIECE_BYTES) {
        const length = Math.min(PIECE_BYTES, bytes.byteLength - from);
        this.push(Buffer.from(bytes.buffer, bytes.byteOffset + from, length));
        if (this.isLong()) await breathe();
      }
      this.arrived.shift();
    }
  }

  /** Whether the pushes since the last turn of the event loop have taken MOST_MS, over any number of messages. */
  private isLong(): boolean {
    const now = performance.now();
    if (this.since === null) {
      this.since = now;
      setImmediate(() => {
        this.since = null;
      });
    }
    return now - this.since >= MOST_MS;
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    // Do not send Terminate ("X"), which would end the only backend.
    if (!(chunk.length === 5 && chunk[0] === 0x58)) this.send(Uint8Array.from(chunk));
    done();
  }

  override _final(done: (error?: Error | null) => void): void {
    done();
    this.destroy();
  }
}
