import type { TransactionSql } from '../connection/database.ts';

/** What another node may want to look at. A signal wakes; it never proves that what one has is fresh. */
export type Signal =
  /** Planning key and change number; when the planning is deleted, the number that comes no more. */
  | { readonly kind: 'change'; readonly planning: number; readonly change: number }
  /** Optimization task's id. */
  | { readonly kind: 'task'; readonly id: string }
  /** Planning key and the conflict whose mark changed. */
  | { readonly kind: 'mark'; readonly planning: number; readonly conflict: string }
  /** Planning key and what somebody looks at, as text: the one signal that says something itself, since it is kept nowhere. */
  | { readonly kind: 'presence'; readonly planning: number; readonly text: string };

export interface SignalHandlers {
  readonly onSignal: (signal: Signal) => void;
  /** After each (re)connection: signals may have been missed, so look at everything you follow. */
  readonly onReconnect: () => void;
}

/** Port with two implementations: LISTEN/NOTIFY on a PostgreSQL server, in process on the embedded database. */
export interface Signals {
  /** What has just been committed. Told at once, and nobody is held up. */
  committed(signals: readonly Signal[]): void;
  /** Inside a transaction that somebody else commits: told then. */
  announce(sql: TransactionSql, signals: readonly Signal[]): PromiseLike<unknown>;
  /** Resolves when listening. Answers how to stop. */
  subscribe(handlers: SignalHandlers): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

export const payloadOf = (signal: Signal): string => {
  if (signal.kind === 'change') return `${signal.planning}:${signal.change}`;
  if (signal.kind === 'task') return `task:${signal.id}`;
  if (signal.kind === 'mark') return `mark:${signal.planning}:${signal.conflict}`;
  return `presence:${signal.planning}:${signal.text}`;
};

/** Undefined for what is not one of ours. */
export function signalOf(payload: string): Signal | undefined {
  if (payload.startsWith('task:')) return { kind: 'task', id: payload.slice(5) };
  const [, kind, planning, rest = ''] = /^(mark|presence):(\d+):(.*)$/s.exec(payload) ?? [];
  if (kind === 'mark') return { kind, planning: Number(planning), conflict: rest };
  if (kind === 'presence') return { kind, planning: Number(planning), text: rest };
  const match = /^(\d+):(\d+)$/.exec(payload);
  return match === null ? undefined : { kind: 'change', planning: Number(match[1]), change: Number(match[2]) };
}
