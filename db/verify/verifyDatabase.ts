import { messageOf } from '../../engine/messageOf.ts';
import { migrations, migrationState } from '../connection/migrate.ts';
import type { Database, TransactionSql } from '../connection/database.ts';
import { type Check, CHECKS, COLUMNS, GUARDS, STAGED, withoutStaged } from './checks.ts';

export interface Finding {
  /** `organization/planning`; null for the whole database, or for a planning that no longer exists. */
  readonly planning: string | null;
  readonly problem: string;
}

export interface Verdict extends Pick<Check, 'name' | 'promise'> {
  /** The number of problems; `findings` has the first of them. */
  readonly total: number;
  readonly findings: readonly Finding[];
  /** Worth reporting, but no problem. */
  readonly remarks: readonly Finding[];
}

/** Maximum number of findings that are returned per check. */
const MOST_FINDINGS = 20;

const SCHEMA = { name: 'schema', promise: 'The schema is this version’s, with the indexes that keep versions apart.' };

/**
 * Verifies a whole database at one moment and reports one verdict after another; nothing is written. The database may be in use: on a server,
 * everything is read from one snapshot. If the schema is another version's, that is the only verdict.
 */
export const verifyDatabase = (
  database: Database,
  onVerdict: (verdict: Verdict) => void = () => {},
): Promise<Verdict[]> =>
  database.transaction(async (sql) => {
    await sql`set transaction isolation level repeatable read, read only`;
    return verifyIn(sql, onVerdict);
  });

/** Like `verifyDatabase`, within a transaction. */
export const verifyIn = async (
  sql: TransactionSql,
  onVerdict: (verdict: Verdict) => void = () => {},
): Promise<Verdict[]> => {
  await joinWithoutStatistics(sql);
  const verdicts: Verdict[] = [];
  const say = (verdict: Verdict): void => {
    verdicts.push(verdict);
    onVerdict(verdict);
  };
  const { isOurs, problems } = await judgeSchema(sql);
  const findings = problems.map((problem) => ({ planning: null, problem }));
  say({ ...SCHEMA, total: problems.length, findings, remarks: [] });
  if (!isOurs) return verdicts;
  const before = await layersOver(sql);
  for (const check of CHECKS) say(await verdictOf(sql, check, before));
  return verdicts;
};

/**
 * An embedded database and one that was just restored have no statistics, so that large tables would be joined row by row: 60 s and more for the
 * references of 28,000 operations, instead of 1 s. Nor are they merged: by the planning alone, that compares each pair of its rows. Applies to the
 * rest of the transaction.
 */
export const joinWithoutStatistics = async (sql: TransactionSql): Promise<void> => {
  await sql`set local enable_nestloop = off`;
  await sql`set local enable_mergejoin = off`;
  // A join that has no other way counts as very expensive then, which would have it compiled.
  await sql`set local jit = off`;
};

/** The prefix for the checks' queries; empty unless a change is partly written. */
const layersOver = async (sql: TransactionSql): Promise<string> => {
  const [{ isStaged }] = await sql.unsafe<[{ isStaged: boolean }]>(STAGED);
  return isStaged ? withoutStaged(await sql.unsafe<{ table: string; columns: string[] }[]>(COLUMNS)) : '';
};

const verdictOf = async (
  sql: TransactionSql,
  { name, promise, sql: query, remarks }: Check,
  before: string,
): Promise<Verdict> => {
  await sql`savepoint one_check`;
  try {
    const found = await read(sql, query, before);
    return {
      name,
      promise,
      total: found.total,
      findings: found.findings,
      remarks: remarks === undefined ? [] : (await read(sql, remarks)).findings,
    };
  } catch (error) {
    await sql`rollback to savepoint one_check`;
    // Data that cannot even be read, such as text in place of a number, is a problem, too.
    const problem = `This check failed: ${messageOf(error)}.`;
    return { name, promise, total: 1, findings: [{ planning: null, problem }], remarks: [] };
  }
};

const read = async (
  sql: TransactionSql,
  query: string,
  before = '',
): Promise<{ readonly total: number; readonly findings: readonly Finding[] }> => {
  const rows = await sql.unsafe<{ planning: string | null; problem: string; total: number }[]>(
    `${before} select p.organization || '/' || p.id as planning, f.problem, count(*) over () as total
     from (${query}) f left join plannings p on p.key = f.planning order by 1 nulls first, 2 limit ${MOST_FINDINGS}`,
  );
  return {
    total: rows[0]?.total ?? 0,
    findings: rows.map(({ planning, problem }) => ({ planning, problem })),
  };
};

/** `isOurs` says whether the checks apply to this schema. */
const NOTHING =
  'The database contains nothing of Tidegate: look at its name in DATABASE_URL, and at what was restored into it.';

const judgeSchema = async (
  sql: TransactionSql,
): Promise<{ readonly isOurs: boolean; readonly problems: readonly string[] }> => {
  const { missing, later } = await migrationState(sql);
  if (missing.length === migrations().length) return { isOurs: false, problems: [NOTHING] };
  const indexes = await sql<{ name: string }[]>`
    select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid where i.indisunique and i.indisvalid`;
  const present = new Set(indexes.map(({ name }) => name));
  return {
    isOurs: missing.length === 0 && later.length === 0,
    problems: [
      ...missing.map((name) => `The migration ${name} is not applied; run "tidegate migrate" first.`),
      ...later.map((name) => `The migration ${name} belongs to a later version; use that version.`),
      ...GUARDS.filter((name) => !present.has(name)).map((name) => `The unique index ${name} is missing or invalid.`),
    ],
  };
};
