import { present } from '../../engine/present.ts';
import type { Version } from '../../db/versions/entities.ts';
import type { PlanningRef, PlanningState } from '../../db/versions/planningState.ts';
import { asWrite, type EntityWrite, type PreviewContext } from '../../db/versions/store.ts';
import { requireDraft } from '../access/readState.ts';
import { makeEdits } from '../changes/change.ts';
import type { Edits } from '../changes/edits.ts';
import type { Deps } from '../deps.ts';
import type { Ports } from '../ports.ts';
import type { RebasedRecord } from '../records/records.ts';
import { inSlices, Turn } from '../turns.ts';
import type { MergeInput, Scope } from '../types.ts';
import { soundEdits, unsoundIn } from './checkReferences.ts';
import { findWorkspace } from './findWorkspace.ts';
import { mergeDraft } from './mergeDraft.ts';
import { type Facts, withFacts } from './mergeFacts.ts';
import type { Settled } from './mergeRow.ts';
import { needingDraft } from './needingDraft.ts';
import { type Merged, type MergePreview, previewMerge } from './previewMerge.ts';
import { readWorkspaceRecord } from './workspaceRecords.ts';

/**
 * Merges the mainline's changes into the draft, which is from then on based on the current mainline. What remains to be mended before it can be
 * published, such as a reference to what the mainline deleted, is answered in `errors`.
 */
export const rebaseWorkspace = async (
  deps: Ports,
  scope: Scope,
  id: string,
  input: MergeInput = {},
): Promise<RebasedRecord> => {
  const { state: found } = await findWorkspace(deps, scope, id, 'planner');
  const { planning } = found;
  const target = {
    planning,
    workspace: id,
    source: scope.source,
    author: scope.actor.user,
    message: scope.message ?? 'Rebase',
    details: { rebases: id },
  };
  const latest = await latestOfMainline(deps, planning);
  const rebase = (facts: Facts) =>
    deps.store.write(target, (draft, context) => rebasing(deps, id, { draft, context, facts, input, latest }));
  const { state, result: errors } = await needingDraft(deps, planning, id, () => withFacts(deps, planning, rebase));
  const record = await readWorkspaceRecord(deps, state, present(state.get('workspace', id)));
  return { ...record, errors };
};

/** What rebasing would write in the draft, its clashes, and the draft's score before and after. Writes nothing. */
export const previewRebase = async (deps: Deps, scope: Scope, id: string, input: MergeInput): Promise<MergePreview> => {
  const { state } = await findWorkspace(deps, scope, id, 'planner');
  const { planning } = state;
  const latest = await latestOfMainline(deps, planning);
  return needingDraft(deps, planning, id, () =>
    previewMerge(deps, { planning, workspace: id }, async (facts, draft, context) =>
      rebasing(deps, id, { draft, context, facts, input, latest }),
    ),
  );
};

const latestOfMainline = async ({ store }: Pick<Ports, 'store'>, planning: PlanningRef): Promise<number> => {
  const { items } = await store.changesets(planning, { workspace: null, limit: 1 });
  return items[0]?.change ?? 0;
};

interface Rebasing {
  readonly draft: PlanningState;
  readonly context: PreviewContext;
  readonly facts: Facts;
  readonly input: MergeInput;
  /** Number of the mainline's last change. */
  readonly latest: number;
}

const rebasing = async (
  { ids }: Pick<Ports, 'ids'>,
  id: string,
  { draft, context, facts, input, latest }: Rebasing,
): Promise<Merged> => {
  requireDraft(draft, id);
  const { fields } = present(draft.get('workspace', id));
  const settled = mergeDraft({ draft, main: await context.state(null), facts, input });
  // Changes that are valid on each side may be invalid together.
  const { result } = await soundEdits(() =>
    makeEdits(ids, draft, context, null, async (made) => {
      const turn = new Turn();
      for (const side of settled) {
        merge(made, side);
        if (turn.isOver) await turn.pass();
      }
      return inSlices(unsoundIn(made));
    }),
  );
  const baseChange = Math.max(latest, fields.baseChange);
  const writes: EntityWrite[] = [
    ...settled.flatMap(rebased),
    { entity: 'workspace', id, fields: { ...fields, baseChange } },
  ];
  return { writes, result };
};

const merge = (edits: Edits, side: Settled): void => {
  if (side.take === 'mainline') edits.release(side.row);
  else if (side.fields !== null) edits.put(side.version.kind, side.version.id, side.fields, { reuse: true });
};

const rebased = (side: Settled): EntityWrite[] => {
  if (side.take === 'mainline') return [writeOf(side.row.draft, { fields: null, release: true })];
  const { row, version, fields, base } = side;
  if (row !== null && base === row.draft.base && fields === (row.draft.tombstone ? null : row.draft.fields)) return [];
  return [writeOf(version, { fields, base, reuse: true })];
};

const writeOf = (version: Version, how: Pick<EntityWrite, 'fields' | 'base' | 'reuse' | 'release'>): EntityWrite => {
  const place = version.kind === 'assignment' ? { operation: version.fields.operation } : {};
  return asWrite({ entity: version.kind, id: version.id, ...how, ...place });
};
