import type { Kind, Version } from '../../db/versions/entities.ts';
import type { PlanningState } from '../../db/versions/planningState.ts';
import type { Ports } from '../ports.ts';
import { openPage, pageInOrder } from '../records/page.ts';
import type { Listed, PageRequest, Scope } from '../types.ts';
import { readPlanning } from './readState.ts';

/** Every live entity of one kind in a planning. */
export const listEntities = async <K extends Kind, T>(
  deps: Ports,
  scope: Scope,
  kind: K,
  planning: string,
  request: PageRequest,
  render: (state: PlanningState, version: Version<K>) => T,
): Promise<Listed<T>> => {
  const page = openPage(request);
  const state = await readPlanning(deps, scope, planning, page.change);
  return pageInOrder(page, state, kind, (version) => render(state, version));
};
