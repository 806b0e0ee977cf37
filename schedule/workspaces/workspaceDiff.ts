import { asVersion, KINDS } from '../../db/versions/entities.ts';
import type { PlanningState } from '../../db/versions/planningState.ts';
import { type Score, toScore } from '../../engine/objective/score.ts';
import { analyzed } from '../conflicts/analyzed.ts';
import { planAgainstMainline } from '../conflicts/metrics.ts';
import type { Deps } from '../deps.ts';
import type { DiffRecord } from '../records/records.ts';
import { wireFields } from '../records/wireFields.ts';
import type { Scope } from '../types.ts';
import { findWorkspace } from './findWorkspace.ts';
import { mergeDraft } from './mergeDraft.ts';
import { withFacts } from './mergeFacts.ts';
import { differences, type Settled } from './mergeRow.ts';

export interface WorkspaceDiff {
  readonly diffs: readonly DiffRecord[];
  readonly score: { readonly mainline: Score; readonly workspace: Score; readonly delta: number };
}

/** What publishing would change on the current mainline if the draft won every clash, and the scores of the mainline and the draft. */
export const workspaceDiff = async (deps: Deps, scope: Scope, id: string): Promise<WorkspaceDiff> => {
  const { state: main } = await findWorkspace(deps, scope, id, 'viewer');
  const { planning, change } = main;
  const draft = await deps.store.state({ planning, workspace: id, change });
  const settled = await withFacts(deps, planning, async (facts) =>
    mergeDraft({ draft, main, facts, input: { strategy: 'ours' } }),
  );
  const [before, after] = await Promise.all([levels(deps, main), levels(deps, draft)]);
  return {
    diffs: settled.toSorted(byKind).flatMap(sideDiff),
    score: { mainline: toScore(before), workspace: toScore(after), delta: (after.total - before.total) / 100 },
  };
};

const kindOf = (side: Settled): number =>
  KINDS.indexOf(side.take === 'draft' ? side.version.kind : side.row.draft.kind);
const byKind = (a: Settled, b: Settled): number => kindOf(a) - kindOf(b);

const levels = async (deps: Deps, state: PlanningState) =>
  analyzed(deps, state, await planAgainstMainline(deps, state), { of: 'score' });

/** Empty for a row that equals the mainline's, such as an operation of which only a task changed. */
const sideDiff = (side: Settled): DiffRecord[] => {
  if (side.take === 'mainline') return [];
  const { row, version, fields } = side;
  const mainline = row?.mainline;
  const all = Object.keys(version.fields);
  const entity = version.kind;
  if (fields === null) {
    if (mainline === undefined) return [];
    return [{ entity, id: mainline.id, action: 'deleted', before: wireFields(mainline), after: null, changed: all }];
  }
  const then = asVersion({ ...version, fields });
  const after = wireFields(then);
  if (mainline === undefined) return [{ entity, id: version.id, action: 'created', before: null, after, changed: all }];
  const changed = differences(mainline, then);
  if (changed.length === 0 && version.id === mainline.id) return [];
  return [{ entity, id: version.id, action: 'updated', before: wireFields(mainline), after, changed }];
};
