import type { Sql, TransactionSql } from '../connection/database.ts';
import { query } from '../query.ts';
import { WorkspaceKeys } from './live.ts';
import type { PlanningRef } from './planningState.ts';

/** The keys of the workspaces of a planning as they are stored now. */
export const readWorkspaceKeys = async (sql: Sql | TransactionSql, planning: PlanningRef): Promise<WorkspaceKeys> => {
  const rows = await query<{ id: string; key: number }>(
    sql,
    'select id, key from workspace_keys where planning = $1::int',
    [planning.key],
  );
  return new WorkspaceKeys(rows.map(({ id, key }) => [id, key]));
};
