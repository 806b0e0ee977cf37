import type { MarkState } from '../../db/runs/marks.ts';
import { locate, notFound } from '../access/authorize.ts';
import { readState } from '../access/readState.ts';
import type { Deps } from '../deps.ts';
import { ScheduleError } from '../errors.ts';
import { toError } from '../problems.ts';
import type { Scope } from '../types.ts';
import { type MarkRecord, markRecord } from './markRecord.ts';

const CONFLICT_ID = /^[0-9a-f]{16}$/;

export interface MarkInput {
  /** Null removes the mark. */
  readonly state: MarkState | null;
  readonly note?: string | null | undefined;
  /** ISO 8601 instant at which the mark expires, in the future. */
  readonly until?: string | null | undefined;
  /** Keeps a mark that the conflict has. */
  readonly onlyIfUnmarked?: boolean | undefined;
}

/**
 * Marks a conflict as seen or accepted, for everyone who works on the planning. Writes no changeset and changes no score. Throws 400 for a mark that
 * would have ended already.
 */
export const markConflict = async (
  deps: Deps,
  scope: Scope,
  planning: string,
  conflict: string,
  { state, note, until, onlyIfUnmarked = false }: MarkInput,
): Promise<{ readonly conflict: string; readonly mark: MarkRecord | null }> => {
  const ref = await locate(deps, scope, 'planning', planning, 'planner');
  const shown = await readState(deps, scope, ref);
  if (state === null) {
    await deps.marks.remove(ref, conflict);
    return { conflict, mark: null };
  }
  const now = deps.clock();
  const endsAt = until == null ? null : Date.parse(until);
  if (endsAt !== null && endsAt <= now) {
    throw toError([{ path: 'until', code: 'invalid_value', message: 'lies in the past' }]);
  }
  // If there are too many conflicts to list, any well-formed conflict id is accepted.
  await deps.conflicts.ready(shown);
  const known = deps.conflicts.at(shown);
  const isThere = known === null ? CONFLICT_ID.test(conflict) : known.some(({ id }) => id === conflict);
  if (!isThere) throw notFound('conflict', conflict);
  const mark = {
    conflict,
    state,
    note: note ?? null,
    until: endsAt,
    author: scope.actor.user,
    at: now,
  };
  if (await deps.marks.put(ref, mark, { keepsEarlier: onlyIfUnmarked }))
    return { conflict, mark: await markRecord(deps.names, mark) };
  const kept = onlyIfUnmarked ? (await deps.marks.all(ref, now)).get(conflict) : undefined;
  if (kept !== undefined) return { conflict, mark: await markRecord(deps.names, kept) };
  throw new ScheduleError('too_many_items', 'The planning already has the maximum number of marked conflicts.');
};
