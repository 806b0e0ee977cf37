import { locate } from '../access/authorize.ts';
import { readWorkspace } from '../access/readState.ts';
import type { Ports } from '../ports.ts';
import { invalidCursor } from '../records/page.ts';
import type { ChangesetRecord } from '../records/records.ts';
import type { Listed, PageRequest, Scope } from '../types.ts';
import { changesetRecord } from './changesetRecords.ts';

const ALL = 1_000_000;

/** Newest first; the workspace's own when one is selected, else the mainline's. */
export const listChangesets = async (
  deps: Ports,
  scope: Scope,
  planning: string,
  { limit, cursor }: PageRequest,
): Promise<Listed<ChangesetRecord>> => {
  const ref = await locate(deps, scope, 'planning', planning, 'viewer');
  const { workspace } = scope;
  if (workspace !== null) await readWorkspace(deps, ref, workspace);
  const before = cursor === null ? undefined : Number(Buffer.from(cursor, 'base64url').toString('latin1'));
  if (before !== undefined && !(Number.isSafeInteger(before) && before > 0)) throw invalidCursor(cursor!);
  const mainline = await deps.store.state({ planning: ref });
  const page = { workspace, limit: limit ?? ALL, ...(before === undefined ? {} : { before }) };
  const { items, next } = await deps.store.changesets(ref, page);
  return {
    items: items.map((changeset) => changesetRecord(mainline, changeset)),
    next: next === null ? null : Buffer.from(String(next)).toString('base64url'),
  };
};
