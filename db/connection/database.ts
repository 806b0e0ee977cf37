import type { ISql, Sql as PostgresSql } from 'postgres';

/** int8 is read as number: every int8 here is a count, a key or epoch milliseconds, below 2^53. */
export type Types = { bigint: number };
/** The pool. Never use it inside a transaction: on the embedded database that waits for itself. */
export type Sql = PostgresSql<Types>;
/** A transaction's own handle; pass it down. */
export type TransactionSql = ISql<Types>;

export interface Database {
  readonly sql: Sql;
  /** `server`: PostgreSQL by network. `embedded`: PGlite, one connection, one process. */
  readonly place: 'server' | 'embedded';
  /**
   * Commits when `body` resolves, else rolls back. `body` may leave statements unawaited: they are sent before the commit, and when one of them fails
   * nothing is committed though this resolves. So whoever does that awaits them afterwards.
   */
  transaction<T>(body: (sql: TransactionSql) => Promise<T>): Promise<T>;
  /** Flushes and closes; embedded: releases the directory's lock. Idempotent. */
  close(): Promise<void>;
}
