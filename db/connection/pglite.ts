import { extname } from 'node:path';
import { once } from 'node:events';
import { Duplex } from 'node:stream';
import { setImmediate as breathe } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { present } from '../../engine/present.ts';
import { StoreError } from '../storeError.ts';
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

export interface Stall {
  /** How long a message may stay without any answer. */
  readonly limitMs: number;
  /** Called once: the thread can be helped no more. A full disk at the wrong moment lets it spin for ever. */
  readonly onStalled: (error: StoreError) => void;
}

/** Of an answer, parsed within a millisecond. */
const PIECE_BYTES = 1 << 15;
/** How long answers may be parsed before others are heard. */
const MOST_MS = 10;

/** Beside this file, and built or not as it is. */
const THREAD = new URL(`./pgliteThread${extname(import.meta.url)}`, import.meta.url);

/** Throws database_failed when the files cannot be opened. `stall`: absent, nobody watches. */
export async function startPglite(data: PgliteThreadData, stall?: Stall): Promise<Pglite> {
  const worker = new Worker(THREAD, { workerData: data, execArgv: [] });
  let session: WireSocket | null = null;
  let ended: StoreError | null = null;
  const waiting = new Map<FromThread['kind'], (message: FromThread) => void>();

  const end = (reason: StoreError) => {
    ended ??= reason;
    session?.destroy(ended);
    for (const settle of waiting.values()) settle({ kind: 'fault', message: ended.message });
    waiting.clear();
  };
  const watch = new StallWatch(stall, (limitMs) => {
    const error = failed(`its thread has not answered for ${limitMs / 1000} s, perhaps because its disk is full`);
    end(error);
    void worker.terminate();
    return error;
  });
  worker.on('message', (message: FromThread) => {
    watch.heard(message);
    if (message.kind === 'data') session?.receive(message.bytes);
    else if (message.kind === 'answered') return;
    else if (message.kind === 'fault') end(failed(message.message));
    else {
      waiting.get(message.kind)?.(message);
      waiting.delete(message.kind);
    }
  });
  worker.on('error', (error) => end(failed(error instanceof Error ? error.message : String(error))));
  worker.on('exit', () => {
    watch.end();
    end(failed('its thread has ended'));
  });

  const answer = <K extends FromThread['kind']>(kind: K) =>
    new Promise<Extract<FromThread, { kind: K }>>((resolve, reject) => {
      if (ended !== null) reject(ended);
      else
        waiting.set(kind, (message) => {
          if (message.kind === 'fault') reject(ended ?? failed(message.message));
          else resolve(message as Extract<FromThread, { kind: K }>);
        });
    });
  const say = (message: ToThread) => {
    watch.said(message);
    worker.postMessage(message);
  };

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

/**
 * Looks after messages that nobody answers. A session that has nothing to do says so (ReadyForQuery) after everything that it was asked; one whose backend has
 * died takes a message and says nothing.
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

  said({ kind }: ToThread): void {
    if (kind === 'data') this.isReady = false;
    this.unanswered++;
    if (this.timer === undefined) this.restart();
  }

  /** A part of an answer is a sign of life; the answer to the last message ends the watch. */
  heard(message: FromThread): void {
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

/** The last six bytes: `Z`, a length of five, and the state of the transaction. */
const isReadyForQuery = (bytes: Uint8Array): boolean =>
  bytes.length >= 6 && bytes[bytes.length - 6] === 0x5a && bytes[bytes.length - 2] === 5;

/** A net.Socket as far as postgres.js looks at one. */
class WireSocket extends Duplex {
  private readonly send: (bytes: Uint8Array) => void;
  /** What was not passed on yet, the first of it in part. */
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
    if (this.arrived.length === 1) void this.pass();
  }

  /** What is pushed is parsed at once: a long answer comes in pieces, between which others are heard. */
  private async pass(): Promise<void> {
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

  /** Whether what was passed on since the event loop came round took a while, over however many messages. */
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
    // Terminate ("X") would end the only backend there is.
    if (!(chunk.length === 5 && chunk[0] === 0x58)) this.send(Uint8Array.from(chunk));
    done();
  }

  override _final(done: (error?: Error | null) => void): void {
    done();
    this.destroy();
  }
}
