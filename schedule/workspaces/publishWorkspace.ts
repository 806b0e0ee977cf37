import { TASK_ROLES } from '../entities/task.ts';
import { present } from '../../engine/present.ts';
import type { PlanningRef, PlanningState } from '../../db/versions/planningState.ts';
import type { EntityWrite, PreviewContext } from '../../db/versions/store.ts';
import { notFound } from '../access/authorize.ts';
import { requireDraft } from '../access/readState.ts';
import { makeEdits } from '../changes/change.ts';
import type { Edits } from '../changes/edits.ts';
import { answeredOnce, saveAnswer } from '../changes/idempotency.ts';
import { changesetDetail } from '../changesets/changesetRecords.ts';
import type { Deps } from '../deps.ts';
import type { Ports } from '../ports.ts';
import type { ChangesetDetailRecord } from '../records/records.ts';
import { inSlices, Turn } from '../turns.ts';
import type { MergeInput, Scope } from '../types.ts';
import { checkReferences, soundEdits } from './checkReferences.ts';
import { findWorkspace } from './findWorkspace.ts';
import { mergeDraft } from './mergeDraft.ts';
import { type Facts, withFacts } from './mergeFacts.ts';
import type { Settled } from './mergeRow.ts';
import { needingDraft } from './needingDraft.ts';
import { type MergePreview, previewMerge } from './previewMerge.ts';

/**
 * Merges the draft with what changed on the mainline, and writes the result as one changeset of the mainline. Throws 409 for clashes that no strategy
 * decides, and for references that would be dangling or records that would be duplicates.
 */
export const publishWorkspace = async (
  deps: Ports,
  scope: Scope,
  id: string,
  input: MergeInput = {},
): Promise<ChangesetDetailRecord> => {
  const { state, version } = await findWorkspace(deps, scope, id, 'planner');
  const { planning } = state;
  const message = scope.message ?? `Publish ${version.fields.name}`;
  const target = {
    planning,
    workspace: null,
    source: 'publish' as const,
    author: scope.actor.user,
    message,
    details: { publishes: id },
  };
  const publish = (facts: Facts) =>
    deps.store.write(target, async (main, context) => ({
      writes: await publishing(deps, id, { main, context, facts, input }),
      result: context.changeset,
      also: (sql) => saveAnswer(deps, scope, sql, [planning], [context], context.changeset),
    }));
  const changeset = await answeredOnce(deps, scope, planning, () =>
    needingDraft(deps, planning, id, async () => (await withFacts(deps, planning, publish)).result),
  );
  return detailOf(deps, planning, changeset);
};

/** What publishing would write on the mainline, its clashes, and the mainline's score before and after. Writes nothing. */
export const previewPublish = async (
  deps: Deps,
  scope: Scope,
  id: string,
  input: MergeInput,
): Promise<MergePreview> => {
  const { state } = await findWorkspace(deps, scope, id, 'planner');
  const { planning } = state;
  return needingDraft(deps, planning, id, () =>
    previewMerge(deps, { planning, workspace: null }, async (facts, main, context) => ({
      writes: await publishing(deps, id, { main, context, facts, input }),
      result: [],
    })),
  );
};

const publishing = async (
  { ids }: Pick<Ports, 'ids'>,
  id: string,
  { main, context, facts, input }: Publishing,
): Promise<EntityWrite[]> => {
  requireDraft(main, id);
  const settled = mergeDraft({ draft: await context.state(id), main, facts, input });
  const { edits } = await soundEdits(() =>
    makeEdits(ids, main, context, null, async (made) => {
      const turn = new Turn();
      for (const work of [publishSide, deleteWhole]) {
        for (const side of settled) {
          work(made, side);
          if (turn.isOver) await turn.pass();
        }
      }
      await inSlices(checkReferences(made));
    }),
  );
  const { fields } = present(main.get('workspace', id));
  edits.put('workspace', id, { ...fields, state: 'PUBLISHED', publishedChange: context.change });
  return edits.writes;
};

interface Publishing {
  readonly main: PlanningState;
  readonly context: PreviewContext;
  readonly facts: Facts;
  readonly input: MergeInput;
}

const detailOf = async (
  deps: Pick<Ports, 'store'>,
  planning: PlanningRef,
  id: string,
): Promise<ChangesetDetailRecord> => {
  const changeset = await deps.store.changeset(planning, id);
  if (changeset === undefined) throw notFound('changeset', id);
  return changesetDetail(deps, planning, changeset);
};

const publishSide = (edits: Edits, side: Settled): void => {
  if (side.take === 'mainline') return;
  const { row, version, fields } = side;
  if (fields !== null) edits.put(version.kind, version.id, fields, { reuse: true });
  else if (row?.mainline !== undefined) edits.delete(version.kind, row.mainline.id);
};

/** Deleting an operation also deletes what the mainline has attached to it since. */
const deleteWhole = (edits: Edits, side: Settled): void => {
  if (side.take === 'mainline' || side.fields !== null || side.version.kind !== 'operation') return;
  const { id } = side.version;
  for (const role of TASK_ROLES) {
    const task = edits.taskOf(id, role);
    if (task !== undefined) edits.delete('task', task.id);
  }
  const assignment = edits.assignmentOf(id);
  if (assignment !== undefined) edits.delete('assignment', assignment.id);
};
