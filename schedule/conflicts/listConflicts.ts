import { type ConflictRecord, findConflicts, toConflictRecord } from '../../engine/conflicts/findConflicts.ts';
import type { Instance } from '../../engine/instance/instance.ts';
import { placementOf } from '../../engine/instance/assignments.ts';
import { locate } from '../access/authorize.ts';
import { readState } from '../access/readState.ts';
import type { Deps } from '../deps.ts';
import { openPage } from '../records/page.ts';
import type { Listed, PageRequest, Scope, WindowQuery } from '../types.ts';

/** In order of time. The window selects by overlap with the conflict. */
export const listConflicts = async (
  deps: Deps,
  scope: Scope,
  planning: string,
  query: WindowQuery & PageRequest,
): Promise<Listed<ConflictRecord>> => {
  const ref = await locate(deps, scope, 'planning', planning, 'viewer');
  const page = openPage(query);
  const state = await readState(deps, scope, ref, page.change);
  const { start, end } = query;
  const found = deps.conflicts.at(state) ?? recordsOf(deps.instances.of(state));
  const shown =
    start === null || end === null
      ? found
      : found.filter(({ startAt, endAt }) => Date.parse(startAt) < end * 1000 && Date.parse(endAt) > start * 1000);
  return page.take(state.change, shown, (conflict) => conflict);
};

/** In the order that the live ones have. */
const recordsOf = (instance: Instance): ConflictRecord[] =>
  conflictsOf(instance)
    .map((conflict) => toConflictRecord(instance, conflict))
    .sort((a, b) => compare(a.startAt, b.startAt) || compare(a.endAt, b.endAt) || compare(a.id, b.id));

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

type Conflicts = ReturnType<typeof findConflicts>;

/** Of the plan as it is; instances are immutable, so each is searched once. */
const known = new WeakMap<Instance, Conflicts>();

export const conflictsOf = (instance: Instance): Conflicts => {
  let conflicts = known.get(instance);
  if (conflicts === undefined) known.set(instance, (conflicts = findConflicts(instance, placementOf(instance))));
  return conflicts;
};
