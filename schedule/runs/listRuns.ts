import { present } from '../../engine/present.ts';
import { locate } from '../access/authorize.ts';
import { readWorkspace } from '../access/readState.ts';
import type { Ports } from '../ports.ts';
import { invalidCursor } from '../records/page.ts';
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
  const before = cursor === null ? null : Buffer.from(cursor, 'base64url').toString('latin1');
  if (before !== null && !/^[\w.:-]+$/.test(before)) throw invalidCursor(present(cursor));
  if (before !== null && (await deps.runs.get(before))?.planning.key !== ref.key) throw invalidCursor(present(cursor));
  const size = limit ?? ALL;
  const runs = await deps.runs.list(ref, {
    limit: size + 1,
    ...(before === null ? {} : { before }),
    ...(workspace === null ? {} : { workspace }),
  });
  const shown = await Promise.all(runs.slice(0, size).map((run) => failWhenOverdue(deps, run)));
  const last = runs.length > size ? shown.at(-1) : undefined;
  return { items: shown.map(runRecord), next: last === undefined ? null : Buffer.from(last.id).toString('base64url') };
};
