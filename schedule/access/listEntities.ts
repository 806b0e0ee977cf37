import type { Kind, Version } from '../../db/versions/entities.ts';
import type { PlanningState } from '../../db/versions/planningState.ts';
import type { Ports } from '../ports.ts';
import { pageInOrder } from '../records/page.ts';
import type { Listed, Scope, StatePageRequest } from '../types.ts';
import { openStatePage } from './openStatePage.ts';

/** Every live entity of one kind in a planning. */
export const listEntities = async <K extends Kind, T>(
  deps: Ports,
  scope: Scope,
  kind: K,
  planning: string,
  request: StatePageRequest,
  render: (state: PlanningState, version: Version<K>) => T,
): Promise<Listed<T>> => {
  const { page, state } = await openStatePage(deps, scope, planning, request);
  return pageInOrder(page, state, kind, (version) => render(state, version));
};
