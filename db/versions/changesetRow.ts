import { columnsOf } from '../schema/columns.ts';
import { changesets } from '../schema/plannings.ts';
import type { WorkspaceKeys } from './live.ts';
import type { PlanningRef } from './planningState.ts';
import type { Changeset } from './store.ts';

export type ChangesetRow = typeof changesets.$inferSelect;

/** Select list for `changesets c`. */
export const CHANGESET_COLUMNS = columnsOf(changesets)
  .map(({ key, name }) => `c."${name}" as "${key}"`)
  .join(', ');

export const changesetOf = (row: ChangesetRow, planning: PlanningRef, workspaces: WorkspaceKeys): Changeset => ({
  id: row.id,
  change: row.change,
  planning,
  workspace: workspaces.id(row.workspace),
  at: row.at,
  source: row.source,
  author: row.author,
  message: row.message,
  details: row.details,
  counts: row.counts,
});
