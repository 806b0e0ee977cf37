import type { Sql, TransactionSql } from './connection/database.ts';

type Value = string | number | boolean | null;

/** Runs a prepared statement with `$1`, `$2`, …; what its columns are called and hold is the caller's to say. */
export const query = <T extends object>(
  on: Sql | TransactionSql,
  text: string,
  values: readonly Value[] = [],
): Promise<T[]> => on.unsafe(text, [...values], { prepare: true }) as unknown as Promise<T[]>;

/** The first row of those. */
export const queryOne = async <T extends object>(...of: Parameters<typeof query>): Promise<T | undefined> =>
  (await query<T>(...of))[0];

/** SQL: epoch ms by the database's clock, the only one that all nodes share. */
export const CLOCK = 'floor(extract(epoch from clock_timestamp()) * 1000)::bigint';
