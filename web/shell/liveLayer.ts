import {
  type ChangeMessage,
  type Connection,
  type Export,
  LivePlanning,
  type OtherMessage,
} from '../../client/livePlanning.ts';
import { PlanningCopy } from '../../client/planningCopy.ts';
import { parseDocument } from '../../engine/instance/planningDocument.ts';
import { LiveDocument } from '../planning/liveDocument.ts';
import type { Reach } from '../server/reach.ts';
import type { OpenLayer } from './boardState.ts';

export interface LiveLayerListener {
  /** Called when the document was loaded, and again when it was reloaded after too long a break. */
  loaded(document: LiveDocument, text: string): void;
  failed(error: unknown): void;
  /** Called when a change was applied. */
  changed(message: ChangeMessage): void;
  connection(state: Connection): void;
  other(message: OtherMessage): void;
}

/** A layer for the board, kept up to date. A past state is loaded once and does not change. */
export class LiveLayer {
  private readonly live: LivePlanning | null = null;
  private document: LiveDocument | null = null;
  private readonly awaited = new Map<string, () => void>();
  private isClosed = false;

  constructor(reach: Reach, layer: OpenLayer, listener: LiveLayerListener) {
    let text = '';
    const load = async (): Promise<Export> => {
      const exported = await reach.endpoints.exported(layer, layer.change);
      text = exported.text;
      return { document: parseDocument(text), change: exported.change };
    };
    const loaded = (copy: PlanningCopy): void => {
      this.document = new LiveDocument(copy);
      listener.loaded(this.document, text);
    };
    const { planning, workspace } = layer;
    const { token } = reach;
    if (layer.change !== null) {
      void this.loadPast(load, loaded, listener);
      return;
    }
    this.live = new LivePlanning(
      {
        url: location.origin,
        token,
        planning,
        workspace,
        load,
        get organization() {
          return reach.organization;
        },
      },
      {
        loaded,
        changed: (message, touched) => {
          this.document?.taken(message.change, touched);
          this.awaited.get(message.change)?.();
          this.awaited.delete(message.change);
          listener.changed(message);
        },
        connection: (state) => listener.connection(state),
        other: (message) => {
          // The planning does not exist, or the user has no access: it will never load.
          if (message.type === 'error' && this.document === null) listener.failed(new Error(message.detail));
          listener.other(message);
        },
        failed: (error) => listener.failed(error),
      },
    );
  }

  private async loadPast(
    load: () => Promise<Export>,
    loaded: (copy: PlanningCopy) => void,
    listener: LiveLayerListener,
  ): Promise<void> {
    try {
      const { document, change } = await load();
      if (!this.isClosed) loaded(new PlanningCopy(document, change));
    } catch (error) {
      if (!this.isClosed) listener.failed(error);
    }
  }

  tellPresence(operation: string | null): void {
    this.live?.send({ type: 'presence', operation });
  }

  /** Continues with the new token of the session. */
  renew(): void {
    void this.live?.renew();
  }

  /** Resolves when the change was applied, or after `patienceMs`, since the connection may be down. What is closed applies none. */
  seen(change: string, patienceMs: number): Promise<void> {
    if (this.isClosed || this.document?.change === change) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, patienceMs);
      this.awaited.set(change, () => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  close(): void {
    this.isClosed = true;
    this.live?.close();
    for (const go of this.awaited.values()) go();
  }
}
