import type { PlanningDocument } from '../../engine/instance/planningDocument.ts';
import { LiveDocument } from '../planning/liveDocument.ts';
import type { Endpoints, Exported } from '../server/endpoints.ts';
import type { TokenSource } from '../server/request.ts';
import { type ChangeMessage, type Connection, LayerSocket, type OtherMessage } from '../server/socket.ts';
import type { OpenLayer } from './boardState.ts';

export interface LiveLayerListener {
  /** The document is there; or is there anew, after too long a break. */
  loaded(document: LiveDocument, text: string): void;
  failed(error: unknown): void;
  /** A change was taken in. */
  changed(message: ChangeMessage): void;
  connection(state: Connection): void;
  other(message: OtherMessage): void;
  sessionOver(): void;
}

/**
 * One layer as it is, kept so: subscribes, loads, and takes in every change after what was loaded. A past state is loaded once, and
 * stays.
 */
export class LiveLayer {
  readonly #endpoints: Endpoints;
  readonly #layer: OpenLayer;
  readonly #listener: LiveLayerListener;
  readonly #socket: LayerSocket | null;
  #document: LiveDocument | null = null;
  /** Changes that came while the document was on its way. */
  #early: ChangeMessage[] = [];
  /** What was loaded holds everything up to this change; it is still to come. */
  #skipUntil: string | null = null;
  readonly #awaited = new Map<string, () => void>();
  #isClosed = false;
  #isLoading = false;

  constructor(tokens: TokenSource, endpoints: Endpoints, layer: OpenLayer, listener: LiveLayerListener) {
    this.#endpoints = endpoints;
    this.#layer = layer;
    this.#listener = listener;
    if (layer.change !== null) {
      this.#socket = null;
      void this.#load(null);
      return;
    }
    const { planning, workspace } = layer;
    this.#socket = new LayerSocket(
      tokens,
      { planning, workspace, since: () => this.#document?.change ?? null },
      {
        subscribed: (change) => {
          if (this.#document === null) void this.#load(change);
        },
        change: (message) => this.#take(message),
        reset: () => {
          this.#document = null;
          void this.#load(null);
        },
        other: (message) => listener.other(message),
        connection: (state) => listener.connection(state),
        sessionOver: () => listener.sessionOver(),
      },
    );
  }

  get document(): LiveDocument | null {
    return this.#document;
  }

  tellPresence(operation: string | null): void {
    this.#socket?.tellPresence(operation);
  }

  /** Resolves when the change has been taken in, or after a while: a connection may be down. */
  seen(change: string, patienceMs: number): Promise<void> {
    if (this.#document?.change === change) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, patienceMs);
      this.#awaited.set(change, () => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  close(): void {
    this.#isClosed = true;
    this.#socket?.close();
  }

  async #load(subscribed: string | null): Promise<void> {
    if (this.#isLoading) return;
    this.#isLoading = true;
    try {
      const exported = await this.#endpoints.exported(this.#layer, this.#layer.change);
      if (!this.#isClosed) this.#settle(exported, subscribed);
    } catch (error) {
      if (!this.#isClosed) this.#listener.failed(error);
    } finally {
      this.#isLoading = false;
    }
  }

  #settle({ text, change }: Exported, subscribed: string | null): void {
    const document = new LiveDocument(JSON.parse(text) as PlanningDocument, change ?? subscribed);
    this.#document = document;
    this.#skipUntil = change !== null && subscribed !== null && change !== subscribed ? change : null;
    const early = this.#early;
    this.#early = [];
    this.#listener.loaded(document, text);
    for (const message of early) this.#take(message);
  }

  #take(message: ChangeMessage): void {
    if (this.#document === null) {
      this.#early.push(message);
      return;
    }
    if (this.#skipUntil !== null) {
      if (message.change === this.#skipUntil) this.#skipUntil = null;
      return;
    }
    this.#document.take(
      message.change,
      message.events.map(({ data }) => data),
    );
    this.#awaited.get(message.change)?.();
    this.#awaited.delete(message.change);
    this.#listener.changed(message);
  }
}
