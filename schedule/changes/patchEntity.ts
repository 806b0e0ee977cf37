import { present } from '../../engine/present.ts';
import type { Fields, Kind, Version } from '../../db/versions/entities.ts';
import type { PlanningState } from '../../db/versions/planningState.ts';
import { locate, notFound } from '../access/authorize.ts';
import type { Ports } from '../ports.ts';
import { below } from '../problems.ts';
import type { Scope } from '../types.ts';
import { change } from './change.ts';
import type { Edits } from './edits.ts';
import { requireMatch } from './freshness.ts';

/** Merges a write into one entity. `planning` is the body's member of that name; it may only repeat the planning that the entity belongs to. */
export const patchEntity = async <K extends Kind>(
  deps: Ports,
  scope: Scope,
  kind: K,
  id: string,
  planning: string | undefined,
  merge: (edits: Edits, stored: Fields[K]) => Fields[K],
): Promise<{ readonly state: PlanningState; readonly version: Version<K> }> => {
  const ref = await locate(deps, scope, kind, id, 'planner');
  const { state } = await change(deps, scope, ref, (edits) => {
    const version = edits.state.get(kind, id);
    if (version === undefined) throw notFound(kind, id);
    requireMatch(scope, edits.state, kind, id);
    refuseMove(edits, { kind, id }, planning, '');
    edits.put(kind, id, merge(edits, version.fields));
  });
  return { state, version: present(state.get(kind, id)) };
};

/** Collects a problem if the body names another planning than the one that the record belongs to. */
export const refuseMove = (
  { problems, state }: Pick<Edits, 'problems' | 'state'>,
  { kind, id }: { readonly kind: Kind; readonly id: string },
  planning: string | undefined,
  path: string,
): void => {
  if (planning === undefined || planning === state.planning.id) return;
  const message = `${kind} ${id} belongs to planning ${state.planning.id}, and stays there.`;
  problems.add(below(path, 'planning'), 'planning_immutable', message);
};
