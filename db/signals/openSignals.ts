import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, Sql, TransactionSql } from '../connection/database.ts';
import { payloadOf, type Signal, type SignalHandlers, type Signals, signalOf } from './signals.ts';

const CHANNEL = 'tidegate';

/** Opens the implementation that fits the kind of database. */
export const openSignals = (database: Database): Signals =>
  database.place === 'server' ? new ServerSignals(database) : new ProcessSignals();

const AGAIN_MS = 250;

const notify = (sql: Sql | TransactionSql, payloads: Iterable<string>): Promise<unknown> =>
  sql.unsafe(
    `select pg_notify('${CHANNEL}', payload) from json_array_elements_text($1::text::json) as payload`,
    [JSON.stringify([...payloads])],
    { prepare: true },
  );

/**
 * Signals by LISTEN/NOTIFY. postgres.js listens on a connection of its own, and reconnects when it is lost. A transaction that notifies holds a
 * server-wide lock until its commit is on disk, which prevents group commit. Therefore notifications are sent after the commit, in a transaction that
 * writes nothing.
 */
class ServerSignals implements Signals {
  private readonly database: Database;
  private readonly handlers = new Set<SignalHandlers>();
  private listening: Promise<{ unlisten: () => Promise<void> }> | null = null;
  private readonly pending = new Set<string>();
  private sending: Promise<void> | null = null;
  private isClosed = false;

  constructor(database: Database) {
    this.database = database;
  }

  committed(signals: readonly Signal[]): void {
    for (const signal of signals) this.pending.add(payloadOf(signal));
    if (this.pending.size > 0) this.sending ??= this.sendPending();
  }

  announce(sql: TransactionSql, signals: readonly Signal[]) {
    return notify(sql, signals.map(payloadOf));
  }

  /** Sends everything that was queued during the previous statement with one statement. */
  private async sendPending(): Promise<void> {
    while (this.pending.size > 0) {
      const payloads = [...this.pending];
      this.pending.clear();
      try {
        await notify(this.database.sql, payloads);
      } catch {
        if (this.isClosed) break;
        for (const payload of payloads) this.pending.add(payload);
        await sleep(AGAIN_MS);
      }
    }
    this.sending = null;
  }

  async subscribe(handlers: SignalHandlers) {
    this.handlers.add(handlers);
    const isFirst = this.listening === null;
    this.listening ??= this.database.sql.listen(
      CHANNEL,
      (payload) => {
        const signal = signalOf(payload);
        if (signal !== undefined) for (const { onSignal } of this.handlers) onSignal(signal);
      },
      () => {
        for (const { onReconnect } of this.handlers) onReconnect();
      },
    );
    const listening = this.listening;
    try {
      await listening;
    } catch (error) {
      // The next call tries again.
      if (this.listening === listening) this.listening = null;
      this.handlers.delete(handlers);
      throw error;
    }
    if (!isFirst) handlers.onReconnect();
    return async () => {
      this.handlers.delete(handlers);
    };
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.handlers.clear();
    await this.sending;
    const listening = this.listening;
    this.listening = null;
    await (await listening?.catch(() => null))?.unlisten().catch(() => {});
  }
}

/** Signals within one process, which suffice because one process owns the embedded database. */
class ProcessSignals implements Signals {
  private readonly handlers = new Set<SignalHandlers>();

  /** This may signal too early, or for a transaction that rolls back; a signal is only a hint to look. */
  async announce(_sql: TransactionSql, signals: readonly Signal[]): Promise<void> {
    this.committed(signals);
  }

  committed(signals: readonly Signal[]): void {
    // Asynchronously, as a notification would arrive; never within the writer's call.
    const handlers = [...this.handlers];
    setImmediate(() => {
      for (const handler of handlers) {
        for (const signal of signals) if (this.handlers.has(handler)) handler.onSignal(signal);
      }
    });
  }

  async subscribe(handlers: SignalHandlers) {
    this.handlers.add(handlers);
    handlers.onReconnect();
    return async () => {
      this.handlers.delete(handlers);
    };
  }

  async close(): Promise<void> {
    this.handlers.clear();
  }
}
