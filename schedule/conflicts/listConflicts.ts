import { type ConflictRecord, findConflicts, toConflictRecord } from '../../engine/conflicts/findConflicts.ts';
import type { Instance } from '../../engine/instance/instance.ts';
import { placementOf } from '../../engine/instance/assignments.ts';
import { locate } from '../access/authorize.ts';
import { readState } from '../access/readState.ts';
import type { Deps } from '../instances/instances.ts';
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
  const instance = deps.instances.of(state);
  const { start, end } = query;
  const found = conflictsOf(instance).filter(
    (conflict) =>
      start === null ||
      end === null ||
      (instance.origin + conflict.start < end && instance.origin + conflict.end > start),
  );
  return page.take(state.change, found, (conflict) => toConflictRecord(instance, conflict));
};

type Conflicts = ReturnType<typeof findConflicts>;

/** Of the plan as it is; instances are immutable, so each is searched once. */
const known = new WeakMap<Instance, Conflicts>();

export const conflictsOf = (instance: Instance): Conflicts => {
  let conflicts = known.get(instance);
  if (conflicts === undefined) known.set(instance, (conflicts = findConflicts(instance, placementOf(instance))));
  return conflicts;
};
