import type { ISql, Sql as PostgresSql } from 'postgres';

/** int8 is read as a number: all int8 values here are counts, keys or epoch milliseconds below 2^53. */
export type Types = { bigint: number };
/** The connection pool. Never use it inside a transaction: on the embedded database, with its single connection, that would deadlock. */
export type Sql = PostgresSql<Types>;
/** The handle of a transaction; pass it down. */
export type TransactionSql = ISql<Types>;

export interface Database {
  readonly sql: Sql;
  /** `server` is PostgreSQL over the network; `embedded` is PGlite, with one connection and one process. */
  readonly place: 'server' | 'embedded';
  /**
   * Commits if `body` resolves, otherwise rolls back. `body` may leave statements unawaited, so that they are pipelined with the commit. If such a
   * statement fails, nothing is committed although this call resolves, so the caller must await those statements afterward.
   */
  transaction<T>(body: (sql: TransactionSql) => Promise<T>): Promise<T>;
  /** Flushes and closes; the embedded database also releases the directory's lock. Idempotent. */
  close(): Promise<void>;
}
