import { once } from 'node:events';
import { type ClientOptions, WebSocket } from 'ws';
import { ServerMessage } from '../../api/contract/event.ts';
import { longNumbers } from '../../api/testing/longNumbers.ts';

type Message = Record<string, unknown> & { type: string };

/** A client of `/v1/events/` that checks every message against the contract. */
export class EventClient {
  readonly messages: Message[] = [];
  readonly socket: WebSocket;
  closeCode: number | null = null;
  private wake = (): void => {};

  /** Numbers with more digits than the API allows. */
  readonly faults: unknown[] = [];

  constructor(url: string, credential: string | null, options: ClientOptions = {}) {
    const headers = credential === null ? {} : { Authorization: `Token ${credential}` };
    this.socket = new WebSocket(url, { headers, ...options });
    this.socket.on('message', (data: Buffer) => {
      const message = ServerMessage.parse(JSON.parse(data.toString()));
      this.faults.push(...longNumbers(message));
      this.messages.push(message);
      this.wake();
    });
    this.socket.on('close', (code) => {
      this.closeCode = code;
      this.wake();
    });
  }

  /** Number of bytes received. */
  get bytes(): number {
    return (this.socket as unknown as { readonly _socket: { readonly bytesRead: number } })._socket.bytesRead;
  }

  async send(message: object): Promise<void> {
    if (this.socket.readyState === WebSocket.CONNECTING) await once(this.socket, 'open');
    this.socket.send(JSON.stringify(message));
  }

  /** Waits until the condition holds. */
  async until(holds: (client: this) => boolean): Promise<void> {
    while (!holds(this)) {
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
  }

  types(): string[] {
    return this.messages.map(({ type }) => type);
  }
}
