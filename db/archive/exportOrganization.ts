import { migrations } from '../connection/migrate.ts';
import type { Database, TransactionSql } from '../connection/database.ts';
import { StoreError } from '../storeError.ts';
import { ARCHIVED, ARCHIVED_USERS } from './archivedTables.ts';

export const FORMAT = 'tidegate/organization@1';
/** Number of rows fetched at a time. */
const PAGE = 1000;

export type ArchiveRow = Record<string, unknown>;

/**
 * A line of an archive: the first one has the format, each further one a row, and the last one the number of rows, by which a truncated file is
 * detected.
 */
export type ArchiveLine =
  | { readonly format: typeof FORMAT; readonly organization: string; readonly schema: readonly string[] }
  | { readonly table: string; readonly row: ArchiveRow }
  | { readonly rows: number };

/** The names of the migrations that define the columns of the rows. */
export const schemaNames = (): readonly string[] => migrations().map(({ name }) => name);

/** Writes a whole organization from one snapshot, and returns the number of rows. Throws planning_not_found if there is no such organization. */
export const exportOrganization = (
  database: Database,
  organization: string,
  write: (line: ArchiveLine) => Promise<void>,
): Promise<number> =>
  database.transaction(async (sql) => {
    await sql`set transaction isolation level repeatable read, read only`;
    const [found] = await sql`select id from organizations where id = ${organization}`;
    if (found === undefined) throw new StoreError('planning_not_found', `There is no organization ${organization}.`);
    await write({ format: FORMAT, organization, schema: schemaNames() });
    let rows = 0;
    const writeRows = async (table: string, query: string, without: readonly string[] = []): Promise<void> => {
      for await (const row of pages(sql, query, organization)) {
        for (const column of without) row[column] = null;
        await write({ table, row });
        rows++;
      }
    };
    await writeRows('users', ARCHIVED_USERS);
    for (const { table, rows: condition, without } of ARCHIVED) {
      await writeRows(table, `select t.* from ${table} t where ${condition}`, without);
    }
    await write({ rows });
    return rows;
  });

async function* pages(sql: TransactionSql, query: string, organization: string): AsyncGenerator<ArchiveRow> {
  await sql.unsafe(`declare archived no scroll cursor for select to_jsonb(t) as row from (${query}) t`, [organization]);
  for (;;) {
    const rows = await sql.unsafe<{ row: ArchiveRow }[]>(`fetch ${PAGE} from archived`);
    for (const { row } of rows) yield row;
    if (rows.length < PAGE) break;
  }
  await sql`close archived`;
}
