import type { Diff } from '../planning/patch.ts';
import type { TokenSource } from './request.ts';

export type Connection = 'connected' | 'reconnecting' | 'offline';

export interface Author {
  readonly id: string;
  readonly name: string;
}

/** One changeset of the subscribed layer, as `batch: true` tells it. */
export interface ChangeMessage {
  readonly type: 'change';
  readonly change: string;
  readonly workspace: string | null;
  readonly author: Author | null;
  readonly source: string;
  readonly message: string | null;
  readonly at: string;
  readonly events: readonly { readonly type: string; readonly data: Diff }[];
}

/** Everything else that is said; the board looks at what it knows. */
export interface OtherMessage {
  readonly type: string;
  readonly [member: string]: unknown;
}

export interface SocketListener {
  /** The layer is subscribed to from this change on: what is loaded now joins without a hole. */
  subscribed(change: string | null): void;
  change(message: ChangeMessage): void;
  /** Too far behind: everything has to be loaded again. */
  reset(): void;
  other(message: OtherMessage): void;
  connection(state: Connection): void;
  /** Nobody is logged in any more. */
  sessionOver(): void;
}

export interface Subscription {
  readonly planning: string;
  readonly workspace: string | null;
  /** The last change that is known here; asked for at each (re)connection. */
  readonly since: () => string | null;
}

const FIRST_PAUSE_MS = 300;
const LONGEST_PAUSE_MS = 10_000;
/** A reconnection that takes longer is called being offline. */
const OFFLINE_AFTER_MS = 15_000;
const UNAUTHENTICATED = 4401;

/** The live side of one layer: subscribes, comes back after each break, asks for what was missed. */
export class LayerSocket {
  readonly #tokens: TokenSource;
  readonly #subscription: Subscription;
  readonly #listener: SocketListener;
  #socket: WebSocket | null = null;
  #isClosed = false;
  #attempts = 0;
  #lostAt = Date.now();
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #wake = (): void => this.#retryNow();

  constructor(tokens: TokenSource, subscription: Subscription, listener: SocketListener) {
    this.#tokens = tokens;
    this.#subscription = subscription;
    this.#listener = listener;
    addEventListener('online', this.#wake);
    void this.#open();
  }

  /** Tells the planning's others what is looked at. */
  tellPresence(operation: string | null): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#send({ type: 'presence', operation });
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    removeEventListener('online', this.#wake);
    this.#socket?.close();
  }

  async #open(): Promise<void> {
    let token: string | null;
    try {
      token = this.#tokens.token() ?? (await this.#tokens.renew(null));
    } catch {
      this.#pause();
      return;
    }
    if (this.#isClosed) return;
    if (token === null) {
      this.#listener.sessionOver();
      return;
    }
    const sent = token;
    const socket = new WebSocket(`${location.protocol === 'https:' ? 'wss:' : 'ws:'}//${location.host}/v1/events/`);
    this.#socket = socket;
    socket.addEventListener('open', () => {
      const { planning, workspace, since } = this.#subscription;
      const known = since();
      this.#send({ type: 'authenticate', token: sent });
      this.#send({
        type: 'subscribe',
        planning,
        ...(workspace === null ? {} : { workspace }),
        ...(known === null ? {} : { since: known }),
        batch: true,
      });
    });
    socket.addEventListener('message', ({ data }) => this.#hear(JSON.parse(String(data)) as OtherMessage));
    socket.addEventListener('close', ({ code }) => void this.#lost(socket, code, sent));
  }

  #hear(message: OtherMessage): void {
    switch (message.type) {
      case 'subscribed':
        this.#attempts = 0;
        this.#listener.connection('connected');
        this.#listener.subscribed((message['change'] as string | null) ?? null);
        break;
      case 'change':
        this.#listener.change(message as unknown as ChangeMessage);
        break;
      case 'reset':
        this.#listener.reset();
        break;
      default:
        this.#listener.other(message);
    }
  }

  async #lost(socket: WebSocket, code: number, token: string): Promise<void> {
    if (this.#isClosed || this.#socket !== socket) return;
    this.#socket = null;
    if (this.#attempts === 0) this.#lostAt = Date.now();
    if (code === UNAUTHENTICATED) {
      const renewed = await this.#tokens.renew(token).catch(() => token);
      if (renewed === null) {
        this.#listener.sessionOver();
        return;
      }
    }
    this.#pause();
  }

  #pause(): void {
    if (this.#isClosed) return;
    const isLong = Date.now() - this.#lostAt > OFFLINE_AFTER_MS || !navigator.onLine;
    this.#listener.connection(isLong ? 'offline' : 'reconnecting');
    const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** this.#attempts++);
    // Boards that lost the same server do not all come back at the same moment.
    this.#timer = setTimeout(() => void this.#open(), pauseMs * (0.75 + Math.random() / 2));
  }

  #retryNow(): void {
    if (this.#isClosed || this.#socket !== null) return;
    clearTimeout(this.#timer);
    void this.#open();
  }

  #send(message: object): void {
    this.#socket?.send(JSON.stringify(message));
  }
}
