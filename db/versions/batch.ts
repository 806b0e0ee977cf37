import type { TransactionSql } from '../connection/database.ts';
import type { Value } from './changesetStatement.ts';

/** Statements sent without waiting; their faults are collected, and thrown once the transaction is over. */
export class Batch {
  private readonly sent: Promise<{ readonly length: number }>[] = [];
  readonly sql: TransactionSql;
  /** Whoever decided what is written has sent statements of its own. */
  isUsed = false;

  constructor(sql: TransactionSql) {
    this.sql = sql;
  }

  /** A statement that answers one row. */
  send(text: string, values: readonly Value[]): void {
    const sent = Promise.resolve(this.sql.unsafe(text, [...values], { prepare: true }));
    sent.catch(() => {});
    this.sent.push(sent);
  }

  /** The first fault is the cause; PostgreSQL refuses the rest of the transaction because of it. */
  async settle(): Promise<void> {
    for (const sent of this.sent) {
      const { length } = await sent;
      if (length !== 1) throw new Error('A changeset found its planning at another change, though it held the lock.');
    }
  }
}
