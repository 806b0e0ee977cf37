import type { Sql } from '../connection/database.ts';
import { query } from '../query.ts';
import type { Kind, Version } from './entities.ts';
import { DESCRIPTIONS, versionOf, type VersionRow } from './kinds.ts';
import type { PlanningRef } from './planningState.ts';

/** The kinds of an operation and of what belongs to it, and the column that has the operation's id. */
const OPERATION_IN = { operation: 'id', task: 'operation', assignment: 'operation' } as const;
const KINDS_OF_IT = ['operation', 'task', 'assignment'] as const;
const isOfOperation = (kind: Kind): kind is keyof typeof OPERATION_IN => kind in OPERATION_IN;

/** SQL for: the row `t` is a mainline row that ended when the mainline deleted its operation `gone`. */
const endedWith = (kind: keyof typeof OPERATION_IN): string => `t.workspace = 0 and gone.planning = t.planning
  and gone.workspace = 0 and gone.id = t.${OPERATION_IN[kind]} and gone.to_change is null and gone.tombstone
  and gone.from_change = t.to_change`;

/**
 * The condition that keeps rows `t` from being deleted with old history: the last versions of an operation that the mainline deleted and an open draft has.
 * Empty for kinds that do not belong to operations.
 */
export const exceptDeletedInDrafts = (kind: Kind): string => {
  if (!isOfOperation(kind)) return '';
  const inDrafts = KINDS_OF_IT.map(
    (own) => `exists (select 1 from ${DESCRIPTIONS[own].table} d where d.planning = gone.planning and d.workspace <> 0
      and d.to_change is null and d.${OPERATION_IN[own]} = gone.id)`,
  );
  return `and not exists (select 1 from operations gone where ${endedWith(kind)} and (${inDrafts.join(' or ')}))`;
};

/** The last versions of an operation that the mainline deleted, of its tasks and of its assignment; none if it is not deleted. */
export const beforeDeletion = async (sql: Sql, { key }: PlanningRef, operation: string): Promise<Version[]> => {
  const found: Version[] = [];
  for (const kind of KINDS_OF_IT) {
    const { table, sql: has } = DESCRIPTIONS[kind];
    const rows = await query<VersionRow>(
      sql,
      `select ${has.columns('t')} from ${table} t join operations gone on ${endedWith(kind)}
        where t.planning = $1::int and gone.id = $2 and not t.tombstone`,
      [key, operation],
    );
    found.push(...rows.map((row) => versionOf(kind, row, () => null, true)));
  }
  return found;
};
