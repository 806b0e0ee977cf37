import type { PlanningDocument } from '../engine/instance/planningDocument.ts';
import { type ClientMessage, EventSocket, type ServerMessage } from './eventSocket.ts';
import type { PlanningCopy } from './planningCopy.ts';
import { PlanningFollower } from './planningFollower.ts';
import type { Touched } from './planningPatch.ts';
import type { components } from './schema.d.ts';
import type { TokenSource } from './tidegate.ts';

/** One changeset of the followed layer. */
export type ChangeMessage = components['schemas']['ChangeMessage'];
/** What else the socket tells of the planning: its state, presence, conflicts, optimizations, marks. */
export type OtherMessage = Exclude<ServerMessage, ChangeMessage | { readonly type: 'subscribed' | 'reset' }>;
export type Connection = 'connected' | 'reconnecting' | 'offline';

export interface Export {
  readonly document: PlanningDocument;
  /** Its `X-Change-Id`. */
  readonly change: string | null;
}

export interface LivePlanningOptions {
  /** Of the service, as for `openTidegate`, with its scheme. */
  readonly url: string;
  readonly token: TokenSource;
  readonly planning: string;
  /** A draft; null: the mainline. */
  readonly workspace?: string | null;
  /** `GET …/export/?versions=true` of the same layer. */
  readonly load: () => Promise<Export>;
}

export interface LivePlanningListener {
  /** The planning is there; or is there anew, after too long a break. */
  loaded(copy: PlanningCopy): void;
  /** The copy has taken a change in. */
  changed(message: ChangeMessage, touched: Touched): void;
  connection?(state: Connection): void;
  other?(message: OtherMessage): void;
  /** The export could not be had, or a message not be taken in. */
  failed(error: unknown): void;
  /** There is no token any more. */
  over?(): void;
}

const FIRST_PAUSE_MS = 300;
const LONGEST_PAUSE_MS = 10_000;
/** A reconnection that takes longer is called being offline. */
const OFFLINE_AFTER_MS = 15_000;
const UNAUTHENTICATED = 4401;

/** What a browser knows of its network, and Node does not. */
const browser = globalThis as {
  readonly navigator?: { readonly onLine?: boolean };
  addEventListener?(type: 'online', listener: () => void): void;
  removeEventListener?(type: 'online', listener: () => void): void;
};

/**
 * A planning as it is, kept so: subscribes, loads, takes every change in, and comes back after each break. It loads while it connects;
 * where the two do not join, it loads once more.
 */
export class LivePlanning {
  private readonly options: LivePlanningOptions;
  private readonly listener: LivePlanningListener;
  private readonly follower: PlanningFollower<ChangeMessage>;
  private socket: EventSocket | null = null;
  private isClosed = false;
  private isConnected = false;
  private isLoading = false;
  /** The export that was asked for before there was a connection; null: it was not to be had, or is in the copy already. */
  private ahead: Promise<Export | null>;
  /** Subscriptions and resets so far. */
  private beginnings = 0;
  private attempts = 0;
  private lostAtMs = Date.now();
  private wake = (): void => {};
  private readonly cameOnline = (): void => this.wake();

  constructor(options: LivePlanningOptions, listener: LivePlanningListener) {
    this.options = options;
    this.listener = listener;
    this.follower = new PlanningFollower<ChangeMessage>(listener);
    browser.addEventListener?.('online', this.cameOnline);
    this.ahead = this.loadAhead();
    void this.run();
  }

  /** Null before it is loaded. */
  get copy(): PlanningCopy | null {
    return this.follower.needsExport ? null : this.follower.copy;
  }

  /** Goes out if there is a connection; else it is lost. */
  tell(message: ClientMessage): void {
    if (this.isConnected) this.socket?.send(message);
  }

  close(): void {
    this.isClosed = true;
    browser.removeEventListener?.('online', this.cameOnline);
    this.socket?.close();
    this.wake();
  }

  private async run(): Promise<void> {
    let refused: string | null = null;
    while (!this.isClosed) {
      const token: string | null | undefined = await this.options.token(refused).catch(() => undefined);
      if (this.isClosed) return;
      if (token === null) {
        this.listener.over?.();
        return;
      }
      if (token !== undefined) {
        const closeCode = await this.listen(token);
        refused = closeCode === UNAUTHENTICATED ? token : null;
      }
      await this.pause();
    }
  }

  /** One connection. Resolves to why it ended. */
  private async listen(token: string): Promise<number | null> {
    const { url, planning, workspace = null } = this.options;
    const socket = new EventSocket(url, token);
    this.socket = socket;
    const { since } = this.follower;
    socket.send({ type: 'subscribe', planning, workspace, since, batch: true });
    for await (const message of socket) {
      if (this.isClosed) break;
      try {
        this.hear(message, since);
      } catch (error) {
        this.listener.failed(error);
        // What it was meant for is loaded anew; messages go on after this one.
        const change = message.type === 'change' ? message.change : (this.copy?.change ?? null);
        this.begin({ type: 'reset', change });
      }
    }
    if (this.isConnected) this.lostAtMs = Date.now();
    this.isConnected = false;
    return socket.closeCode;
  }

  /** `since`: what the connection was asked to go on from. */
  private hear(message: ServerMessage, since: string | null): void {
    switch (message.type) {
      case 'subscribed': {
        const { change } = message as { readonly change: string | null };
        this.attempts = 0;
        this.isConnected = true;
        this.listener.connection?.('connected');
        // What was loaded ahead is at another change: what came between the two is told to nobody.
        const isApart = since === null && this.copy !== null && this.copy.change !== change;
        this.begin({ type: isApart ? 'reset' : 'subscribed', change });
        break;
      }
      case 'reset':
        this.begin(message as { readonly type: 'reset'; readonly change: string | null });
        break;
      case 'change':
        this.follower.take(message);
        break;
      default:
        this.listener.other?.(message as OtherMessage);
    }
  }

  private begin(message: { readonly type: 'subscribed' | 'reset'; readonly change: string | null }): void {
    this.beginnings++;
    this.follower.take(message);
    if (this.follower.needsExport) void this.load();
  }

  private async loadAhead(): Promise<Export | null> {
    try {
      const exported = await this.options.load();
      if (this.isClosed || this.beginnings > 0) return exported;
      this.follower.load(exported.document, exported.change);
    } catch {
      // It is asked for again once there is a connection, and whatever is wrong is told then.
    }
    return null;
  }

  private async load(): Promise<void> {
    if (this.isLoading) return;
    this.isLoading = true;
    try {
      const ahead = await this.ahead;
      this.ahead = Promise.resolve(null);
      if (this.isClosed) return;
      if (ahead !== null && this.follower.joins(ahead.change)) return this.follower.load(ahead.document, ahead.change);
      for (;;) {
        const begun = this.beginnings;
        const { document, change } = await this.options.load();
        if (this.isClosed) return;
        // Messages go on elsewhere than from where this export was asked for: between the two there may be a hole.
        if (begun !== this.beginnings) continue;
        this.follower.load(document, change);
        return;
      }
    } catch (error) {
      if (!this.isClosed) this.listener.failed(error);
    } finally {
      this.isLoading = false;
    }
  }

  private async pause(): Promise<void> {
    if (this.isClosed) return;
    const isLong = Date.now() - this.lostAtMs > OFFLINE_AFTER_MS || browser.navigator?.onLine === false;
    this.listener.connection?.(isLong ? 'offline' : 'reconnecting');
    const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** this.attempts++);
    await new Promise<void>((resolve) => {
      // Clients that lost the same server do not all come back at the same moment.
      const timer = setTimeout(resolve, pauseMs * (0.75 + Math.random() / 2));
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
