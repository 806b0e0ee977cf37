import type { PlanningDocument } from '../../engine/instance/planningDocument.ts';
import { locate } from '../access/authorize.ts';
import { readState } from '../access/readState.ts';
import { changeNumber } from '../changesets/changeNumber.ts';
import type { Deps } from '../deps.ts';
import type { Scope } from '../types.ts';
import { visibleChange } from '../changesets/visibleChange.ts';
import { documentOf } from './documentOf.ts';
import { versionedDocument } from './versionedDocument.ts';

export interface ExportOptions {
  /** Changeset id: exports the state just after it. Default: the current state. */
  readonly change?: string | null | undefined;
  /** Includes the versionId of every record, and who made each assignment and when. Default: false. */
  readonly versions?: boolean | undefined;
}

/** A planning at a point in time, whose document is not built yet. */
export interface PlanningExport {
  /** Id of the last changeset that the document includes; null if none is stored. */
  readonly change: string | null;
  /** Entity tag of the document: changeset, workspace, and whether versions are included. */
  readonly tag: string | null;
  readonly document: () => Promise<PlanningDocument>;
}

/** Prepares an export of the planning as the scope sees it, now or just after a changeset. */
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

/** Exports a planning as a document; see `readExport`. */
export const exportPlanning = async (
  deps: Deps,
  scope: Scope,
  planning: string,
  options: ExportOptions = {},
): Promise<PlanningDocument> => (await readExport(deps, scope, planning, options)).document();
