import type { components } from './schema.d.ts';

export type ClientMessage = components['schemas']['ClientMessage'];
export type ServerMessage = components['schemas']['ServerMessage'];

/** A connection to `/v1/events/`. Sends messages, and iterates over received ones in order. */
export class EventSocket implements AsyncIterable<ServerMessage> {
  private readonly socket: WebSocket;
  private readonly opened: Promise<void>;
  private readonly messages: ServerMessage[] = [];
  private wake = (): void => {};
  /**
   * The close code: 4401 the credential has ended, 1013 try again: the client was too slow, or its credential could not be checked, 1001 the server
   * stops, 1006 the connection broke. Null while it is open.
   */
  closeCode: number | null = null;

  /** `url` is the address of the service, as for `openTidegate`, and so is `organization`; `token` is an API key or an access token. */
  constructor(url: string, token: string, organization?: string | null) {
    this.socket = new WebSocket(`${url.replace(/^http/, 'ws').replace(/\/+$/, '')}/v1/events/`);
    this.opened = new Promise((resolve) => {
      this.socket.addEventListener('open', () => resolve());
    });
    this.socket.addEventListener('message', ({ data }: { readonly data: unknown }) => {
      this.messages.push(JSON.parse(String(data)) as ServerMessage);
      this.wake();
    });
    this.socket.addEventListener('close', ({ code }: { readonly code: number }) => {
      this.closeCode = code;
      this.wake();
    });
    this.authenticate(token, organization);
  }

  /** Goes on with another token. */
  authenticate(token: string, organization?: string | null): void {
    this.send({ type: 'authenticate', token, ...(organization == null ? {} : { organization }) });
  }

  /** Sends a message once the socket is open; one that is closed sends none. Messages keep their order. */
  send(message: ClientMessage): void {
    const send = (): void => {
      if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
    };
    void this.opened.then(send);
  }

  close(): void {
    this.socket.close();
  }

  /** Ends when the socket closes. Leaving the loop keeps the socket open: messages are queued for the next loop. */
  async *[Symbol.asyncIterator](): AsyncGenerator<ServerMessage> {
    for (;;) {
      const next = this.messages.shift();
      if (next !== undefined) yield next;
      else if (this.closeCode !== null) return;
      else
        await new Promise<void>((resolve) => {
          this.wake = resolve;
        });
    }
  }
}
