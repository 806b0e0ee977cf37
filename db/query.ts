import type { Sql, TransactionSql } from './connection/database.ts';

export type Value = string | number | boolean | null;

/** Runs a prepared statement with the parameters `$1`, `$2`, …. The caller is responsible for the row type. */
export const query = <T extends object>(
  on: Sql | TransactionSql,
  text: string,
  values: readonly Value[] = [],
): Promise<T[]> => on.unsafe<T[]>(text, [...values], { prepare: true });

/** The first row of the result; undefined if it is empty. */
export const queryOne = async <T extends object>(...of: Parameters<typeof query>): Promise<T | undefined> =>
  (await query<T>(...of))[0];

/** SQL expression for epoch milliseconds by the database's clock, which is the only clock that all nodes share. */
export const CLOCK = 'floor(extract(epoch from clock_timestamp()) * 1000)::bigint';
