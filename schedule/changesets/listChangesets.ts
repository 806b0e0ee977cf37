import { present } from '../../engine/present.ts';
import { diffCountOf } from '../../db/versions/diffCountOf.ts';
import type { Changeset } from '../../db/versions/store.ts';
import { locate } from '../access/authorize.ts';
import { readWorkspace } from '../access/readState.ts';
import type { Ports } from '../ports.ts';
import { cursorOf, invalidCursor, textOfCursor } from '../records/page.ts';
import type { ChangesetDetailRecord, ChangesetRecord } from '../records/records.ts';
import type { ChangesetQuery, Listed, PageRequest, Scope } from '../types.ts';
import { changesetRecord, diffRecord } from './changesetRecords.ts';

const ALL = 1_000_000;
/** Maximum number of changesets on a page with diffs. The page also ends before the total number of diffs exceeds MOST_DIFFS. */
const DETAILED = 200;
const MOST_DIFFS = 2000;

/** Lists changesets, newest first: those of the selected workspace, else those of the mainline. */
export const listChangesets = async (
  deps: Ports,
  scope: Scope,
  planning: string,
  { limit, cursor, diffs = false, from, to, ...filter }: ChangesetQuery & PageRequest,
): Promise<Listed<ChangesetRecord | ChangesetDetailRecord>> => {
  const ref = await locate(deps, scope, 'planning', planning, 'viewer');
  const { workspace } = scope;
  if (workspace !== null) await readWorkspace(deps, ref, workspace);
  const before = cursor === null ? undefined : Number(textOfCursor(cursor));
  if (before !== undefined && !(Number.isSafeInteger(before) && before > 0)) throw invalidCursor(present(cursor));
  const mainline = await deps.store.state({ planning: ref });
  const most = diffs ? Math.min(limit ?? DETAILED, DETAILED) : (limit ?? ALL);
  const page = await deps.store.changesets(ref, {
    workspace,
    limit: most,
    ...(before === undefined ? {} : { before }),
    ...filter,
    from: milliseconds(from),
    to: milliseconds(to),
  });
  const shown = diffs ? upToDiffs(page.items) : page.items;
  const next = shown.length < page.items.length ? present(shown.at(-1)).change : page.next;
  const details = diffs ? await deps.store.diffs(ref, shown) : null;
  return {
    items: shown.map((changeset) => ({
      ...changesetRecord(mainline, changeset),
      ...(details === null ? {} : { diffs: present(details.get(changeset.change)).map(diffRecord) }),
    })),
    next: next === null ? null : cursorOf(String(next)),
  };
};

const milliseconds = (seconds: number | undefined) => (seconds === undefined ? undefined : seconds * 1000);

/** The changesets that fit on a page with diffs. The first one is always included, however large. */
const upToDiffs = (changesets: readonly Changeset[]): readonly Changeset[] => {
  let count = 0;
  const end = changesets.findIndex(({ counts }, i) => {
    count += diffCountOf(counts);
    return i > 0 && count > MOST_DIFFS;
  });
  return end < 0 ? changesets : changesets.slice(0, end);
};
