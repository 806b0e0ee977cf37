import type { ConflictRecord } from '../../engine/conflicts/findConflicts.ts';
import { openStatePage } from '../access/openStatePage.ts';
import type { Deps } from '../deps.ts';
import { type MarkRecord, markRecords } from './markRecord.ts';
import type { Listed, Scope, StatePageRequest, WindowQuery } from '../types.ts';
import { analyzed } from './analyzed.ts';
import { isLarge } from '../instances/large.ts';

/**
 * Lists conflicts in order of time. The window selects those that overlap it. If there are more than the live index holds, each page is computed on
 * its own and has at most 10,000 conflicts; `next` continues.
 */
export const listConflicts = async (
  deps: Deps,
  scope: Scope,
  planning: string,
  query: WindowQuery & StatePageRequest,
): Promise<Listed<ConflictRecord & { readonly mark: MarkRecord | null }>> => {
  const { ref, page, state } = await openStatePage(deps, scope, planning, query);
  const { start, end } = query;
  const marks = await markRecords(deps.names, await deps.marks.all(ref, deps.clock()));
  const marked = (conflict: ConflictRecord) => ({ ...conflict, mark: marks.get(conflict.id) ?? null });
  // If nobody follows a large planning, and nobody asked before, only the requested page is computed.
  const isIndexed = !isLarge(state) || deps.conflicts.isWanted(state);
  if (isIndexed) await deps.conflicts.ready(state);
  const known = isIndexed ? deps.conflicts.at(state) : null;
  if (known !== null) {
    const shown =
      start === null || end === null
        ? known
        : known.filter(({ startAt, endAt }) => Date.parse(startAt) < end * 1000 && Date.parse(endAt) > start * 1000);
    return page.take(state.change, shown, marked);
  }
  const { offset } = page;
  const limit = Math.min(page.limit ?? deps.conflicts.most, deps.conflicts.most);
  const window = start === null || end === null ? null : { from: start, to: end };
  const { conflicts, total } = await analyzed(
    deps,
    state,
    { state },
    { of: 'conflicts', page: { offset, limit, window } },
  );
  return page.made(state.change, conflicts.map(marked), total);
};
