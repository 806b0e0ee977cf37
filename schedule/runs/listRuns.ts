import { locate } from '../access/authorize.ts';
import { readWorkspace } from '../access/readState.ts';
import type { Ports } from '../ports.ts';
import { cursorOf, invalidCursor, textOfCursor } from '../records/page.ts';
import type { RunRecord } from '../records/records.ts';
import { runRecord } from '../records/runRecord.ts';
import type { Listed, PageRequest, Scope } from '../types.ts';
import { failWhenOverdue } from './runAccess.ts';

const ALL = 1_000_000;

/** Lists tasks of the mainline and of every workspace, or of the draft that the caller selected, newest first. */
export const listRuns = async (
  deps: Ports,
  scope: Scope,
  planning: string,
  { limit, cursor }: PageRequest,
): Promise<Listed<RunRecord>> => {
  const ref = await locate(deps, scope, 'planning', planning, 'viewer');
  const { workspace } = scope;
  if (workspace !== null) await readWorkspace(deps, ref, workspace);
  const before = cursor === null ? undefined : readCursor(cursor);
  const size = limit ?? ALL;
  const runs = await deps.runs.list(ref, {
    limit: size + 1,
    ...(before === undefined ? {} : { before }),
    ...(workspace === null ? {} : { workspace }),
  });
  const shown = await Promise.all(runs.slice(0, size).map((run) => failWhenOverdue(deps, run)));
  const last = runs.length > size ? shown.at(-1) : undefined;
  return {
    items: shown.map(runRecord),
    next: last === undefined ? null : cursorOf(`${last.createdAt}.${last.id}`),
  };
};

/** The last task of the page before, by what the list is ordered by: it may have been deleted since. */
const readCursor = (cursor: string): { readonly createdAt: number; readonly id: string } => {
  const [, at, id] = /^(\d{1,15})\.([\w.:-]+)$/.exec(textOfCursor(cursor)) ?? [];
  if (at === undefined || id === undefined) throw invalidCursor(cursor);
  return { createdAt: Number(at), id };
};
