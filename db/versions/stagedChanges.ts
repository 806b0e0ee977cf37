import { Turn } from '../turns.ts';
import type { Database, Sql, TransactionSql } from '../connection/database.ts';
import type { ChangesetPlan } from './changesetPlan.ts';
import type { ChangesetStatements, StatementRow, Written } from './changesetStatement.ts';
import { KINDS } from './entities.ts';
import { BEGUN, CLOSED, DESCRIPTIONS, stab } from './kinds.ts';

/** Rows per statement, which takes the embedded database about 10 ms. */
const PIECE = 250;
/** Rows per statement when staged changes are removed. */
const TAKEN_BACK = 2000;

type Part = Pick<Written, 'changeset' | 'plan'>;
type Identity = ChangesetPlan['identities'][number];

/** Thrown if a planning is no longer at the change that the plan follows. */
export class Overtaken extends Error {}

/**
 * Writes long changesets in pieces, so that the embedded database, which runs one statement at a time, can serve others in between. Rows of a change
 * beyond the head are in no state, and the rows that they close are still in all states, until a last short transaction moves the head. Staged
 * changes that were not completed are removed: here if a piece is refused, otherwise when the database is opened again.
 */
export class StagedChanges {
  private readonly database: Database;
  private readonly statements: ChangesetStatements;

  constructor(database: Database, statements: ChangesetStatements) {
    this.database = database;
    this.statements = statements;
  }

  /** `also` runs at the start of the last transaction. Throws Overtaken, or the database's error; then nothing is left behind. */
  async write(parts: readonly Part[], also: (sql: TransactionSql) => Promise<void>): Promise<void> {
    const { sql } = this.database;
    try {
      for (const { changeset } of parts) {
        const { planning, change } = changeset;
        await sql`insert into staged_changes (planning, organization, change)
          values (${planning.key}, ${planning.organization}, ${change})`;
      }
      for (const { changeset, plan } of parts) {
        for await (const piece of piecesOf(plan))
          await this.send(sql, { step: 'piece', changeset, plan: piece, maxAgeMs: null });
      }
      await this.database.transaction(async (tx) => {
        await also(tx);
        for (const { changeset, plan } of parts) {
          const rest = { ...plan, rows: [], identities: [] };
          await this.send(tx, { step: 'last', changeset, plan: rest, maxAgeMs: null });
        }
      });
    } catch (error) {
      await takeBackStaged(
        sql,
        parts.map(({ changeset }) => changeset.planning.key),
      );
      throw error;
    }
  }

  private async send(sql: Sql | TransactionSql, written: Written): Promise<void> {
    const { text, values } = this.statements.of(written);
    const rows = await sql.unsafe<StatementRow[]>(text, [...values], { prepare: true });
    if (rows.length === 0) throw new Overtaken('A planning is at another change.');
  }
}

async function* piecesOf(plan: ChangesetPlan): AsyncGenerator<ChangesetPlan> {
  const identities = new Map<string, Identity[]>();
  const turn = new Turn();
  for (const [i, identity] of plan.identities.entries()) {
    const name = `${identity.kind} ${identity.id}`;
    const known = identities.get(name);
    if (known === undefined) identities.set(name, [identity]);
    else known.push(identity);
    if (i % PIECE === 0 && turn.isOver) await turn.pass();
  }
  for (let from = 0; from < plan.rows.length; from += PIECE) {
    const rows = plan.rows.slice(from, from + PIECE);
    const names = new Set(rows.map(({ version: { kind, id } }) => `${kind} ${id}`));
    const own = [...names].flatMap((name) => identities.get(name) ?? []);
    for (const name of names) identities.delete(name);
    const kinds = rows.reduce((bits, { version }) => bits | DESCRIPTIONS[version.kind].bit, 0);
    // Identities without a row go with the last piece.
    const left = from + PIECE < plan.rows.length ? [] : [...identities.values()].flat();
    yield { ...plan, rows, identities: [...own, ...left], newWorkspaces: [], kinds };
  }
}

/** Removes staged changes that were not completed: of these plannings, or of all. */
export async function takeBackStaged(sql: Sql, plannings: readonly number[] | null = null): Promise<void> {
  const staged = await sql<{ planning: number; organization: string; change: number }[]>`
    select planning, organization, change from staged_changes`;
  for (const { planning, organization, change } of staged) {
    if (plannings !== null && !plannings.includes(planning)) continue;
    for (const [index, kind] of KINDS.entries()) {
      const { table } = DESCRIPTIONS[kind];
      await inPieces(sql, removal(index, table), [stab(planning, change), organization, planning, change]);
      await inPieces(
        sql,
        `with open as (
            update ${table} set to_change = null, valid_to = null where ctid = any (array(
              select t.ctid from ${table} t
              where t.to_change = $2::bigint and t.to_change is not null and ${CLOSED('t')} @> $1::bigint limit ${TAKEN_BACK}))
            returning 1)
        select count(*)::int as count from open`,
        [stab(planning, change - 1), change],
      );
    }
    await sql`delete from staged_changes where planning = ${planning}`;
  }
}

/**
 * The statement that removes rows of a staged change. An id that an earlier row uses stays registered. Each id is looked up by itself
 * ("offset 0"): without statistics, which the embedded database lacks, a join would compare it with every id of the organization.
 */
export const removal = (kind: number, table: string): string => `with gone as (
    delete from ${table} where ctid = any (array(
      select t.ctid from ${table} t where ${BEGUN('t')} = $1::bigint limit ${TAKEN_BACK}))
    returning id),
  freed as (
    delete from identities where ctid = any (array(
      select own.ctid from gone cross join lateral (
        select i.ctid from identities i
          where i.organization = $2::text and i.kind = ${kind}::smallint and i.id = gone.id and i.planning = $3::int
            and not exists (select 1 from ${table} o where o.planning = $3::int and o.id = gone.id and o.from_change < $4::bigint)
          offset 0) own)))
  select count(*)::int as count from gone`;

async function inPieces(sql: Sql, statement: string, values: readonly (string | number)[]): Promise<void> {
  for (;;) {
    const [{ count }] = await sql.unsafe<[{ count: number }]>(statement, [...values]);
    if (count < TAKEN_BACK) return;
  }
}
