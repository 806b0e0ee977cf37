import type { PlanningDocument } from '../../engine/instance/planningDocument.ts';
import { locate } from '../access/authorize.ts';
import { readState } from '../access/readState.ts';
import { changeNumber } from '../operations/shownOperations.ts';
import type { Deps } from '../deps.ts';
import type { Scope } from '../types.ts';
import { visibleChange } from '../changesets/visibleChange.ts';
import { documentOf } from './documentOf.ts';
import { versionedDocument } from './versionedDocument.ts';

export interface ExportOptions {
  /** Changeset id: the state just after it. */
  readonly change?: string | null | undefined;
  /** With the version of every record, and who made the assignments when. */
  readonly versions?: boolean | undefined;
}

/** A planning at a point, not yet written out. */
export interface PlanningExport {
  /** The last changeset that shows in it; null when none is kept. */
  readonly change: string | null;
  /** Names what the document says: the change, the layer and the members. */
  readonly tag: string | null;
  readonly document: () => Promise<PlanningDocument>;
}

/** The planning as the scope sees it now, or just after a changeset. */
export const readExport = async (
  deps: Deps,
  scope: Scope,
  planning: string,
  { change: at, versions = false }: ExportOptions = {},
): Promise<PlanningExport> => {
  const ref = await locate(deps, scope, 'planning', planning, 'viewer');
  const number = at == null ? undefined : await changeNumber(deps, scope, ref, at);
  const state = await readState(deps, scope, ref, number);
  const change = await visibleChange(deps, ref, scope.workspace, state.change);
  const parts = [change, scope.workspace, versions ? 'versions' : null];
  return {
    change,
    tag: change === null ? null : parts.filter((part) => part !== null).join(':'),
    document: () => (versions ? versionedDocument(deps.names, state) : documentOf(state)),
  };
};

export const exportPlanning = async (
  deps: Deps,
  scope: Scope,
  planning: string,
  options: ExportOptions = {},
): Promise<PlanningDocument> => (await readExport(deps, scope, planning, options)).document();
