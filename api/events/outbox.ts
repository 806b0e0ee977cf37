import { present } from '../../engine/present.ts';
import type { Message } from '../../schedule/events/message.ts';

/** The part of a WebSocket that sends messages. */
export interface Wire {
  /** Whether the client accepts compressed messages. */
  readonly deflates: boolean;
  /** Sends a piece of a text message; calls `done` once the operating system has it. */
  write(piece: Piece, done: () => void): void;
}

export interface Piece {
  readonly bytes: Buffer;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly isDeflated: boolean;
}

/** Messages are sent in pieces of this size, so that it shows whether a client reads anything. */
const PIECE_BYTES = 64 * 1024;
/** The most bytes that are handed to the socket and not yet written. */
const WINDOW_BYTES = 512 * 1024;
/** A client with more bytes than this in the queue is behind: the hub sends it no more until the queue is empty. */
const BEHIND_BYTES = 4 << 20;

/**
 * The queue of messages to one client. Messages are shared by all their receivers, so a queued one costs a reference. `onStall` is called when
 * the client reads nothing for `stallMs`, however long or short the queue is.
 */
export class Outbox {
  private readonly wire: Wire;
  private readonly stallMs: number;
  private readonly onStall: () => void;
  private waiting: Message[] = [];
  private waitingBytes = 0;
  /** How many bytes of the first queued message were handed to the socket. */
  private offset = 0;
  private inFlight = 0;
  private isFlushing = false;
  private isClosed = false;
  private stallTimer: NodeJS.Timeout | null = null;
  private listeners: (() => void)[] = [];

  constructor(wire: Wire, options: { readonly stallMs: number; readonly onStall: () => void }) {
    this.wire = wire;
    this.stallMs = options.stallMs;
    this.onStall = options.onStall;
  }

  get isBehind(): boolean {
    return this.waitingBytes > BEHIND_BYTES;
  }

  send(message: Message): void {
    if (this.isClosed) return;
    this.waiting.push(message);
    this.waitingBytes += this.bytesOf(message).length;
    this.flush();
  }

  /** Resolves with true once the queue is empty, though the socket may still be writing, and with false when the outbox is closed. */
  async ready(): Promise<boolean> {
    while (!this.isClosed && this.waiting.length > 0)
      await new Promise<void>((resolve) => this.listeners.push(resolve));
    return !this.isClosed;
  }

  close(): void {
    this.isClosed = true;
    this.waiting = [];
    this.waitingBytes = 0;
    this.watch(false);
    this.wakeUp();
  }

  private bytesOf(message: Message): Buffer {
    return (this.wire.deflates ? message.deflated : null) ?? message.bytes;
  }

  /** A closing wire calls `done` synchronously. The flag keeps that call from recursing: the loop that is running sends the next piece. */
  private flush(): void {
    if (this.isFlushing) return;
    this.isFlushing = true;
    try {
      this.handAll();
    } finally {
      this.isFlushing = false;
    }
    if (this.waiting.length === 0) this.wakeUp();
  }

  private handAll(): void {
    let sent = 0;
    while (sent < this.waiting.length && this.inFlight < WINDOW_BYTES) {
      const message = present(this.waiting[sent]);
      const bytes = this.bytesOf(message);
      const end = Math.min(bytes.length, this.offset + PIECE_BYTES);
      this.hand({
        bytes: bytes.subarray(this.offset, end),
        isFirst: this.offset === 0,
        isLast: end === bytes.length,
        isDeflated: bytes !== message.bytes,
      });
      this.waitingBytes -= end - this.offset;
      this.offset = end === bytes.length ? 0 : end;
      if (this.offset === 0) sent++;
    }
    this.waiting.splice(0, sent);
  }

  private hand(piece: Piece): void {
    const { length } = piece.bytes;
    this.inFlight += length;
    if (this.stallTimer === null) this.watch(true);
    this.wire.write(piece, () => {
      this.inFlight -= length;
      if (this.isClosed) return;
      this.watch(this.inFlight > 0);
      this.flush();
    });
  }

  /** Restarts the stall timer when bytes are in flight, since the client has just read some; stops it otherwise. */
  private watch(isWaiting: boolean): void {
    if (isWaiting && this.stallTimer !== null) {
      this.stallTimer.refresh();
      return;
    }
    if (this.stallTimer !== null) clearTimeout(this.stallTimer);
    this.stallTimer = isWaiting ? setTimeout(this.onStall, this.stallMs).unref() : null;
  }

  private wakeUp(): void {
    const listeners = this.listeners;
    this.listeners = [];
    for (const listener of listeners) listener();
  }
}
