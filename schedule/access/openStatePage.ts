import type { PlanningRef, PlanningState } from '../../db/versions/planningState.ts';
import { changeNumber } from '../changesets/changeNumber.ts';
import type { Ports } from '../ports.ts';
import { type OpenPage, openPage } from '../records/page.ts';
import type { Scope, StatePageRequest } from '../types.ts';
import { locate } from './authorize.ts';
import { readState } from './readState.ts';

/** Starts a page of a list of a planning's state. Later pages are read from the same state as the first one. */
export const openStatePage = async (
  deps: Pick<Ports, 'store'>,
  scope: Scope,
  planning: string,
  { at, ...request }: StatePageRequest,
): Promise<{ readonly ref: PlanningRef; readonly page: OpenPage; readonly state: PlanningState }> => {
  const ref = await locate(deps, scope, 'planning', planning, 'viewer');
  const page = openPage(request);
  const change = page.change ?? (at == null ? undefined : await changeNumber(deps, scope, ref, at));
  return { ref, page, state: await readState(deps, scope, ref, change) };
};
