import type { TransactionSql } from '../connection/database.ts';

/** A hint that something changed. Subscribers read it again; a missing signal never proves that cached data is current. */
export type Signal =
  /** Planning key and change number; for a deleted planning, a number that no change will have. */
  | { readonly kind: 'change'; readonly planning: number; readonly change: number }
  /** Id of an optimization task. */
  | { readonly kind: 'task'; readonly id: string }
  /** Id of an optimization task, of which pieces were asked for or answered. */
  | { readonly kind: 'piece'; readonly run: string }
  /** Planning key, and the conflict whose mark changed. */
  | { readonly kind: 'mark'; readonly planning: number; readonly conflict: string }
  /** Planning key, and the repair whose state changed. */
  | { readonly kind: 'repair'; readonly planning: number; readonly repair: string }
  /** Planning key, and as text what a user is looking at. This is the only signal that carries data, since it is stored nowhere. */
  | { readonly kind: 'presence'; readonly planning: number; readonly text: string };

export interface SignalHandlers {
  readonly onSignal: (signal: Signal) => void;
  /** Called after each (re)connection: signals may have been missed, so read everything you follow. */
  readonly onReconnect: () => void;
}

/** A port with two implementations: LISTEN/NOTIFY on a PostgreSQL server, and in process on the embedded database. */
export interface Signals {
  /** Sends signals for what has just been committed. Does not wait. */
  committed(signals: readonly Signal[]): void;
  /** Sends signals in a transaction that the caller commits; they take effect with the commit. */
  announce(sql: TransactionSql, signals: readonly Signal[]): PromiseLike<unknown>;
  /** Resolves when listening. Returns a function that unsubscribes. */
  subscribe(handlers: SignalHandlers): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

export const payloadOf = (signal: Signal): string => {
  if (signal.kind === 'change') return `${signal.planning}:${signal.change}`;
  if (signal.kind === 'task') return `task:${signal.id}`;
  if (signal.kind === 'piece') return `piece:${signal.run}`;
  if (signal.kind === 'mark') return `mark:${signal.planning}:${signal.conflict}`;
  if (signal.kind === 'repair') return `repair:${signal.planning}:${signal.repair}`;
  return `presence:${signal.planning}:${signal.text}`;
};

/** Parses a payload; undefined if it is not one of these signals. */
export function signalOf(payload: string): Signal | undefined {
  if (payload.startsWith('task:')) return { kind: 'task', id: payload.slice(5) };
  if (payload.startsWith('piece:')) return { kind: 'piece', run: payload.slice(6) };
  const [, kind, planning, rest = ''] = /^(mark|presence|repair):(\d+):(.*)$/s.exec(payload) ?? [];
  if (kind === 'mark') return { kind, planning: Number(planning), conflict: rest };
  if (kind === 'repair') return { kind, planning: Number(planning), repair: rest };
  if (kind === 'presence') return { kind, planning: Number(planning), text: rest };
  const match = /^(\d+):(\d+)$/.exec(payload);
  return match === null ? undefined : { kind: 'change', planning: Number(match[1]), change: Number(match[2]) };
}
