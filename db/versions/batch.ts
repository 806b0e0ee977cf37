import type { TransactionSql } from '../connection/database.ts';
import type { Value } from './changesetStatement.ts';

/** Sends statements without waiting for each. Their errors are collected, and thrown when the transaction is over. */
export class Batch {
  private readonly sent: Promise<{ readonly length: number }>[] = [];
  readonly sql: TransactionSql;
  /** Whether the caller's decision has used the transaction for statements of its own. */
  isUsed = false;

  constructor(sql: TransactionSql) {
    this.sql = sql;
  }

  /** Sends a statement that must return one row. */
  send(text: string, values: readonly Value[]): void {
    const sent = Promise.resolve(this.sql.unsafe(text, [...values], { prepare: true }));
    sent.catch(() => {});
    this.sent.push(sent);
  }

  /** Waits for all statements. The first error is the cause; PostgreSQL rejects the rest of the transaction because of it. */
  async settle(): Promise<void> {
    for (const sent of this.sent) {
      const { length } = await sent;
      if (length !== 1) throw new Error('A changeset found its planning at another change, though it held the lock.');
    }
  }
}
