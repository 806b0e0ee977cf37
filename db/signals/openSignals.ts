import type { Database } from '../connection/database.ts';
import { payloadOf, type Signal, type SignalHandlers, type Signals, signalOf } from './signals.ts';

const CHANNEL = 'tidegate';

/** The right implementation for where the database is. */
export const openSignals = (database: Database): Signals =>
  database.place === 'server' ? new ServerSignals(database) : new ProcessSignals();

/** postgres.js listens on a connection of its own, and listens again when that was lost. */
class ServerSignals implements Signals {
  readonly #database: Database;
  readonly #handlers = new Set<SignalHandlers>();
  #listening: Promise<{ unlisten: () => Promise<void> }> | null = null;

  constructor(database: Database) {
    this.#database = database;
  }

  announce(sql: Parameters<Signals['announce']>[0], signals: readonly Signal[]) {
    const payloads = JSON.stringify(signals.map(payloadOf));
    return sql.unsafe(
      `select pg_notify('${CHANNEL}', payload) from json_array_elements_text($1::text::json) as payload`,
      [payloads],
      { prepare: true },
    );
  }

  committed(): void {}

  async subscribe(handlers: SignalHandlers) {
    this.#handlers.add(handlers);
    const isFirst = this.#listening === null;
    this.#listening ??= this.#database.sql.listen(
      CHANNEL,
      (payload) => {
        const signal = signalOf(payload);
        if (signal !== undefined) for (const { onSignal } of this.#handlers) onSignal(signal);
      },
      () => {
        for (const { onReconnect } of this.#handlers) onReconnect();
      },
    );
    await this.#listening;
    if (!isFirst) handlers.onReconnect();
    return async () => {
      this.#handlers.delete(handlers);
    };
  }

  async close(): Promise<void> {
    this.#handlers.clear();
    const listening = this.#listening;
    this.#listening = null;
    await (await listening?.catch(() => null))?.unlisten().catch(() => {});
  }
}

/** One process owns the embedded database, so what it commits is all there is to hear of. */
class ProcessSignals implements Signals {
  readonly #handlers = new Set<SignalHandlers>();

  announce(): null {
    return null;
  }

  committed(signals: readonly Signal[]): void {
    // Later, as a notification would come: never from within the writer's call.
    const handlers = [...this.#handlers];
    setImmediate(() => {
      for (const handler of handlers) {
        for (const signal of signals) if (this.#handlers.has(handler)) handler.onSignal(signal);
      }
    });
  }

  async subscribe(handlers: SignalHandlers) {
    this.#handlers.add(handlers);
    handlers.onReconnect();
    return async () => {
      this.#handlers.delete(handlers);
    };
  }

  async close(): Promise<void> {
    this.#handlers.clear();
  }
}
