import type { Version } from '../../db/store/entities.ts';
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
  const rows: Exclude<Resolution, { take: 'clash' }>[] = [];
  const clashes: Clash[] = [];
  for (const row of state.draftRows()) {
    const resolved = resolveRow(row, await baseOf(store, planning, row), strategy);
    if (resolved.take === 'clash') clashes.push(resolved.clash);
    else rows.push(resolved);
  }
  if (clashes.length > 0) throw clashed(`Workspace ${workspace}`, clashes);
  return { state, rows };
};

/** Undefined for a row that was made in the draft. */
const baseOf = async (store: Ports['store'], planning: PlanningRef, row: DraftRow): Promise<Version | undefined> => {
  const { draft, mainline } = row;
  if (draft.base === null) return undefined;
  if (draft.base === mainline?.versionId) return mainline;
  return store.version(planning, draft.kind, draft.id, draft.base);
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
