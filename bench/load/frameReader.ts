import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { get } from 'node:http';
import type { Socket } from 'node:net';
import { constants, inflateRawSync } from 'node:zlib';

export interface ReadMessage {
  /** The payload as received, compressed or not. */
  readonly payload: Buffer;
  readonly isDeflated: boolean;
  /** The size of its frames including headers. */
  readonly wireBytes: number;
  /** The `performance.now()` at which its last byte arrived. */
  readonly at: number;
}

const TAIL = Buffer.from([0, 0, 0xff, 0xff]);
/** Opcodes; frames with `CLOSE` or a higher opcode are control frames. */
const [TEXT, CLOSE, PING, PONG] = [1, 8, 9, 10];

/**
 * A WebSocket client that receives messages without decompressing them, so that many of them cost the bench's process almost nothing,
 * as if each ran on a machine of its own.
 */
export class FrameReader {
  private readonly socket: Socket;
  private received: Buffer = Buffer.alloc(0);
  /** The frames of the current message. */
  private parts: Buffer[] = [];
  private wireBytes = 0;
  private isDeflated = false;
  private readonly onMessage: (message: ReadMessage) => void;
  /** The close code that the server sent. */
  closeCode: number | null = null;
  /** Whether either side closed the connection. */
  isClosed = false;

  private constructor(socket: Socket, onMessage: (message: ReadMessage) => void) {
    this.socket = socket;
    this.onMessage = onMessage;
    socket.on('data', (chunk: Buffer) => this.take(chunk));
    socket.on('error', () => {});
    socket.on('close', () => {
      this.isClosed = true;
    });
  }

  /** Opens a connection; offers permessage-deflate without context takeover. */
  static async open(url: string, key: string, onMessage: (message: ReadMessage) => void): Promise<FrameReader> {
    const request = get(url, {
      headers: {
        Authorization: `Token ${key}`,
        Connection: 'Upgrade',
        Upgrade: 'websocket',
        'Sec-WebSocket-Version': '13',
        'Sec-WebSocket-Key': randomBytes(16).toString('base64'),
        'Sec-WebSocket-Extensions': 'permessage-deflate; server_no_context_takeover; client_no_context_takeover',
      },
    });
    const [answer, socket, head] = (await once(request, 'upgrade')) as [{ statusCode: number }, Socket, Buffer];
    if (answer.statusCode !== 101) throw new Error(`${url}: ${answer.statusCode}`);
    const reader = new FrameReader(socket.setNoDelay(true), onMessage);
    if (head.length > 0) reader.take(head);
    return reader;
  }

  static textOf({ payload, isDeflated }: ReadMessage): string {
    if (!isDeflated) return payload.toString();
    const options = { finishFlush: constants.Z_SYNC_FLUSH };
    return inflateRawSync(Buffer.concat([payload, TAIL]), options).toString();
  }

  /** Sends a message of at most 125 bytes, masked with zeros. */
  send(message: object): void {
    const text = Buffer.from(JSON.stringify(message));
    if (text.length > 125) throw new Error('The message is longer than 125 bytes.');
    this.write(TEXT, text);
  }

  private write(opcode: number, payload: Buffer): void {
    this.socket.write(Buffer.concat([Buffer.from([0x80 | opcode, 0x80 | payload.length, 0, 0, 0, 0]), payload]));
  }

  close(): void {
    this.socket.destroy();
  }

  private wanted = 0;
  private chunks: Buffer[] = [];
  private length = 0;

  private take(chunk: Buffer): void {
    this.chunks.push(chunk);
    this.length += chunk.length;
    if (this.length < this.wanted) return;
    this.received = this.chunks.length === 1 ? chunk : Buffer.concat(this.chunks);
    this.wanted = 0;
    while (this.frame()) continue;
    this.chunks = [this.received];
    this.length = this.received.length;
  }

  /** Parses the next frame of the received bytes; returns false when it is incomplete. */
  private frame(): boolean {
    const bytes = this.received;
    if (bytes.length < 2) return false;
    const short = bytes[1] & 0x7f;
    const head = short < 126 ? 2 : short === 126 ? 4 : 10;
    if (bytes.length < head) return false;
    const length = short < 126 ? short : bytes.readUIntBE(head === 4 ? 2 : 4, head === 4 ? 2 : 6);
    if (bytes.length < head + length) {
      this.wanted = head + length;
      return false;
    }
    this.received = bytes.subarray(head + length);
    const payload = bytes.subarray(head, head + length);
    const opcode = bytes[0] & 0x0f;
    if (opcode >= CLOSE) {
      if (opcode === PING) this.write(PONG, payload);
      if (opcode === CLOSE) this.closeCode = payload.length < 2 ? 1005 : payload.readUInt16BE(0);
      return true;
    }
    if (opcode !== 0) this.isDeflated = (bytes[0] & 0x40) !== 0;
    this.parts.push(payload);
    this.wireBytes += head + length;
    if ((bytes[0] & 0x80) === 0) return true;
    const message = {
      payload: this.parts.length === 1 ? payload : Buffer.concat(this.parts),
      isDeflated: this.isDeflated,
      wireBytes: this.wireBytes,
      at: performance.now(),
    };
    this.parts = [];
    this.wireBytes = 0;
    this.onMessage(message);
    return true;
  }
}
