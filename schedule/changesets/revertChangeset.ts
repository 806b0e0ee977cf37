import { changedFields } from '../../db/store/differences.ts';
import type { Fields, Kind, Version } from '../../db/store/entities.ts';
import type { Diff } from '../../db/store/store.ts';
import { locate, notFound } from '../access/authorize.ts';
import { change } from '../changes/change.ts';
import type { Edits } from '../changes/edits.ts';
import { type Clash, ScheduleError } from '../errors.ts';
import type { Ports } from '../ports.ts';
import type { ChangesetDetailRecord } from '../records/records.ts';
import { wireFields } from '../records/wireFields.ts';
import type { Scope } from '../types.ts';
import { checkReferences } from '../workspaces/checkReferences.ts';
import { clashed } from '../workspaces/loadDraft.ts';
import { soundEdits } from '../workspaces/publishWorkspace.ts';
import { changesetDetail } from './changesetRecords.ts';
import { visibleChangeset } from './getChangeset.ts';

/**
 * A new changeset that undoes one, in the layer in which it was made: of the mainline without a workspace selected, of the workspace with it. 409 where
 * later ones touched the same fields, and where undoing would leave something pointing nowhere.
 */
export const revertChangeset = async (
  deps: Ports,
  scope: Scope,
  planning: string,
  id: string,
): Promise<ChangesetDetailRecord> => {
  const ref = await locate(deps, scope, 'planning', planning, 'planner');
  const reverted = await visibleChangeset(deps, scope, ref, id);
  if (reverted.workspace !== scope.workspace) throw notFound('changeset', id);
  const diffs = await deps.store.diff(ref, reverted.change);
  const message = scope.message ?? `Revert ${reverted.message ?? reverted.id}`;
  const { changeset } = await change(
    deps,
    { ...scope, message },
    ref,
    (edits) => {
      const clashes = undo(edits, diffs);
      if (clashes.length > 0) throw clashed(`Reverting ${id}`, clashes);
      soundEdits(() => {
        checkReferences(edits);
        edits.problems.check();
      });
      if (edits.writes.length === 0) throw nothingLeft(id);
    },
    { source: 'revert', details: { reverts: id } },
  );
  if (changeset === null) return replayed(deps, ref, id);
  return changesetDetail(deps, ref, changeset);
};

const nothingLeft = (id: string): ScheduleError =>
  new ScheduleError('clash', `Nothing of changeset ${id} is left to undo.`);

/** Under an idempotency key that was answered before, or when nothing differed: the changeset that undid it. */
const replayed = async (
  deps: Ports,
  planning: Parameters<typeof changesetDetail>[1],
  id: string,
): Promise<ChangesetDetailRecord> => {
  const reverted = await deps.store.changeset(planning, id);
  const later = await deps.store.changesetsAfter(planning, reverted?.change ?? 0, 100_000);
  const undoing = later.find(({ details }) => details['reverts'] === id);
  if (undoing === undefined) throw nothingLeft(id);
  return changesetDetail(deps, planning, undoing);
};

/** Writes what undoes the diffs; answers where that would undo later changes too. */
const undo = (edits: Edits, diffs: readonly Diff[]): Clash[] => {
  const clashes: Clash[] = [];
  for (const [operation, diff] of assignmentDiffs(diffs)) {
    const current = edits.state.assignmentOf(operation);
    if (current?.versionId !== diff.after?.versionId) clashes.push(toClash(diff, current, ['parts']));
    else if (diff.before === null) edits.delete('assignment', diff.after!.id);
    else edits.put('assignment', diff.before.id, diff.before.fields as Fields['assignment'], { reuse: true });
  }
  for (const diff of diffs) {
    // A workspace's state is no edit of the plan: a reverted publish leaves it published.
    if (diff.entity === 'assignment' || diff.entity === 'workspace') continue;
    const { before, after, entity, id } = diff;
    const current = edits.state.get(entity, id);
    if (before === null) {
      if (current === undefined) continue;
      if (differences(after!, current).length > 0) clashes.push(toClash(diff, current, differences(after!, current)));
      else edits.delete(entity, id);
    } else if (after === null) {
      if (current === undefined) edits.put(entity, id, before.fields as never, { reuse: true });
      else if (differences(before, current).length > 0) clashes.push(toClash(diff, current, diff.changed));
    } else if (current === undefined) clashes.push(toClash(diff, undefined, diff.changed));
    else {
      const touched = differences(after, current).filter((field) => diff.changed.includes(field));
      const restored = Object.entries(before.fields).filter(([field]) => diff.changed.includes(field));
      if (touched.length > 0) clashes.push(toClash(diff, current, touched));
      else edits.put(entity, id, { ...current.fields, ...Object.fromEntries(restored) });
    }
  }
  return clashes;
};

interface AssignmentDiff {
  readonly before: Version | null;
  readonly after: Version | null;
}

/** By operation: one that was replaced is a delete and a create. */
const assignmentDiffs = (diffs: readonly Diff[]): ReadonlyMap<string, AssignmentDiff> => {
  const byOperation = new Map<string, AssignmentDiff>();
  for (const { entity, before, after } of diffs) {
    if (entity !== 'assignment') continue;
    const { operation } = (before ?? after)!.fields as Fields['assignment'];
    const known = byOperation.get(operation);
    byOperation.set(operation, { before: before ?? known?.before ?? null, after: after ?? known?.after ?? null });
  }
  return byOperation;
};

const differences = (a: Version, b: Version): string[] => changedFields<Kind>(a.kind, a.fields, b.fields);

const toClash = (
  { before, after }: AssignmentDiff,
  current: Version | undefined,
  fields: readonly string[],
): Clash => ({
  entity: (before ?? after)!.kind,
  id: (after ?? before)!.id,
  fields,
  base: after === null ? null : wireFields(after),
  ours: before === null ? null : wireFields(before),
  theirs: current === undefined ? null : wireFields(current),
});
