import type { PlanningDocument } from '../../engine/instance/planningDocument.ts';
import { locate } from '../access/authorize.ts';
import { readState } from '../access/readState.ts';
import { changeNumber } from '../operations/shownOperations.ts';
import type { Ports } from '../ports.ts';
import type { Scope } from '../types.ts';
import { documentOf } from './documentOf.ts';

/** The planning as the scope sees it now, or just after a changeset. */
export const exportPlanning = async (
  deps: Ports,
  scope: Scope,
  planning: string,
  { change }: { readonly change?: string | null | undefined } = {},
): Promise<PlanningDocument> => {
  const ref = await locate(deps, scope, 'planning', planning, 'viewer');
  const number = change == null ? undefined : await changeNumber(deps, scope, ref, change);
  return documentOf(await readState(deps, scope, ref, number));
};
