import type { Kind } from '../../db/versions/entities.ts';
import { locate, notFound } from '../access/authorize.ts';
import type { Ports } from '../ports.ts';
import type { Scope } from '../types.ts';
import { change } from './change.ts';
import type { Edits } from './edits.ts';
import { requireMatch } from './freshness.ts';

/** Deletes one entity. `settle` refuses, or brings in order what referred to it. */
export const deleteEntity = async (
  deps: Ports,
  scope: Scope,
  kind: Kind,
  id: string,
  settle: (edits: Edits) => void,
): Promise<void> => {
  const planning = await locate(deps, scope, kind, id, 'planner');
  await change(deps, scope, planning, (edits) => {
    const version = edits.state.get(kind, id);
    if (version === undefined) throw notFound(kind, id);
    requireMatch(scope, edits.state, kind, id);
    settle(edits);
    edits.delete(kind, id);
  });
};
