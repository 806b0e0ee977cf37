import type { MarkState } from '../../db/runs/marks.ts';
import { locate, notFound } from '../access/authorize.ts';
import { readState } from '../access/readState.ts';
import type { Deps } from '../deps.ts';
import { ScheduleError } from '../errors.ts';
import type { Scope } from '../types.ts';
import { type MarkRecord, markRecord } from './markRecord.ts';

const CONFLICT_ID = /^[0-9a-f]{16}$/;

export interface MarkInput {
  /** Null takes the mark away. */
  readonly state: MarkState | null;
  readonly note?: string | null | undefined;
  /** ISO 8601. */
  readonly until?: string | null | undefined;
}

/** Says to all who work on the planning what is thought of a conflict. No changeset, and no score changes. */
export const markConflict = async (
  deps: Deps,
  scope: Scope,
  planning: string,
  conflict: string,
  { state, note, until }: MarkInput,
): Promise<{ readonly conflict: string; readonly mark: MarkRecord | null }> => {
  const ref = await locate(deps, scope, 'planning', planning, 'planner');
  const shown = await readState(deps, scope, ref);
  if (state === null) {
    await deps.marks.remove(ref, conflict);
    return { conflict, mark: null };
  }
  // Where there are too many to be known one by one, whatever could be one is taken for one.
  await deps.conflicts.ready(shown);
  const known = deps.conflicts.at(shown);
  const isThere = known === null ? CONFLICT_ID.test(conflict) : known.some(({ id }) => id === conflict);
  if (!isThere) throw notFound('conflict', conflict);
  const mark = {
    conflict,
    state,
    note: note ?? null,
    until: until == null ? null : Date.parse(until),
    author: scope.actor.user,
    at: deps.clock(),
  };
  if (!(await deps.marks.put(ref, mark)))
    throw new ScheduleError('too_many_items', 'The planning has as many marked conflicts as it may have.');
  return { conflict, mark: await markRecord(deps.names, mark) };
};
