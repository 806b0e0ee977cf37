import { codeOf, messageOf } from '../../engine/messageOf.ts';
import { isRecord } from '../../engine/recordOf.ts';
import type { Database, TransactionSql } from '../connection/database.ts';
import { StoreError } from '../storeError.ts';
import { newId } from '../versions/newId.ts';
import { ARCHIVED, type ArchivedTable, type FreshValues } from './archivedTables.ts';
import { type ArchiveLine, type ArchiveRow, FORMAT, schemaNames } from './exportOrganization.ts';

/** Number of rows inserted at a time. */
const BATCH = 500;

const refused = (message: string): StoreError => new StoreError('value_refused', message);

export interface Imported {
  readonly organization: string;
  readonly rows: number;
  /** Email addresses of the users that were created; they have no password. */
  readonly newUsers: readonly string[];
}

/**
 * Imports an archive in one transaction. Throws value_refused if it is not a complete archive of this schema, and id_taken if it conflicts with
 * existing rows.
 */
export const importOrganization = (
  database: Database,
  lines: AsyncIterable<string>,
  fresh: FreshValues,
): Promise<Imported> =>
  database.transaction(async (sql) => {
    const writer = new ArchiveWriter(sql, fresh);
    let organization: string | null = null;
    let isWhole = false;
    for await (const line of lines) {
      if (line === '') continue;
      const read = lineOf(line);
      if (organization === null) organization = await begun(sql, read);
      else if ('rows' in read) isWhole = read.rows === writer.rows;
      else if ('table' in read) await writer.add(read.table, read.row);
    }
    if (organization === null || !isWhole) throw refused('The archive was truncated: its last line is missing.');
    await writer.flush();
    await sql`update runs set status = 'FAILED', finished_at = coalesce(started_at, created_at),
      error = 'It was running when its organization was exported.'
      where status in ('STARTING', 'RUNNING') and planning in (select key from plannings where organization = ${organization})`;
    return { organization, rows: writer.rows, newUsers: writer.newUsers };
  });

const lineOf = (line: string): ArchiveLine => {
  try {
    return JSON.parse(line) as ArchiveLine;
  } catch {
    throw refused('The file is not an archive of an organization, or was truncated.');
  }
};

const begun = async (sql: TransactionSql, head: ArchiveLine): Promise<string> => {
  if (!('format' in head) || head.format !== FORMAT)
    throw refused(`The file does not begin with "format": "${FORMAT}".`);
  const own = schemaNames();
  if (head.schema.join() !== own.join())
    throw refused(
      `The archive has schema ${head.schema.at(-1)}, but this version has ${own.at(-1)}. Bring both databases to the same version and export again.`,
    );
  const { organization } = head;
  const [taken] = await sql`select 1 from organizations where id = ${organization}`;
  if (taken !== undefined)
    throw new StoreError('id_taken', `The organization ${organization} already exists here.`, { kind: 'organization' });
  return organization;
};

/** Inserts rows in batches per table. Plannings get new keys, and users may get other ids. */
class ArchiveWriter {
  readonly newUsers: string[] = [];
  rows = 0;
  private readonly sql: TransactionSql;
  private readonly fresh: FreshValues;
  private readonly users = new Map<unknown, string>();
  private readonly plannings = new Map<unknown, number>();
  private table: ArchivedTable | null = null;
  private batch: ArchiveRow[] = [];

  constructor(sql: TransactionSql, fresh: FreshValues) {
    this.sql = sql;
    this.fresh = fresh;
  }

  async add(name: string, row: ArchiveRow): Promise<void> {
    this.rows++;
    if (name === 'users') return this.addUser(row);
    if (name !== this.table?.table) {
      await this.flush();
      this.table = ARCHIVED.find(({ table }) => table === name) ?? null;
      if (this.table === null) throw refused(`An archive does not contain the table ${name}.`);
    }
    if (name === 'plannings') row['key'] = await this.newKey(row['key']);
    else if ('planning' in row) row['planning'] = this.plannings.get(row['planning']);
    this.mapUsers(row);
    for (const [column, make] of Object.entries(this.table?.anew ?? {})) row[column] = make(this.fresh);
    this.batch.push(row);
    if (this.batch.length === BATCH) await this.flush();
  }

  async flush(): Promise<void> {
    const { table, batch } = this;
    if (table === null || batch.length === 0) return;
    this.batch = [];
    const name = table.table;
    try {
      await this.sql.unsafe(`insert into ${name} select * from jsonb_populate_recordset(null::${name}, $1::jsonb)`, [
        JSON.stringify(batch),
      ]);
    } catch (error) {
      if (codeOf(error) !== '23505') throw error;
      throw new StoreError('id_taken', `A row of ${name} already exists here: ${messageOf(error)}.`);
    }
  }

  private mapUsers(row: ArchiveRow): void {
    for (const column of this.table?.users ?? []) row[column] = this.userOf(row[column]);
    for (const [column, member] of Object.entries(this.table?.usersIn ?? {})) {
      const object = row[column];
      if (isRecord(object)) row[column] = { ...object, [member]: this.userOf(object[member]) };
    }
  }

  private userOf(id: unknown): unknown {
    return this.users.get(id) ?? id;
  }

  private async newKey(key: unknown): Promise<number> {
    const [{ next }] = await this.sql<[{ next: number }]>`
      select nextval(pg_get_serial_sequence('plannings', 'key'))::int as next`;
    this.plannings.set(key, next);
    return next;
  }

  private async addUser(row: ArchiveRow): Promise<void> {
    const [id, email] = [String(row['id']), String(row['email'])];
    const [known] = await this.sql<{ id: string }[]>`select id from users where lower(email) = lower(${email})`;
    if (known !== undefined) {
      this.users.set(id, known.id);
      return;
    }
    const [taken] = await this.sql`select 1 from users where id = ${id}`;
    const own = taken === undefined ? id : newId();
    await this.sql`insert into users (id, email, name, created_at, disabled_at)
      select ${own}::text, email, name, created_at, disabled_at from jsonb_populate_record(null::users, ${JSON.stringify(row)}::text::jsonb)`;
    this.users.set(id, own);
    this.newUsers.push(email);
  }
}
