import type { Ports } from '../../schedule/ports.ts';

/** What another node may want looked at; the same on every node, in no promised order. */
export type EventSignal =
  | { readonly kind: 'change'; readonly planning: number; readonly change: number }
  | { readonly kind: 'task'; readonly id: string };

/** The database's signals. A signal wakes; what happened is read from the store. */
export interface EventSignals {
  subscribe(handlers: {
    readonly onSignal: (signal: EventSignal) => void;
    /** After each (re)connection: signals may have been missed. */
    readonly onReconnect: () => void;
  }): Promise<() => Promise<void>>;
}

/** What events are read from. */
export interface EventSources extends Pick<Ports, 'store' | 'runs'> {
  readonly signals: EventSignals;
}
