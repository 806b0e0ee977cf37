import { changedFields } from '../../db/store/differences.ts';
import type { Kind } from '../../db/store/entities.ts';
import type { DraftRow, PlanningState } from '../../db/store/planningState.ts';
import { placementOf } from '../../engine/instance/assignments.ts';
import { evaluate } from '../../engine/objective/evaluate.ts';
import { type Score, toScore } from '../../engine/objective/score.ts';
import { instanceAgainstMainline } from '../conflicts/metrics.ts';
import type { Deps } from '../instances/instances.ts';
import type { DiffRecord } from '../records/records.ts';
import { wireFields } from '../records/wireFields.ts';
import type { Scope } from '../types.ts';
import { findWorkspace } from './loadDraft.ts';

export interface WorkspaceDiff {
  readonly diffs: readonly DiffRecord[];
  readonly score: { readonly mainline: Score; readonly workspace: Score; readonly delta: number };
}

/** What the draft says otherwise than the mainline does now, and what it would cost. */
export const workspaceDiff = async (deps: Deps, scope: Scope, id: string): Promise<WorkspaceDiff> => {
  const { state: mainline } = await findWorkspace(deps, scope, id, 'viewer');
  const { planning, change } = mainline;
  const workspace = await deps.store.state({ planning, workspace: id, change });
  const [before, after] = await Promise.all([levels(deps, mainline), levels(deps, workspace)]);
  return {
    diffs: [...workspace.draftRows()].flatMap(rowDiff),
    score: { mainline: toScore(before), workspace: toScore(after), delta: (after.total - before.total) / 100 },
  };
};

const levels = async (deps: Deps, state: PlanningState) => {
  const instance = await instanceAgainstMainline(deps, state);
  return evaluate(instance, placementOf(instance));
};

/** Nothing for a row that says what the mainline says: an operation's whose task alone changed. */
const rowDiff = ({ draft, mainline }: DraftRow): DiffRecord[] => {
  const base = { entity: draft.kind, id: draft.id };
  const all = Object.keys(draft.fields);
  if (draft.tombstone) {
    if (mainline === undefined) return [];
    return [{ ...base, id: mainline.id, action: 'deleted', before: wireFields(mainline), after: null, changed: all }];
  }
  if (mainline === undefined) {
    return [{ ...base, action: 'created', before: null, after: wireFields(draft), changed: all }];
  }
  const changed = changedFields<Kind>(draft.kind, mainline.fields, draft.fields);
  if (changed.length === 0 && draft.id === mainline.id) return [];
  return [{ ...base, action: 'updated', before: wireFields(mainline), after: wireFields(draft), changed }];
};
