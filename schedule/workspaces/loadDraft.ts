import type { Fields, Kind, Version } from '../../db/store/entities.ts';
import type { DraftRow, PlanningRef, PlanningState } from '../../db/store/planningState.ts';
import { locate, notFound } from '../access/authorize.ts';
import { requireDraft } from '../access/readState.ts';
import { type Clash, ScheduleError } from '../errors.ts';
import type { Ports } from '../ports.ts';
import type { MergeStrategy, Role, Scope } from '../types.ts';
import { type Resolution, resolveRow } from './resolveDraft.ts';

/** A workspace's record, whatever its state. */
export const findWorkspace = async (
  deps: Pick<Ports, 'store'>,
  scope: Scope,
  id: string,
  role: Role,
): Promise<{ readonly state: PlanningState; readonly version: Version<'workspace'> }> => {
  const planning = await locate(deps, scope, 'workspace', id, role);
  const state = await deps.store.state({ planning });
  const version = state.get('workspace', id);
  if (version === undefined) throw notFound('workspace', id);
  return { state, version };
};

export interface ResolvedDraft {
  /** The workspace's state that was resolved. */
  readonly state: PlanningState;
  readonly rows: readonly Exclude<Resolution, { take: 'clash' }>[];
}

/** Every draft row against the mainline of one change. Throws 409 with all clashes that the strategy leaves. */
export const resolveDraft = async (
  { store }: Pick<Ports, 'store'>,
  planning: PlanningRef,
  workspace: string,
  strategy: MergeStrategy | null,
): Promise<ResolvedDraft> => {
  const state = await store.state({ planning, workspace });
  requireDraft(state, workspace);
  const drafts = [...state.draftRows()];
  const bases = await basesOf(store, planning, drafts);
  const rows: Exclude<Resolution, { take: 'clash' }>[] = [];
  const clashes: Clash[] = [];
  for (const row of drafts) {
    const { base } = row.draft;
    const resolved = resolveRow(row, base === null ? undefined : bases.get(base), strategy);
    if (resolved.take === 'clash') clashes.push(resolved.clash);
    else rows.push(resolved);
  }
  if (clashes.length > 0) throw clashed(`Workspace ${workspace}`, clashes);
  return { state, rows };
};

/** The mainline versions that the rows branched from, by versionId, where the mainline has moved on since. */
const basesOf = async (
  store: Ports['store'],
  planning: PlanningRef,
  rows: readonly DraftRow[],
): Promise<ReadonlyMap<string, Version>> => {
  const wanted = new Map<Kind, { key: string; versionId: string }[]>();
  for (const { draft, mainline } of rows) {
    if (draft.base === null || draft.base === mainline?.versionId) continue;
    const key = draft.kind === 'assignment' ? (draft.fields as Fields['assignment']).operation : draft.id;
    const list = wanted.get(draft.kind);
    if (list === undefined) wanted.set(draft.kind, [{ key, versionId: draft.base }]);
    else list.push({ key, versionId: draft.base });
  }
  const bases = new Map<string, Version>();
  for (const [kind, list] of wanted) {
    for (const version of await store.versions(planning, kind, list)) bases.set(version.versionId, version);
  }
  return bases;
};

export const clashed = (what: string, clashes: readonly Clash[]): ScheduleError => {
  const { entity, id, fields } = clashes[0];
  const more = clashes.length > 1 ? ` and ${clashes.length - 1} more` : '';
  return new ScheduleError('clash', `${what} clashes on ${entity} ${id} (${fields.slice(0, 5).join(', ')})${more}.`, {
    clashes,
  });
};

/** Thrown inside a write when the planning moved on after it was looked at: look again. */
export class MovedOn extends Error {}

const TRIES = 20;

/** What is worked out on a state outside of the lock, and written only on that state. */
export const optimistically = async <T>(attempt: () => Promise<T>): Promise<T> => {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof MovedOn) || tries >= TRIES) throw error;
    }
  }
};
