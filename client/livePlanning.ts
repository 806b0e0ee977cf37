import type { PlanningDocument } from '../engine/instance/planningDocument.ts';
import { type ClientMessage, EventSocket, type ServerMessage } from './eventSocket.ts';
import type { PlanningCopy } from './planningCopy.ts';
import { PlanningFollower } from './planningFollower.ts';
import type { Touched } from './planningPatch.ts';
import type { components } from './schema.d.ts';
import { ServiceError } from './serviceError.ts';
import type { TokenSource } from './tidegate.ts';

/** One changeset of the followed layer. */
export type ChangeMessage = components['schemas']['ChangeMessage'];
/** All other messages about the planning: its state, presence, conflicts, optimizations, marks. */
export type OtherMessage = Exclude<ServerMessage, ChangeMessage | { readonly type: 'subscribed' | 'reset' }>;
export type Connection = 'connected' | 'reconnecting' | 'offline';

export interface Export {
  readonly document: PlanningDocument;
  /** The `X-Change-Id` of the export. */
  readonly change: string | null;
}

export interface LivePlanningOptions {
  /** The address of the service, as for `openTidegate`, with its scheme. */
  readonly url: string;
  readonly token: TokenSource;
  readonly planning: string;
  /** The id of a draft; null for the mainline. */
  readonly workspace?: string | null;
  /** As for `openTidegate`. */
  readonly organization?: string | null;
  /** Requests `GET …/export/?versions=true` of the same layer. */
  readonly load: () => Promise<Export>;
}

export interface LivePlanningListener {
  /** Called when the planning was loaded, and again when it was reloaded after too long a break. */
  loaded(copy: PlanningCopy): void;
  /** Called when a change was applied to the copy. */
  changed(message: ChangeMessage, touched: Touched): void;
  connection?(state: Connection): void;
  other?(message: OtherMessage): void;
  /** Called when the export could not be loaded, or a message could not be applied. Unless the service refuses the export, it is requested again. */
  failed(error: unknown): void;
  /** Called when there is no valid token any more. */
  over?(): void;
}

const FIRST_PAUSE_MS = 300;
const LONGEST_PAUSE_MS = 10_000;
/** When reconnecting takes longer than this, the state becomes offline. */
const OFFLINE_AFTER_MS = 15_000;
const UNAUTHENTICATED = 4401;

/** How long to wait after that many failures. The jitter keeps clients that lost the same server from coming back all at once. */
const pauseMs = (failures: number): number =>
  Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures) * (0.75 + Math.random() / 2);

/** Whether the same request may succeed later: there was no response, or the service or a proxy before it had a problem of its own. */
const mayPass = (error: unknown): boolean =>
  !(error instanceof ServiceError) || error.status >= 500 || error.retryAfterSeconds !== null;

/** The browser's interface for the state of the network, which Node does not have. */
const browser = globalThis as {
  readonly navigator?: { readonly onLine?: boolean };
  addEventListener?(type: 'online', listener: () => void): void;
  removeEventListener?(type: 'online', listener: () => void): void;
};

/**
 * A copy of a planning that is kept up to date: it subscribes, loads the export, applies every change, and reconnects after each break. It loads
 * while it connects; when changes between the export and the subscription are missing, it subscribes again from the change of the export.
 */
export class LivePlanning {
  private readonly options: LivePlanningOptions;
  private readonly listener: LivePlanningListener;
  private readonly follower: PlanningFollower<ChangeMessage>;
  private socket: EventSocket | null = null;
  /** The token with which the socket was authenticated last. */
  private token: string | null = null;
  private isClosed = false;
  private isConnected = false;
  private isLoading = false;
  /** The export that was requested before there was a connection; null when it failed or was used already. */
  private ahead: Promise<Export | null>;
  /** How many subscriptions and resets there were so far. */
  private beginnings = 0;
  /** How many subscriptions of this connection were not confirmed yet. The changes of all but the last one do not matter. */
  private unconfirmed = 0;
  /** The change from which the messages of the last subscription continue; null: from whatever is current when the server receives it. */
  private since: string | null = null;
  private attempts = 0;
  /** How often in a row the export could not be loaded. */
  private failures = 0;
  private reload: ReturnType<typeof setTimeout> | undefined;
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

  /** The copy; null before it is loaded. */
  get copy(): PlanningCopy | null {
    return this.follower.needsExport ? null : this.follower.copy;
  }

  /** Sends a message when there is a connection; otherwise the message is dropped. */
  send(message: ClientMessage): void {
    if (this.isConnected) this.socket?.send(message);
  }

  /** Authenticates the open connection with the present token of the source, so that it stays open when the one before ends. */
  async renew(): Promise<void> {
    const token = await this.options.token(null).catch(() => null);
    if (token === null || token === this.token || this.isClosed) return;
    this.token = token;
    this.socket?.authenticate(token, this.options.organization);
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.reload);
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
        refused = closeCode === UNAUTHENTICATED ? this.token : null;
      }
      await this.pause();
    }
  }

  /** Handles one connection. Resolves with its close code. */
  private async listen(token: string): Promise<number | null> {
    const socket = new EventSocket(this.options.url, token, this.options.organization);
    this.socket = socket;
    this.token = token;
    this.unconfirmed = 0;
    this.subscribe();
    for await (const message of socket) {
      if (this.isClosed) break;
      try {
        this.receive(message);
      } catch (error) {
        this.listener.failed(error);
        // The copy is loaded again, and the following messages continue from this one.
        const change = message.type === 'change' ? message.change : (this.copy?.change ?? null);
        this.begin({ type: 'reset', change });
      }
    }
    if (this.isConnected) this.lostAtMs = Date.now();
    this.isConnected = false;
    return socket.closeCode;
  }

  private subscribe(): void {
    const { planning, workspace = null } = this.options;
    this.since = this.follower.since;
    this.unconfirmed++;
    this.socket?.send({ type: 'subscribe', planning, workspace, since: this.since, batch: true });
  }

  private receive(message: ServerMessage): void {
    switch (message.type) {
      case 'subscribed': {
        const { change } = message;
        this.attempts = 0;
        if (--this.unconfirmed > 0) return;
        // The export was loaded meanwhile, and is at another change: no message of this subscription has the changes between the two.
        const isApart = this.since === null && this.copy !== null && this.copy.change !== change;
        if (isApart && this.follower.since !== null) return this.subscribe();
        if (!this.isConnected) this.listener.connection?.('connected');
        this.isConnected = true;
        this.begin({ type: isApart ? 'reset' : 'subscribed', change });
        break;
      }
      case 'reset':
        if (this.unconfirmed === 0) this.begin(message);
        break;
      case 'change':
        if (this.unconfirmed === 0) this.follower.take(message);
        break;
      default:
        this.listener.other?.(message);
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
      // The export is requested again once there is a connection, and an error is reported then.
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
      if (ahead !== null && ahead.change !== null) {
        this.follower.take({ type: 'subscribed', change: ahead.change });
        this.follower.load(ahead.document, ahead.change);
        return this.subscribe();
      }
      for (;;) {
        const begun = this.beginnings;
        const { document, change } = await this.options.load();
        if (this.isClosed) return;
        // The subscription began anew while this export was loading, so changes between the two may be missing.
        if (begun !== this.beginnings) continue;
        this.follower.load(document, change);
        this.failures = 0;
        return;
      }
    } catch (error) {
      if (this.isClosed) return;
      this.listener.failed(error);
      if (mayPass(error)) this.loadLater();
    } finally {
      this.isLoading = false;
    }
  }

  /** Requests the export once more after a while; a new connection does so at once. */
  private loadLater(): void {
    clearTimeout(this.reload);
    this.reload = setTimeout(
      () => {
        if (this.isConnected && this.follower.needsExport) void this.load();
      },
      pauseMs(this.failures++),
    );
  }

  private async pause(): Promise<void> {
    if (this.isClosed) return;
    const isLong = Date.now() - this.lostAtMs > OFFLINE_AFTER_MS || browser.navigator?.onLine === false;
    this.listener.connection?.(isLong ? 'offline' : 'reconnecting');
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pauseMs(this.attempts++));
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
