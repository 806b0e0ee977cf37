import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface Answer {
  readonly status: number;
  /** The body as received: without chunked coding, but still compressed. */
  readonly body: Buffer;
}

const HEAD_END = Buffer.from('\r\n\r\n');
const LINE_END = Buffer.from('\r\n');
/** What a chunked body ends with. */
const LAST_CHUNK = Buffer.from('0\r\n\r\n');

/**
 * One HTTP/1.1 connection with one request at a time. It does as little work as possible, because it shares the machine with the server
 * that it measures.
 */
export class Connection {
  private readonly socket: Socket;
  private readonly host: string;
  private readonly headers: string;
  private received: Buffer[] = [];
  private length = 0;
  private waiting: { readonly resolve: (answer: Answer) => void; readonly reject: (error: Error) => void } | null =
    null;

  private constructor(socket: Socket, host: string, headers: Readonly<Record<string, string>>) {
    this.socket = socket;
    this.host = host;
    this.headers = Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('');
    socket.on('data', (chunk: Buffer) => this.receive(chunk));
    socket.on('error', (error) => this.waiting?.reject(error));
    socket.on('close', () => this.waiting?.reject(new Error('The server closed the connection.')));
  }

  /** Opens a connection; `headers` are sent with every request. */
  static async open(url: string, headers: Readonly<Record<string, string>>): Promise<Connection> {
    const { hostname, port, host } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    await once(socket, 'connect');
    return new Connection(socket, host, headers);
  }

  /** Sends a request and returns the response. Throws on a status of 400 or more. */
  async send(method: string, path: string, body = ''): Promise<Answer> {
    if (this.socket.destroyed) throw new Error('The server has closed the connection.');
    const answer = new Promise<Answer>((resolve, reject) => {
      this.waiting = { resolve, reject };
    });
    const length =
      body === '' ? '' : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`;
    this.socket.write(`${method} ${path} HTTP/1.1\r\nHost: ${this.host}\r\n${this.headers}${length}\r\n${body}`);
    const received = await answer;
    if (received.status >= 400) throw new Error(`${method} ${path}: ${received.status} ${received.body.toString()}`);
    return received;
  }

  async json(method: string, path: string, body?: unknown): Promise<unknown> {
    const answer = await this.send(method, path, body === undefined ? '' : JSON.stringify(body));
    return answer.body.length === 0 ? null : JSON.parse(answer.body.toString());
  }

  close(): void {
    this.waiting = null;
    this.socket.destroy();
  }

  private receive(chunk: Buffer): void {
    this.received.push(chunk);
    this.length += chunk.length;
    if (this.wanted !== null && this.length < this.wanted) return;
    if (this.isChunked && !this.mayEnd()) return;
    const bytes = this.received.length === 1 ? chunk : Buffer.concat(this.received);
    this.received = [bytes];
    const answer = this.read(bytes);
    if (answer === null) return;
    this.received = [];
    this.length = 0;
    this.wanted = null;
    this.isChunked = false;
    const waiting = this.waiting;
    this.waiting = null;
    waiting?.resolve(answer);
  }

  /** The size of the current response in bytes; null while unknown. */
  private wanted: number | null = null;
  /** Whether the current response is known to have a chunked body, whose size only its end tells. */
  private isChunked = false;

  /** Whether what was received ends as a chunked body does; only then is it worth putting together and reading. */
  private mayEnd(): boolean {
    const tail: Buffer[] = [];
    for (let i = this.received.length - 1, length = 0; i >= 0 && length < LAST_CHUNK.length; i--) {
      tail.unshift(this.received[i].subarray(-LAST_CHUNK.length));
      length += this.received[i].length;
    }
    return Buffer.concat(tail).subarray(-LAST_CHUNK.length).equals(LAST_CHUNK);
  }

  private read(bytes: Buffer): Answer | null {
    const headEnd = bytes.indexOf(HEAD_END);
    if (headEnd < 0) return null;
    const head = bytes.toString('latin1', 0, headEnd);
    const status = Number(head.slice(9, 12));
    const start = headEnd + HEAD_END.length;
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
    if (length === undefined) {
      if (!/\r\ntransfer-encoding: chunked/i.test(head)) return { status, body: Buffer.alloc(0) };
      this.isChunked = true;
      const body = unchunked(bytes, start);
      return body === null ? null : { status, body };
    }
    this.wanted = start + Number(length);
    return bytes.length < this.wanted ? null : { status, body: bytes.subarray(start, this.wanted) };
  }
}

/** Decodes a chunked body; null while the last chunk has not arrived. */
function unchunked(bytes: Buffer, from: number): Buffer | null {
  const parts: Buffer[] = [];
  for (let at = from; ; ) {
    const lineEnd = bytes.indexOf(LINE_END, at);
    if (lineEnd < 0) return null;
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16);
    const end = lineEnd + LINE_END.length + size;
    if (bytes.length < end + LINE_END.length) return null;
    if (size === 0) return Buffer.concat(parts);
    parts.push(bytes.subarray(lineEnd + LINE_END.length, end));
    at = end + LINE_END.length;
  }
}
