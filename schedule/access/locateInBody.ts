import { present } from '../../engine/present.ts';
import type { Kind } from '../../db/versions/entities.ts';
import type { PlanningRef } from '../../db/versions/planningState.ts';
import { ScheduleError } from '../errors.ts';
import type { Ports } from '../ports.ts';
import { Problems, toError } from '../problems.ts';
import type { Scope } from '../types.ts';
import { locate } from './authorize.ts';
import { readWorkspace } from './readState.ts';

/**
 * Finds the planning of an entity that a request body names, and requires the planner role there. An id that is missing, unknown, or another
 * organization's is a 400 with its path.
 */
export const locateInBody = async (
  deps: Pick<Ports, 'store'>,
  scope: Scope,
  kind: Kind,
  id: string | undefined,
  path: string,
): Promise<PlanningRef> => {
  if (id === undefined) throw toError([{ path, code: 'required', message: 'is required' }]);
  try {
    return await locate(deps, scope, kind, id, 'planner');
  } catch (error) {
    if (!(error instanceof ScheduleError) || error.code !== 'not_found') throw error;
    throw toError([{ path, code: 'unknown_reference', message: `names no ${kind}: ${id}` }]);
  }
};

export interface Named {
  readonly id: string;
  readonly path: string;
}

/**
 * The plannings of many entities of one kind, in the order of `named`. Makes one lookup per planning, not per id, and reports all unknown ids at
 * once.
 */
export const locateAllInBody = async (
  deps: Pick<Ports, 'store'>,
  scope: Scope,
  kind: Kind,
  named: readonly Named[],
): Promise<PlanningRef[]> => {
  const found = new Map<string, PlanningRef>();
  const problems = new Problems();
  for (const { id, path } of named) {
    if (found.has(id)) continue;
    let planning: PlanningRef;
    try {
      planning = await locate(deps, scope, kind, id, 'planner');
    } catch (error) {
      if (!(error instanceof ScheduleError) || error.code !== 'not_found') throw error;
      problems.add(path, 'unknown_reference', `names no ${kind}: ${id}`);
      continue;
    }
    found.set(id, planning);
    const state = await deps.store.state({ planning, workspace: scope.workspace });
    for (const other of named) if (state.get(kind, other.id) !== undefined) found.set(other.id, planning);
  }
  if (problems.any) {
    // An unknown workspace in the header is a 404, not a validation error of the body.
    if (scope.workspace !== null)
      for (const planning of found.values()) await readWorkspace(deps, planning, scope.workspace);
    throw toError(problems.list);
  }
  return named.map(({ id }) => present(found.get(id)));
};
