import { getTableColumns, getTableName } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Value } from '../query.ts';

export interface ColumnDescription {
  /** Property name. */
  readonly key: string;
  readonly name: string;
  /** PostgreSQL type, as in `create table`. */
  readonly type: string;
}

const described = new WeakMap<PgTable, readonly ColumnDescription[]>();

/** The columns of a table, in order of declaration. */
export const columnsOf = (table: PgTable): readonly ColumnDescription[] => {
  let columns = described.get(table);
  if (columns === undefined) {
    columns = Object.entries(getTableColumns(table)).map(([key, column]) => ({
      key,
      name: column.name,
      type: column.getSQLType().replace(/^serial$/, 'integer'),
    }));
    described.set(table, columns);
  }
  return columns;
};

const quote = (name: string) => `"${name}"`;

/**
 * Select list such as `"from_change" as "fromChange", …`, qualified by `alias` if it is given. `instead` replaces columns by expressions, by property
 * name.
 */
export const selectList = (table: PgTable, alias?: string, instead: Readonly<Record<string, string>> = {}): string =>
  columnsOf(table)
    .map(({ key, name }) => {
      const column = instead[key] ?? `${alias === undefined ? '' : `${alias}.`}${quote(name)}`;
      return `${column} as ${quote(key)}`;
    })
    .join(', ');

/** For `instead`: the PlanningRef of the row `p` of `plannings`. */
export const PLANNING = { planning: `json_build_object('key', p.key, 'id', p.id, 'organization', p.organization)` };

/**
 * Returns `"name" = $n::type` for each member that is present and is a column, and appends its value to `values`. Objects are written as JSON; a text
 * for a column of JSON is JSON already.
 */
export const assignmentsOf = (
  table: PgTable,
  change: Readonly<Record<string, Value | object | undefined>>,
  values: Value[],
): string[] =>
  columnsOf(table).flatMap(({ key, name, type }) => {
    const value = change[key];
    if (value === undefined) return [];
    values.push(typeof value === 'object' && value !== null ? JSON.stringify(value) : value);
    return [`${quote(name)} = $${values.length}::${type === 'jsonb' ? 'text::jsonb' : type}`];
  });

/**
 * An `insert into … select` of the rows in `parameter`: JSON text of an array of objects whose members are the columns' property names. Missing
 * members become null.
 */
export function insertFrom(table: PgTable, parameter: string): string {
  const columns = columnsOf(table);
  return `insert into ${quote(getTableName(table))} (${columns.map(({ name }) => quote(name)).join(', ')})
    select ${columns.map(({ key }) => `r.${quote(key)}`).join(', ')}
    from json_to_recordset(${parameter}::text::json) as r (${columns.map(({ key, type }) => `${quote(key)} ${type}`).join(', ')})`;
}
