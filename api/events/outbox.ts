import { present } from '../../engine/present.ts';
import type { Message } from '../../schedule/events/message.ts';

/** The part of a WebSocket that messages go through. */
export interface Wire {
  /** Whether the client takes compressed messages. */
  readonly deflates: boolean;
  /** A piece of a message of text; `done` once the operating system has it. */
  write(piece: Piece, done: () => void): void;
}

export interface Piece {
  readonly bytes: Buffer;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly isDeflated: boolean;
}

/** Messages are sent in pieces of this size, so that it shows whether a client takes any. */
const PIECE_BYTES = 64 * 1024;
/** Handed to the socket at a time. */
const WINDOW_BYTES = 512 * 1024;
/** Waiting for that: more than this, and a reader is told no more until it is gone. */
const BEHIND_BYTES = 4 << 20;

/**
 * What waits to be sent to one client. Messages are shared by all who get them: what waits costs a reference. Slow is who takes nothing for
 * `stallMs`, not who has much to take.
 */
export class Outbox {
  private readonly wire: Wire;
  private readonly stallMs: number;
  private readonly onStall: () => void;
  private waiting: Message[] = [];
  private waitingBytes = 0;
  /** Of the first that waits: what was handed over. */
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

  /** Resolves when nothing waits but what the socket has; false when the outbox is closed. */
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

  /** A wire that is closing takes a piece and is done with it at once: what follows it is for the loop that is under way. */
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

  /** From now on: the client has taken something just now. */
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
