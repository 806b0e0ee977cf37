import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, Sql, TransactionSql } from '../connection/database.ts';
import { payloadOf, type Signal, type SignalHandlers, type Signals, signalOf } from './signals.ts';

const CHANNEL = 'tidegate';

/** The right implementation for where the database is. */
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
 * postgres.js listens on a connection of its own, and listens again when that was lost. A transaction that notifies holds a lock of the whole
 * server while its commit reaches the disk, so that no two commit together: what is committed is told after that, in a transaction that writes
 * nothing.
 */
class ServerSignals implements Signals {
  private readonly database: Database;
  private readonly handlers = new Set<SignalHandlers>();
  private listening: Promise<{ unlisten: () => Promise<void> }> | null = null;
  private readonly untold = new Set<string>();
  private telling: Promise<void> | null = null;
  private isClosed = false;

  constructor(database: Database) {
    this.database = database;
  }

  committed(signals: readonly Signal[]): void {
    for (const signal of signals) this.untold.add(payloadOf(signal));
    this.telling ??= this.tell();
  }

  announce(sql: TransactionSql, signals: readonly Signal[]) {
    return notify(sql, signals.map(payloadOf));
  }

  /** One statement for all that was committed during the one before. */
  private async tell(): Promise<void> {
    while (this.untold.size > 0) {
      const payloads = [...this.untold];
      this.untold.clear();
      try {
        await notify(this.database.sql, payloads);
      } catch {
        if (this.isClosed) break;
        for (const payload of payloads) this.untold.add(payload);
        await sleep(AGAIN_MS);
      }
    }
    this.telling = null;
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
      // The next one tries again.
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
    await this.telling;
    const listening = this.listening;
    this.listening = null;
    await (await listening?.catch(() => null))?.unlisten().catch(() => {});
  }
}

/** One process owns the embedded database, so what it commits is all there is to hear of. */
class ProcessSignals implements Signals {
  private readonly handlers = new Set<SignalHandlers>();

  /** Perhaps too early, perhaps for nothing: a signal only wakes. */
  async announce(_sql: TransactionSql, signals: readonly Signal[]): Promise<void> {
    this.committed(signals);
  }

  committed(signals: readonly Signal[]): void {
    // Later, as a notification would come: never from within the writer's call.
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
