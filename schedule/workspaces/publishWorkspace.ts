import type { Changeset } from '../../db/store/store.ts';
import { requireDraft } from '../access/readState.ts';
import { changesetDetail } from '../changesets/changesetRecords.ts';
import { makeEdits } from '../changes/change.ts';
import { findAnswer, saveAnswer } from '../changes/idempotency.ts';
import { requireMatch } from '../changes/requireMatch.ts';
import type { Edits } from '../changes/edits.ts';
import { ScheduleError } from '../errors.ts';
import type { Ports } from '../ports.ts';
import { InvalidInput } from '../problems.ts';
import type { ChangesetDetailRecord } from '../records/records.ts';
import type { MergeStrategy, Scope } from '../types.ts';
import { checkReferences } from './checkReferences.ts';
import { findWorkspace, MovedOn, optimistically, resolveDraft } from './loadDraft.ts';
import type { Resolution } from './resolveDraft.ts';

/**
 * The draft, merged with what the mainline did meanwhile, becomes one changeset of the mainline. 409 for clashes that no strategy decides,
 * and for what would point nowhere or be there twice.
 */
export const publishWorkspace = async (
  deps: Ports,
  scope: Scope,
  id: string,
  { strategy = null }: { readonly strategy?: MergeStrategy | null | undefined } = {},
): Promise<ChangesetDetailRecord> => {
  const { state: mainline, version } = await findWorkspace(deps, scope, id, 'planner');
  const { planning } = mainline;
  const answer = await findAnswer<string>(deps, scope);
  const published = answer === null ? undefined : await deps.store.changeset(planning, answer.result);
  if (published !== undefined) return changesetDetail(deps, planning, published);
  requireDraft(mainline, id);
  requireMatch(scope, version.versionId);
  const message = scope.message ?? `Publish ${version.fields.name}`;
  const changeset = await optimistically(async (): Promise<Changeset> => {
    const draft = await resolveDraft(deps, planning, id, strategy);
    const outcome = await deps.store.write(
      { planning, workspace: null, source: 'publish', author: scope.actor.user, message, details: { publishes: id } },
      async (now, context) => {
        requireDraft(now, id);
        if (now.change !== draft.state.change) throw new MovedOn('The planning moved on.');
        const { edits } = soundEdits(() =>
          makeEdits(deps.ids, now, context, null, (made) => {
            for (const row of draft.rows) publishRow(made, row);
            checkReferences(made);
          }),
        );
        const record = now.get('workspace', id)!;
        edits.put('workspace', id, { ...record.fields, state: 'PUBLISHED', publishedChange: context.change });
        await saveAnswer(deps, scope, context.sql, [context.change], context.changeset);
        return { writes: edits.writes, result: null };
      },
    );
    return outcome.changeset!;
  });
  return changesetDetail(deps, planning, changeset);
};

/** What a recheck finds is a clash of drafts, not bad input. */
export const soundEdits = <T>(make: () => T): T => {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    const { list } = error.problems;
    throw new ScheduleError('clash', list[0].message, { errors: list });
  }
};

const publishRow = (edits: Edits, resolution: Exclude<Resolution, { take: 'clash' }>): void => {
  if (resolution.take === 'mainline') return;
  const { row, fields } = resolution;
  const { draft, mainline } = row;
  if (fields !== null) edits.put(draft.kind, draft.id, fields, { reuse: true });
  else if (mainline !== undefined) edits.delete(draft.kind, mainline.id);
};
